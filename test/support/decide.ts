import type { Mode, Platform, ToolCall } from '../../src/call.ts'
import type { Decision } from '../../src/decision.ts'
import { evaluate } from '../../src/rules/evaluate.ts'
import type { HookVerdict } from '../../src/rules/law.ts'
import { createContext } from '../../src/settings/load.ts'
import { memorySystem } from '../../src/system.ts'

/** A policy and a disk in one line, for tables. */
export interface Scene {
  readonly allow?: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
  readonly mode?: Mode
  readonly cwd?: string
  readonly platform?: Platform
  readonly directories?: readonly string[]
  readonly settings?: Readonly<Record<string, unknown>>
  readonly user?: Readonly<Record<string, unknown>>
  readonly files?: readonly string[]
  readonly links?: Readonly<Record<string, string>>
  readonly headless?: boolean
  readonly trusted?: boolean
}

export const cwd = '/work/proj'
export const home = '/home/dev'

/** The whole decision for a call (a text is a Bash command) in a scene. */
export function decideIn(scene: Scene, call: ToolCall | string, hook?: HookVerdict): Decision {
  const { allow = [], ask = [], deny = [], directories = [], settings = {}, files = [], links = {} } = scene
  const context = createContext({
    layers: {
      project: { ...settings, permissions: { allow, ask, deny, additionalDirectories: directories } },
      ...(scene.user === undefined ? {} : { user: scene.user }),
    },
    cwd: scene.cwd ?? cwd,
    home,
    mode: scene.mode,
    trusted: scene.trusted ?? true,
    platform: scene.platform ?? 'linux',
    headless: scene.headless ?? false,
  })
  const system = memorySystem(Object.fromEntries(files.map((path) => [path, ''])), links)
  return evaluate(typeof call === 'string' ? bash(call) : call, context, system, hook)
}

export const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command } })
export const read = (path: string): ToolCall => ({ tool: 'Read', input: { file_path: path } })
export const write = (path: string): ToolCall => ({ tool: 'Write', input: { file_path: path, content: 'x' } })
export const edit = (path: string): ToolCall => ({
  tool: 'Edit',
  input: { file_path: path, old_string: 'a', new_string: 'b' },
})
export const fetchUrl = (url: string): ToolCall => ({ tool: 'WebFetch', input: { url, prompt: 'x' } })
