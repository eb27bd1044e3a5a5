import type { Layer } from '../decision.ts'
import type { PermissionContext } from '../rules/context.ts'

/** A single value that several layers set: one counts, the others do not. */
export interface Override {
  readonly key: string
  readonly wins: { readonly layer: Layer; readonly value: unknown }
  readonly loses: readonly { readonly layer: Layer; readonly value: unknown }[]
}

/** Highest first (spec/permissions.md 1.1); lists add up and are no matter of precedence. */
const precedence: readonly Layer[] = ['managed', 'session', 'cli', 'local', 'project', 'user']

/** Every single value set in more than one layer, in the order of its key. */
export function overrides({ layers }: PermissionContext): Override[] {
  const byKey = new Map<string, { layer: Layer; value: unknown }[]>()
  for (const layer of precedence) {
    for (const { settings } of layers.filter((one) => one.layer === layer)) {
      for (const [key, value] of scalars(settings, '')) byKey.set(key, [...(byKey.get(key) ?? []), { layer, value }])
    }
  }
  return [...byKey]
    .filter(([, set]) => set.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, [wins, ...loses]]) => ({ key, wins: wins!, loses }))
}

function* scalars(value: Readonly<Record<string, unknown>>, prefix: string): Generator<[string, unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$schema' || key === 'hooks') continue
    if (typeof inner === 'object' && inner !== null) {
      if (!Array.isArray(inner)) yield* scalars(inner as Record<string, unknown>, `${prefix}${key}.`)
    } else yield [prefix + key, inner]
  }
}
