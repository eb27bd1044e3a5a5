import type { Analysis } from '../bash-parser/analysis.ts'
import type { ToolCall } from '../call.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import { denyTexts } from './shell-text.ts'
import { compileCommand } from './specifiers/command.ts'

/** Whether a shell command will run inside the host's sandbox, which then stands in for the question (spec/permissions.md 2.8). */
export function runsSandboxed(
  call: ToolCall,
  analysis: Analysis | null,
  context: PermissionContext,
  system: System,
): boolean {
  const { sandbox, mode } = context
  if (call.tool !== 'Bash' || analysis === null || !sandbox.enabled || !sandbox.autoAllowBash || mode === 'plan')
    return false
  // The variable asks for a clean environment that the sandbox's own approval does not give.
  if (system.env['CLAUDE_CODE_SUBPROCESS_ENV_SCRUB']) return false
  if (call.input['dangerouslyDisableSandbox'] === true && sandbox.allowUnsandboxed) return false
  const excluded = sandbox.excludedCommands.map((text) => compileCommand(text))
  return ![...analysis.commands, ...analysis.wide].some((command) =>
    denyTexts(command).some((text) => excluded.some((pattern) => pattern.matches(text))),
  )
}
