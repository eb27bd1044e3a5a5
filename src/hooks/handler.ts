import type { HookEntry } from '../rules/context.ts'
import { type HandlerType, hookEvent } from './events.ts'

interface Common {
  readonly if?: string
  /** Seconds; undefined means the default of event and type. */
  readonly timeout?: number
  readonly once: boolean
  readonly failClosed: boolean
}

export interface CommandHandler extends Common {
  readonly type: 'command'
  readonly command: string
  /** Present, even empty: `command` is started itself, without a shell. */
  readonly args?: readonly string[]
  readonly async: boolean
  readonly asyncRewake: boolean
  readonly shell?: 'bash' | 'powershell'
}

export interface HttpHandler extends Common {
  readonly type: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly allowedEnvVars: readonly string[]
}

export interface McpHandler extends Common {
  readonly type: 'mcp_tool'
  readonly server: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface ModelHandler extends Common {
  readonly type: 'prompt' | 'agent'
  readonly prompt: string
  readonly model?: string
  readonly continueOnBlock: boolean
}

export type Handler = CommandHandler | HttpHandler | McpHandler | ModelHandler

/** What is wrong with an entry that cannot run, in words. */
export interface HandlerFault {
  readonly fault: string
}

type Check = 'string' | 'boolean' | 'seconds' | 'strings' | 'object' | 'headers' | readonly string[]

const common: Readonly<Record<string, Check>> = {
  if: 'string',
  timeout: 'seconds',
  statusMessage: 'string',
  once: 'boolean',
}

const onFailure = ['continue', 'block']

/** Fields by type; a `!` in front marks one that must be there. Others are ignored (spec/hooks.md 1.1, 1.6). */
const shapes: Readonly<Record<HandlerType, Readonly<Record<string, Check>>>> = {
  command: {
    '!command': 'string',
    args: 'strings',
    async: 'boolean',
    asyncRewake: 'boolean',
    shell: ['bash', 'powershell'],
    onFailure,
  },
  http: { '!url': 'string', headers: 'headers', allowedEnvVars: 'strings', onFailure },
  mcp_tool: { '!server': 'string', '!tool': 'string', input: 'object' },
  prompt: { '!prompt': 'string', model: 'string', continueOnBlock: 'boolean' },
  agent: { '!prompt': 'string', model: 'string' },
}

/** The handler of an entry, or why it can never run. */
export function readHandler(entry: HookEntry): Handler | HandlerFault {
  const raw = entry.handler
  const type = raw['type']
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) {
    const expected = Object.keys(shapes).join('`, `')
    return { fault: `its \`type\` is ${written(type)}: expected one of \`${expected}\`` }
  }
  const kind = type as HandlerType
  const event = hookEvent(entry.event)
  if (event === undefined) return { fault: `\`${entry.event}\` is no event of the settings format` }
  if (!event.types.includes(kind)) {
    return {
      fault: `a \`${kind}\` hook cannot run on ${entry.event}: use ${event.types.map((t) => `\`${t}\``).join(', ')}`,
    }
  }
  for (const [key, check] of [...Object.entries(common), ...Object.entries(shapes[kind])]) {
    const required = key.startsWith('!')
    const name = required ? key.slice(1) : key
    const value = raw[name]
    if (value === undefined ? required : !fits(value, check)) {
      return { fault: `its \`${name}\` is ${written(value)}: expected ${inWords(check)}` }
    }
  }
  return build(kind, raw)
}

export function isFault(handler: Handler | HandlerFault): handler is HandlerFault {
  return 'fault' in handler
}

function build(type: HandlerType, raw: Readonly<Record<string, unknown>>): Handler {
  const base = {
    ...(typeof raw['if'] === 'string' ? { if: raw['if'] } : {}),
    ...(typeof raw['timeout'] === 'number' ? { timeout: raw['timeout'] } : {}),
    once: raw['once'] === true,
    failClosed: raw['onFailure'] === 'block',
  }
  switch (type) {
    case 'command':
      return {
        ...base,
        type,
        command: raw['command'] as string,
        ...(raw['args'] === undefined ? {} : { args: raw['args'] as string[] }),
        async: raw['async'] === true,
        asyncRewake: raw['asyncRewake'] === true,
        ...(raw['shell'] === undefined ? {} : { shell: raw['shell'] as 'bash' | 'powershell' }),
      }
    case 'http':
      return {
        ...base,
        type,
        url: raw['url'] as string,
        headers: (raw['headers'] ?? {}) as Record<string, string>,
        allowedEnvVars: (raw['allowedEnvVars'] ?? []) as string[],
      }
    case 'mcp_tool':
      return {
        ...base,
        failClosed: false,
        type,
        server: raw['server'] as string,
        tool: raw['tool'] as string,
        input: (raw['input'] ?? {}) as Record<string, unknown>,
      }
    default:
      return {
        ...base,
        failClosed: false,
        type,
        prompt: raw['prompt'] as string,
        ...(raw['model'] === undefined ? {} : { model: raw['model'] as string }),
        // Agent hooks always behave so (spec/hooks.md 3.8).
        continueOnBlock: type === 'agent' || raw['continueOnBlock'] === true,
      }
  }
}

/** One line that names a handler: its command, URL, MCP tool or the start of its prompt. */
export function handlerLabel(raw: Readonly<Record<string, unknown>>): string {
  const text = (key: string) => (typeof raw[key] === 'string' ? (raw[key] as string) : '')
  switch (raw['type']) {
    case 'http':
      return text('url')
    case 'mcp_tool':
      return `${text('server')}/${text('tool')}`
    case 'prompt':
    case 'agent':
      return `${raw['type']}: ${text('prompt').slice(0, 60)}`
    default: {
      const args = Array.isArray(raw['args']) ? raw['args'].map(String) : []
      return [text('command'), ...args].join(' ')
    }
  }
}

function fits(value: unknown, check: Check): boolean {
  switch (check) {
    case 'string':
    case 'boolean':
      return typeof value === check
    case 'seconds':
      return typeof value === 'number' && Number.isFinite(value) && value > 0
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
    case 'object':
      return isObject(value)
    case 'headers':
      return isObject(value) && Object.values(value).every((item) => typeof item === 'string')
    default:
      return check.includes(value as string)
  }
}

function inWords(check: Check): string {
  if (typeof check !== 'string') return `one of \`${check.join('`, `')}\``
  const words = {
    string: 'a string',
    boolean: 'true or false',
    seconds: 'a number of seconds above 0',
    strings: 'a list of strings',
    object: 'an object',
    headers: 'an object of strings',
  }
  return words[check]
}

function written(value: unknown): string {
  return value === undefined ? 'missing' : `\`${JSON.stringify(value)?.slice(0, 80) ?? String(value)}\``
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
