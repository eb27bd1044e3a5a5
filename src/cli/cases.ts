import { isAbsolute } from 'node:path'
import { type Mode, modes, type Platform, type ToolCall } from '../call.ts'
import type { Layer } from '../decision.ts'
import { posixPath } from '../path.ts'
import { memorySystem, nodeSystem, type System } from '../system.ts'
import { platforms } from './shared-options.ts'

/** Settings of a case by layer, as parsed. */
export type InlineLayers = { readonly [L in Exclude<Layer, 'session'>]?: unknown }

/** Who makes the call, where it is not the main agent. */
export interface CaseAgent {
  readonly id: string | undefined
  readonly type: string | undefined
}

/** Where and as whom the calls of a case run; what is absent comes from the command line. */
export interface CaseSetting {
  readonly cwd: string | undefined
  readonly home: string | undefined
  readonly configDir: string | undefined
  readonly mode: Mode | undefined
  readonly trusted: boolean | undefined
  readonly platform: Platform | undefined
  readonly headless: boolean
  /** A hook that cannot answer blocks, whatever its own `onFailure` says. */
  readonly strictHooks: boolean
  /** undefined: the settings of the machine. */
  readonly layers: InlineLayers | undefined
  /** undefined: the real disk. */
  readonly files: Readonly<Record<string, string>> | undefined
  readonly symlinks: Readonly<Record<string, string>> | undefined
}

/** One line of a batch. */
export interface Case {
  /** As given; undefined when absent. */
  readonly id: unknown
  readonly calls: readonly ToolCall[]
  /** The line asks for groups of several calls, not for one decision. */
  readonly grouped: boolean
  readonly setting: CaseSetting
  readonly agent: CaseAgent | undefined
}

/** A line that is no case: what was expected. */
export interface CaseFault {
  readonly id: unknown
  readonly fault: string
}

type Fields = Readonly<Record<string, unknown>>

/** Reads one line of a batch. Never throws. */
export function readCase(line: string): Case | CaseFault {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return { id: null, fault: `not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}` }
  }
  if (!isObject(value)) return { id: null, fault: 'expected a JSON object' }
  const id = value['id']
  const fault = settingFault(value)
  if (fault !== undefined) return { id: id ?? null, fault }
  const calls = readCalls(value)
  if (typeof calls === 'string') return { id: id ?? null, fault: calls }
  return {
    id,
    calls,
    grouped: value['calls'] !== undefined,
    setting: readSetting(value),
    agent: readAgent(value['agent']),
  }
}

/** The disk of a case: its own when it describes one, else the real one. */
export function systemOf({ files, symlinks, platform }: CaseSetting): System {
  if (files === undefined && symlinks === undefined) return nodeSystem
  if (platform !== 'win32') return memorySystem(files ?? {}, symlinks ?? {})
  const named = (paths: Readonly<Record<string, string>> = {}, value = (text: string) => text) =>
    Object.fromEntries(Object.entries(paths).map(([path, text]) => [posixPath(path), value(text)]))
  return memorySystem(named(files), named(symlinks, posixPath))
}

function readCalls(fields: Fields): readonly ToolCall[] | string {
  const { calls } = fields
  if (calls === undefined) {
    const call = readCall(fields)
    return typeof call === 'string' ? call : [call]
  }
  if (!Array.isArray(calls)) return '`calls`: expected a list of calls'
  const read: ToolCall[] = []
  for (const [i, item] of calls.entries()) {
    const call = isObject(item) ? readCall(item) : 'expected an object'
    if (typeof call === 'string') return `\`calls/${i}\`: ${call}`
    read.push(call)
  }
  return read
}

function readCall({ tool_name: tool, tool_input: input }: Fields): ToolCall | string {
  if (typeof tool !== 'string' || tool === '') return '`tool_name`: expected the name of a tool'
  if (!isObject(input)) return '`tool_input`: expected an object'
  return { tool, input }
}

const layerNames = ['managed', 'cli', 'local', 'project', 'user'] as const

const expectations: readonly (readonly [string, (value: unknown) => boolean, string])[] = [
  ['cwd', isPath, 'an absolute path'],
  ['home', isPath, 'an absolute path'],
  ['config_dir', isPath, 'an absolute path'],
  ['mode', (value) => value === 'manual' || modes.some((mode) => mode === value), `one of ${modes.join(', ')}`],
  ['trusted', isBoolean, 'true or false'],
  ['headless', isBoolean, 'true or false'],
  ['strictHooks', isBoolean, 'true or false'],
  ['platform', (value) => platforms.some((known) => known === value), `one of ${platforms.join(', ')}`],
  ['layers', isObject, 'an object of layers'],
  ['files', isTextByPath, 'an object of texts by absolute path'],
  ['symlinks', isTextByPath, 'an object of targets by absolute path'],
]

function settingFault(fields: Fields): string | undefined {
  for (const [name, fits, expected] of expectations) {
    if (fields[name] !== undefined && !fits(fields[name])) return `\`${name}\`: expected ${expected}`
  }
  const { agent } = fields
  if (agent !== undefined && typeof agent !== 'string' && !isObject(agent)) return '`agent`: expected an object'
  return undefined
}

/** Every field was looked at by `settingFault`. */
function readSetting(fields: Fields): CaseSetting {
  const { mode, layers } = fields
  return {
    cwd: fields['cwd'] as string | undefined,
    home: fields['home'] as string | undefined,
    configDir: fields['config_dir'] as string | undefined,
    mode: (mode === 'manual' ? 'default' : mode) as Mode | undefined,
    trusted: fields['trusted'] as boolean | undefined,
    platform: fields['platform'] as Platform | undefined,
    headless: fields['headless'] === true,
    strictHooks: fields['strictHooks'] === true,
    layers: layers === undefined ? undefined : pick(layers as Fields),
    files: fields['files'] as Readonly<Record<string, string>> | undefined,
    symlinks: fields['symlinks'] as Readonly<Record<string, string>> | undefined,
  }
}

function pick(layers: Fields): InlineLayers {
  const picked: Record<string, unknown> = {}
  for (const name of layerNames) if (Object.hasOwn(layers, name)) picked[name] = layers[name]
  return picked
}

function readAgent(agent: unknown): CaseAgent | undefined {
  if (typeof agent === 'string') return { id: undefined, type: agent }
  if (!isObject(agent)) return undefined
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { id: text(agent['id']), type: text(agent['type']) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

/** Of the machine's own system or of POSIX: a case may describe another machine. */
function isPath(value: unknown): boolean {
  return typeof value === 'string' && (isAbsolute(value) || /^(\/|[A-Za-z]:[\\/])/.test(value))
}

function isTextByPath(value: unknown): boolean {
  return isObject(value) && Object.entries(value).every(([path, text]) => isPath(path) && typeof text === 'string')
}
