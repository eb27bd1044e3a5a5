import type { CheckContext, ToolCall } from '../call.ts'
import type { Part } from '../decision.ts'
import { absolutePath, isInside } from '../path.ts'
import { urlHost } from '../rules/specifiers/domain.ts'

/** Where a call ran, and the folder of its project. */
export interface Place extends Pick<CheckContext, 'cwd' | 'home' | 'platform'> {
  readonly root: string
}

/** Allow rules that would cover one part of a call, from the narrowest to the widest that is worth asking about. */
export function candidates({ tool, input }: ToolCall, { subject, reason }: Part, place: Place): string[] {
  if (tool === 'Bash' && !subject.startsWith('>') && !subject.startsWith('<')) return commandCandidates(subject)
  if (tool === 'Bash') return subject.startsWith('> ') ? pathCandidates(subject.slice(2), place) : []
  if (tool === 'WebFetch') {
    const host = urlHost(input['url'])
    return host === null ? [] : [`WebFetch(domain:${host})`]
  }
  if (tool === 'Edit' || tool === 'Write' || tool === 'NotebookEdit') {
    const path = input['file_path'] ?? input['notebook_path']
    return typeof path === 'string' && reason.code !== 'protected-path' ? pathCandidates(path, place) : []
  }
  return tool === 'WebSearch' || tool.startsWith('mcp__') ? [tool] : []
}

/** `npm run build --watch`: the text itself, `npm run build *`, `npm run *`. Never a program with any argument. */
function commandCandidates(command: string): string[] {
  if (/[*\n]|^\w+=/.test(command) || command.length > 200) return []
  const words = command.split(/\s+/)
  const plain = words.findIndex((word, i) => i > 0 && !/^[a-z@][\w:@./-]*$/i.test(word))
  const named = plain < 0 ? words : words.slice(0, plain)
  const prefixes = named.slice(1).map((_, i) => `Bash(${named.slice(0, i + 2).join(' ')} *)`)
  return [`Bash(${command})`, ...prefixes.reverse()]
}

/** The file's folder and each folder above it that the project holds; never the project as a whole. */
function pathCandidates(path: string, { root, cwd, home, platform }: Place): string[] {
  const absolute = absolutePath(path, cwd, home, platform)
  if (!isInside(absolute, root) || absolute === root) return []
  const steps = absolute
    .slice(root.length + 1)
    .split('/')
    .slice(0, -1)
  return steps.map((_, i) => `Edit(/${steps.slice(0, i + 1).join('/')}/**)`).reverse()
}
