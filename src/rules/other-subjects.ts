import type { ToolCall } from '../call.ts'
import type { Effect } from '../decision.ts'
import type { CompiledRule } from './rule.ts'
import { urlHost } from './specifiers/domain.ts'
import { canonicalTool } from './specifiers/tool.ts'
import type { Subject } from './subject.ts'
import { interactive, permissionFree } from './tools.ts'

/** The subject of every tool that is neither a shell nor a file tool: a host, an agent, a skill, the tool itself. */
export function otherSubject(call: ToolCall): Subject {
  const tool = canonicalTool(call.tool)
  const free = permissionFree.has(tool)
  const label = labelOf(tool, call)
  const host = tool === 'WebFetch' ? urlHost(call.input['url']) : null
  return {
    label,
    covers: (rule, effect) => covers(rule, effect, tool, call, host),
    locked: interactive.has(tool) ? { code: 'requires-interaction', subject: label } : null,
    guarded: null,
    writes: !free && tool !== 'WebFetch' && tool !== 'WebSearch',
    approval: free ? { code: 'no-permission-needed', subject: label } : null,
    otherwise: { code: 'no-rule', subject: label },
    refused: null,
  }
}

function covers(rule: CompiledRule, effect: Effect, tool: string, call: ToolCall, host: string | null): boolean {
  switch (rule.kind) {
    case 'tool':
      return rule.tool(tool) || rule.tool(call.tool)
    case 'parameter':
      return rule.tool(tool) && rule.parameter.matches(call.input)
    case 'domain':
      return (
        tool === 'WebFetch' &&
        host !== null &&
        (effect !== 'allow' || isWebUrl(call.input['url'])) &&
        rule.matches(host)
      )
    case 'agent':
      return tool === 'Agent' && rule.matches(text(call.input['subagent_type']))
    case 'skill':
      return tool === 'Skill' && rule.matches(text(call.input['skill']))
    case 'powershell':
      return tool === 'PowerShell' && coversPowerShell(rule.pattern, effect, text(call.input['command']))
    default:
      return false
  }
}

/** Only http and https reach a host; `file:` and `ftp:` are never what a domain rule allows. */
function isWebUrl(url: unknown): boolean {
  return typeof url === 'string' && /^https?:/i.test(url.trim()) && !/%00/.test(url)
}

/** Common aliases of cmdlets, both of which a rule may name (about_Aliases; spec/permissions.md 3.3). */
const aliases: Readonly<Record<string, string>> = {
  gci: 'get-childitem',
  ls: 'get-childitem',
  dir: 'get-childitem',
  gc: 'get-content',
  cat: 'get-content',
  type: 'get-content',
  rm: 'remove-item',
  ri: 'remove-item',
  del: 'remove-item',
  erase: 'remove-item',
  rd: 'remove-item',
  rmdir: 'remove-item',
  cp: 'copy-item',
  copy: 'copy-item',
  cpi: 'copy-item',
  mv: 'move-item',
  move: 'move-item',
  mi: 'move-item',
  echo: 'write-output',
  iwr: 'invoke-webrequest',
  curl: 'invoke-webrequest',
  wget: 'invoke-webrequest',
  irm: 'invoke-restmethod',
  iex: 'invoke-expression',
  sc: 'set-content',
  ac: 'add-content',
}

function coversPowerShell(pattern: { matches(text: string): boolean }, effect: Effect, command: string): boolean {
  const parts = command
    .toLowerCase()
    .split(/\|\||&&|[|;\n&]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
  const matches = (part: string) => {
    const [name = '', ...rest] = part.split(' ')
    const long = Object.hasOwn(aliases, name) ? aliases[name] : undefined
    return pattern.matches(part) || (long !== undefined && pattern.matches([long, ...rest].join(' ')))
  }
  if (effect !== 'allow') return parts.some(matches) || pattern.matches(command.toLowerCase())
  // Quotes, blocks and sub-expressions can hold commands that this text splitting does not see.
  return parts.length > 0 && !/[$(){}`"'@]/.test(command) && parts.every(matches)
}

function labelOf(tool: string, { input }: ToolCall): string {
  const detail =
    tool === 'WebFetch'
      ? urlHost(input['url'])
      : tool === 'Agent'
        ? input['subagent_type']
        : tool === 'Skill'
          ? input['skill']
          : undefined
  return typeof detail === 'string' ? `${tool} ${detail}` : tool
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
