import type { Mode, Platform } from '../call.ts'

/** The options every command that reads settings takes, as typed; paths are absolute. */
export interface SharedOptions {
  readonly cwd: string
  readonly home?: string
  readonly configDir?: string
  readonly managed?: string
  readonly user?: string
  readonly project?: string
  readonly local?: string
  /** A file or JSON text: adds the command-line layer. */
  readonly settings?: string
  readonly settingSources?: readonly SettingSource[]
  readonly mode?: Mode | 'manual'
  readonly trusted?: boolean
  readonly platform?: Platform
}

export type SettingSource = 'user' | 'project' | 'local'

export const settingSources: readonly SettingSource[] = ['user', 'project', 'local']

export const platforms: readonly Platform[] = ['linux', 'darwin', 'win32']

/** The sources of a comma-separated list, or the first name that is none. */
export function readSources(text: string): readonly SettingSource[] | { readonly wrong: string } {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  const wrong = names.find((name) => !settingSources.includes(name as SettingSource))
  return wrong === undefined ? (names as SettingSource[]) : { wrong }
}
