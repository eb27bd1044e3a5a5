import type { Analysis } from '../bash-parser/analysis.ts'
import { workTree } from '../bash-parser/foreign-git.ts'
import type { StartingValues } from '../bash-parser/variables.ts'
import type { ToolCall } from '../call.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import type { CompiledRule } from './rule.ts'

/** What every subject of one command line is judged with. */
export interface Judge {
  readonly call: ToolCall
  readonly analysis: Analysis
  readonly context: PermissionContext
  readonly system: System
  /** Spellings of the whole text, for rules that speak of it. */
  readonly whole: readonly string[]
  readonly wholeWords: ReadonlySet<string>
}

/** What the shell of a command line knows before the line begins. */
export function startOf({ home, cwd }: PermissionContext, system: System): StartingValues {
  return { home, cwd, root: (folder) => workTree(folder, system) }
}

/** A rule on `Bash` holds for Monitor's commands too. */
export function isShellRule(rule: CompiledRule): boolean {
  return rule.kind === 'tool' && rule.tool('Bash')
}

/** Whether a rule speaks of the call whatever its command does: the tool by name, or a field of the input beside the command. */
export function coversCall(rule: CompiledRule, { call }: Judge): boolean {
  if (rule.kind === 'tool') return rule.tool(call.tool) || isShellRule(rule)
  if (rule.kind !== 'command' && rule.kind !== 'parameter') return false
  return rule.parameter !== null && rule.tool(call.tool) && rule.parameter.matches(call.input)
}
