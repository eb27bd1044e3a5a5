import type { PermissionContext } from '../rules/context.ts'
import { loadContext } from '../settings/load.ts'
import { nodeSystem } from '../system.ts'
import type { SharedOptions } from './shared-options.ts'

/** The settings that hold for a command line: those found on the machine, as the shared options change them. */
export function contextFor(options: SharedOptions): PermissionContext {
  return loadContext(options, nodeSystem)
}
