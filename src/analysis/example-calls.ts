import type { ToolCall } from '../call.ts'
import type { PermissionContext } from '../rules/context.ts'
import type { CompiledRule } from '../rules/rule.ts'
import { parseRule } from '../rules/rule.ts'
import { readCall } from './call-notation.ts'
import { findText } from './languages/automaton.ts'
import { ruleLanguage, toolOf } from './languages/rule-language.ts'

/** Calls that a live rule is about, the plainest first; empty where none can be made up. */
export function exampleCalls(rule: CompiledRule, context: PermissionContext): ToolCall[] {
  const parsed = parseRule(rule.entry.text)
  if ('dead' in parsed) return []
  const tool = toolOf(rule)
  const specifier = parsed.specifier ?? ''
  switch (rule.kind) {
    case 'tool':
      return callsOf(tool, context)
    case 'command':
    case 'powershell':
      return commandTexts(specifier).map((command) => ({ tool, input: { command } }))
    case 'path':
      return pathCalls(rule, context)
    case 'domain':
      return [{ tool, input: { url: `https://${filled(specifier.replace(/^domain:/, ''))}/`, prompt: 'summary' } }]
    case 'agent':
      return [{ tool, input: { subagent_type: specifier, prompt: 'x', description: 'x' } }]
    case 'skill':
      return [{ tool, input: { skill: specifier.replace(/^skill:/, '').replace(/(:\*| \*)$/, '') } }]
    case 'parameter': {
      const value = filled(specifier.slice(specifier.indexOf(':') + 1).trim())
      const scalar = value === 'true' ? true : value === 'false' ? false : value
      return callsOf(tool, context).map((call) => ({ tool, input: { ...call.input, [rule.parameter.name]: scalar } }))
    }
  }
}

/** A call of a tool with an ordinary input. */
function callsOf(tool: string, { cwd }: PermissionContext): ToolCall[] {
  if (/^mcp__.+?__/.test(tool)) return [{ tool: filled(tool), input: {} }]
  if (tool.startsWith('mcp__')) return [{ tool: `${filled(tool)}__x`, input: {} }]
  if (tool.includes('*')) return [{ tool: tool.replaceAll('*', '') || 'Bash', input: { command: 'x' } }]
  const text =
    tool === 'WebFetch'
      ? 'https://example.com/'
      : /^(Read|Edit|Write|NotebookEdit|Glob|Grep)$/.test(tool)
        ? `${cwd}/x`
        : 'x'
  return [readCall(text, tool) ?? { tool, input: {} }]
}

/** Commands that a pattern matches: with nothing, with a word and with two where a `*` stands. */
function commandTexts(specifier: string): string[] {
  const text = specifier.replace(/\\([()])/g, '$1')
  const open = openQuote(text.replace(/:\*$/, ''))
  if (text.endsWith(':*')) return [`${text.slice(0, -2)} x${open}`, `${text.slice(0, -2)}${open}`]
  const fillers = ['x', '', 'x y', '-x']
  const texts = text.includes('*') ? fillers.map((filler) => text.replaceAll('*', filler) + open) : [text]
  return [...new Set(texts.map((one) => one.replace(/\s+/g, ' ').trim()))].filter((one) => one !== '')
}

/** The quote that a text leaves open, to be closed by whatever stands for the last `*`; empty when none is. */
function openQuote(text: string): string {
  let open = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string
    if (letter === '\\' && open !== "'") at++
    else if (open === '' && (letter === '"' || letter === "'")) open = letter
    else if (letter === open) open = ''
  }
  return open
}

/** A file the pattern covers, touched by every tool the rule is for. */
function pathCalls(rule: CompiledRule, { cwd }: PermissionContext): ToolCall[] {
  // In the letters of the rule, though a deny rule takes the others too.
  const language = ruleLanguage({ ...rule, entry: { ...rule.entry, effect: 'allow' } })
  const found = language === null ? null : findText([language.machine], [])
  if (found?.found !== 'text' || rule.kind !== 'path') return []
  const path = found.text.startsWith(`${cwd}/`) ? found.text.slice(cwd.length + 1) : found.text
  const quoted = /^[\w@%+=:,./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  if (rule.access === 'read') {
    return [
      { tool: 'Read', input: { file_path: path } },
      { tool: 'Grep', input: { pattern: 'x', path } },
      { tool: 'Bash', input: { command: `cat ${quoted}` } },
    ]
  }
  return [
    { tool: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } },
    { tool: 'Write', input: { file_path: path, content: 'x' } },
    { tool: 'NotebookEdit', input: { notebook_path: path, new_source: 'x' } },
    { tool: 'Bash', input: { command: `echo x > ${quoted}` } },
    { tool: 'Read', input: { file_path: path } },
  ]
}

function filled(text: string): string {
  return text.replaceAll('*', 'x')
}
