import { absolutePath } from '../../path.ts'
import type { Check } from '../check.ts'

/** An additional working directory that holds the whole home folder or disk. */
export const directoryTooWide: Check = {
  code: 'directory-too-wide',
  severity: 'warning',
  *find({ context, placeOf, decide, all }) {
    const { cwd, home, platform } = context
    for (const { file, settings } of context.layers) {
      const permissions = settings['permissions'] as Record<string, unknown> | undefined
      const list = permissions?.['additionalDirectories']
      for (const [i, entry] of (Array.isArray(list) ? list : []).entries()) {
        if (typeof entry !== 'string') continue
        const folder = absolutePath(entry, cwd, home, platform)
        if (folder !== '/' && folder !== home && folder !== '/home' && folder !== '/Users' && folder !== '/etc')
          continue
        const path = folder === '/etc' ? '/etc/shadow' : `${home}/.ssh/id_rsa`
        const call = { tool: 'Read', input: { file_path: path } }
        const narrow = { workingDirectories: context.workingDirectories.filter((one) => one !== folder) }
        yield {
          at: placeOf(file, `/permissions/additionalDirectories/${i}`),
          data: { entry },
          witness: { call, with: decide(call, all).effect, without: decide(call, all, narrow).effect },
          fix: { title: 'name the folder that is needed', safe: false, edits: [] },
        }
      }
    }
  },
}
