import type { Check } from '../check.ts'

/** A command that runs outside the sandbox and can run any other. */
export const sandboxEscape: Check = {
  code: 'sandbox-escape',
  severity: 'warning',
  *find({ context, placeOf }) {
    for (const { file, settings } of context.layers) {
      const sandbox = settings['sandbox'] as Record<string, unknown> | undefined
      const list = sandbox?.['excludedCommands']
      if (sandbox?.['enabled'] !== true || !Array.isArray(list)) continue
      for (const [i, entry] of list.entries()) {
        if (typeof entry !== 'string') continue
        const program = entry.replace(/[\s:*].*$/s, '')
        const runsAnything = /^(\*|bash|sh|zsh|python3?|node|perl|ruby|npx|make|docker|env|xargs|sudo|ssh)?$/.test(
          program,
        )
        if (!runsAnything) continue
        yield {
          at: placeOf(file, `/sandbox/excludedCommands/${i}`),
          data: { entry },
          witness: null,
          fix: { title: 'exclude the exact commands that need it', safe: false, edits: [] },
        }
      }
    }
  },
}
