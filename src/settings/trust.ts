import type { PlatformPath } from 'node:path'
import type { System } from '../system.ts'
import { asObject } from './json.ts'

/**
 * Whether the user once trusted a folder: `projects["<folder>"].hasTrustDialogAccepted` in the client's state file. Anything
 * that cannot be read is no trust, as for the client when nobody can be asked (spec/permissions.md 1.8).
 */
export function isTrusted(folder: string, stateFile: string, system: System): boolean {
  try {
    const text = system.kind(stateFile) === undefined ? undefined : system.readText(stateFile)
    if (text === undefined) return false
    const projects = asObject(asObject(JSON.parse(text))?.['projects'])
    return Object.hasOwn(projects ?? {}, folder) && asObject(projects?.[folder])?.['hasTrustDialogAccepted'] === true
  } catch {
    return false
  }
}

/** The client's state file: beside `~/.claude`, or inside a folder that `CLAUDE_CONFIG_DIR` names. */
export function stateFileOf(configDir: string, home: string, path: PlatformPath): string {
  return configDir === path.join(home, '.claude')
    ? path.join(home, '.claude.json')
    : path.join(configDir, '.claude.json')
}
