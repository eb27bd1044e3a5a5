import { parse } from '../bash-parser/parse.ts'
import type { ToolCall } from '../call.ts'
import type { System } from '../system.ts'
import type { PermissionContext, RuleEntry } from './context.ts'
import { factsOf } from './evaluate.ts'
import { type CompiledRule, compileRule } from './rule.ts'
import { startOf } from './shell-judge.ts'

/**
 * Whether a hook's `if` lets it run for a call: one permission rule, path patterns at allow depth. When it cannot decide,
 * the hook runs (spec/hooks.md 1.5).
 */
export function ifMatches(text: string, call: ToolCall, context: PermissionContext, system: System): boolean {
  const source = { layer: 'session', file: 'if', pointer: '', line: 0, column: 0 } as const
  const entry: RuleEntry = { effect: 'allow', text, source }
  const rule = compileRule(entry, context)
  if ('dead' in rule) return false
  if (rule.kind === 'command') return commandMatches(rule, call, context, system)
  const { subjects } = factsOf(call, context, system)
  return subjects.some((subject) => subject.covers(rule, 'allow'))
}

function commandMatches(
  rule: Extract<CompiledRule, { kind: 'command' }>,
  call: ToolCall,
  context: PermissionContext,
  system: System,
): boolean {
  const command = call.input['command']
  if ((call.tool !== 'Bash' && call.tool !== 'Monitor') || typeof command !== 'string') return false
  const script = parse(command, startOf(context, system))
  if (script.doubt !== null) return true
  const asDeny = { ...rule, entry: { ...rule.entry, effect: 'deny' as const } }
  const { subjects } = factsOf(call, context, system)
  if (subjects.some((subject) => subject.covers(asDeny, 'deny'))) return true
  // A rule that names more than the program cannot be told from a text the running shell completes.
  const namesMore = /^Bash\([^\s:*]+[\s:]+[^*\s)]/.test(rule.entry.text.trim())
  return namesMore && /[$`]/.test(command)
}
