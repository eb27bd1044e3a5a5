import { maskAll, maskSecrets } from '../hooks/mask.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem } from '../system.ts'

/** A value to be shown, secrets replaced in all of it: nobody goes on with what is only shown. */
export function masked<T>(value: T, { env }: PermissionContext): T {
  return maskAll(value, (text) => maskSecrets(text, { ...nodeSystem.env, ...env }))
}
