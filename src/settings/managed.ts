import type { PlatformPath } from 'node:path'
import type { Platform } from '../call.ts'
import type { System } from '../system.ts'
import { asObject, type JsonObject } from './json.ts'
import type { ReadLayer } from './layers.ts'

/** Folder of managed settings (spec/permissions.md 1.3). */
export const managedFolders: Readonly<Record<Platform, string>> = {
  linux: '/etc/claude-code',
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
}

/** What the layer of the host's own managed source is called where a file has its path. */
export const managedSourceName = 'managed-source'

/** Managed files in the order they merge: the base file, then drop-ins by name. */
export function managedFiles(folder: string, system: System, path: PlatformPath): string[] {
  const dropIns = path.join(folder, 'managed-settings.d')
  const names = system.list(dropIns) ?? []
  const counted = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort()
  return [path.join(folder, 'managed-settings.json'), ...counted.map((name) => path.join(dropIns, name))]
}

/** Keys that say how managed sources combine, and are no policy themselves. */
const notPolicy = new Set(['managedSourcesBehavior', 'wslInheritsWindowsSettings', '$schema'])

/**
 * Ranks the managed sources: a host's own source stands above the files and, unless one of them asks to merge, alone. Even
 * then the files keep their variables and what can only tighten. Files that cannot be read are kept for their fault.
 */
export function rankManaged(host: ReadLayer | undefined, files: readonly ReadLayer[]): readonly ReadLayer[] {
  if (host === undefined) return files
  const hostHasPolicy = host.unusable || Object.keys(host.settings).some((key) => !notPolicy.has(key))
  if (!hostHasPolicy) return files
  const behaviors = [host, ...[...files].reverse()].map((read) => read.settings['managedSourcesBehavior'])
  const merges = behaviors.find((behavior) => behavior !== undefined) === 'merge'
  const kept = files.map((read) =>
    read.unusable ? read : { ...read, ...(merges ? withoutMode(read) : tightening(read)) },
  )
  // Later files win over earlier ones, so the strongest stands last.
  return [...kept, host]
}

function withoutMode(read: ReadLayer): Partial<ReadLayer> {
  const permissions = asObject(read.settings['permissions'])
  if (permissions?.['defaultMode'] === undefined) return {}
  return { settings: changed(read.settings, { permissions: changed(permissions, { defaultMode: undefined }) }) }
}

function tightening(read: ReadLayer): Partial<ReadLayer> {
  const { env, permissions } = read.settings
  const blocks = asObject(permissions)?.['blockReadsOutsideWorkingDirectories'] === true
  const kept = changed(nothing, {
    env,
    permissions: blocks ? changed(nothing, { blockReadsOutsideWorkingDirectories: true }) : undefined,
  })
  return { settings: kept, hidden: [] }
}

const nothing: JsonObject = Object.freeze(Object.create(null))

function changed(map: JsonObject, changes: Record<string, unknown>): JsonObject {
  const copy: Record<string, unknown> = Object.assign(Object.create(null), map, changes)
  for (const key of Object.keys(changes)) if (changes[key] === undefined) delete copy[key]
  return Object.freeze(copy)
}
