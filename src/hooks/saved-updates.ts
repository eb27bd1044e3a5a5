import type { PermissionContext } from '../rules/context.ts'
import { isObject } from './handler.ts'
import { type PermissionUpdate, refusal, ruleText } from './updates.ts'

/** A destination that is a file. */
export type FileDestination = 'localSettings' | 'projectSettings' | 'userSettings'

/** One value to set in a settings file; undefined removes it. A path that ends in -1 appends to a list. */
export interface SettingsEdit {
  readonly path: (string | number)[]
  readonly value: unknown
}

/** Changes the settings file of a destination: keeps what it does not name, in one step or not at all. */
export type SettingsWriter = (
  destination: FileDestination,
  change: (settings: Readonly<Record<string, unknown>>) => readonly SettingsEdit[],
) => unknown

/**
 * Writes the updates that belong into files, one file after another; what belongs to the session is left out. Says what
 * was refused or could not be written. Bypass mode is never written (spec/hooks.md 5.1).
 */
export async function saveUpdates(
  context: PermissionContext,
  updates: readonly PermissionUpdate[],
  write: SettingsWriter,
): Promise<string[]> {
  const warnings: string[] = []
  for (const update of updates) {
    if (update.destination === 'session' || update.destination === 'cliArg') continue
    const refused =
      update.type === 'setMode' && update.mode === 'bypassPermissions'
        ? 'bypassPermissions is never saved'
        : refusal(context, update)
    if (refused !== null) {
      warnings.push(refused)
      continue
    }
    try {
      await write(update.destination, (settings) => editsOf(update, settings))
    } catch (error) {
      warnings.push(`${update.destination} could not be changed: ${(error as Error).message}`)
    }
  }
  return warnings
}

function editsOf(update: PermissionUpdate, settings: Readonly<Record<string, unknown>>): SettingsEdit[] {
  const permissions = isObject(settings['permissions']) ? settings['permissions'] : {}
  switch (update.type) {
    case 'setMode':
      return permissions['defaultMode'] === update.mode
        ? []
        : [{ path: ['permissions', 'defaultMode'], value: update.mode }]
    case 'addRules':
      return added(permissions, update.behavior, update.rules.map(ruleText))
    case 'removeRules':
      return removed(permissions, update.behavior, update.rules.map(ruleText))
    case 'replaceRules':
      return [{ path: ['permissions', update.behavior], value: [...new Set(update.rules.map(ruleText))] }]
    case 'addDirectories':
      return added(permissions, 'additionalDirectories', update.directories)
    case 'removeDirectories':
      return removed(permissions, 'additionalDirectories', update.directories)
  }
}

function added(permissions: Record<string, unknown>, key: string, entries: readonly string[]): SettingsEdit[] {
  const list = permissions[key]
  const present = Array.isArray(list) ? list : []
  const fresh = [...new Set(entries)].filter((entry) => !present.includes(entry))
  if (fresh.length === 0) return []
  if (!Array.isArray(list)) return [{ path: ['permissions', key], value: fresh }]
  return fresh.map((value) => ({ path: ['permissions', key, -1], value }))
}

function removed(permissions: Record<string, unknown>, key: string, entries: readonly string[]): SettingsEdit[] {
  const list = permissions[key]
  if (!Array.isArray(list)) return []
  // From the end, so that the indexes before stay what they were.
  return list
    .flatMap((entry, index) =>
      entries.includes(entry) ? [{ path: ['permissions', key, index], value: undefined }] : [],
    )
    .reverse()
}
