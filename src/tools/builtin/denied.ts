import { evaluate } from '../../rules/evaluate.ts'
import type { ToolUseContext } from '../context.ts'

/**
 * Whether a search may show a file: not when reading it is denied, to this agent or to one that started it
 * (spec/permissions.md section 4).
 */
export function readable(context: ToolUseContext): (path: string) => boolean {
  const contexts = [context.permissions, ...context.parents].filter((each) => each.rules.deny.length > 0)
  if (contexts.length === 0) return () => true
  const known = new Map<string, boolean>()
  return (path) => {
    let answer = known.get(path)
    if (answer === undefined) {
      const call = { tool: 'Read', input: { file_path: path } }
      answer = contexts.every((each) => {
        const { effect, reason } = evaluate(call, each, context.system)
        return !(effect === 'deny' && reason.code === 'rule')
      })
      known.set(path, answer)
    }
    return answer
  }
}
