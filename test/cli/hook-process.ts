import { mkdirSync } from 'node:fs'
import { policy } from '../support/policy-process.ts'
import { inFolder } from '../support/temporary.ts'
import { payload, settings } from './hook-payloads.ts'

export const files = {
  'proj/.claude/settings.json': settings,
  'home/.claude/settings.json': { permissions: { deny: ['Bash(sudo *)'] } },
}

/** `policy hook` as a process, with one payload in a project with the settings above. */
export function hook(
  fields: object | ((cwd: string) => object),
  argv: readonly string[] = [],
  more: Record<string, unknown> = files,
) {
  return inFolder(more, (folder) => {
    const cwd = `${folder}/proj`
    mkdirSync(`${cwd}/sub`, { recursive: true })
    const stdin = JSON.stringify(payload(cwd, typeof fields === 'function' ? fields(cwd) : fields))
    const ended = policy(['hook', ...argv], { stdin, cwd: '/', env: { HOME: `${folder}/home` } })
    return {
      exit: ended.exit,
      stdout: ended.stdout.replaceAll(folder, ''),
      stderr: ended.stderr.replaceAll(folder, ''),
    }
  })
}

export const said = (fields: object) => ({
  exit: 0,
  stdout: `${JSON.stringify({ hookSpecificOutput: fields })}\n`,
  stderr: '',
})

export const pre = (permissionDecision: string, permissionDecisionReason: string) =>
  said({ hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason })

export const at = (effect: string, index: number) => {
  const line = JSON.stringify(settings, null, 2).split('\n')
  const rule = (settings.permissions as Record<string, readonly string[]>)[effect]![index]!
  return `/proj/.claude/settings.json:${line.findIndex((text) => text.includes(JSON.stringify(rule))) + 1}:7`
}

export const nothing = { exit: 0, stdout: '', stderr: '' }
export const blocked = (why: string) => ({ exit: 2, stdout: '', stderr: `policy hook: ${why}\n` })
export const request = { hook_event_name: 'PermissionRequest', permission_suggestions: [] }
export const file = (tool_name: string, tool_input: object) => (cwd: string) => {
  const entries = Object.entries(tool_input).map(([key, value]) => [
    key,
    key.endsWith('_path') || key === 'path' ? `${cwd}/${value}` : value,
  ])
  return { tool_name, tool_input: Object.fromEntries(entries) }
}
