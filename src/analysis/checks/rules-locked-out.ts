import type { Check } from '../check.ts'

/** Rules that managed settings with `allowManagedPermissionRulesOnly` keep from counting. */
export const rulesLockedOut: Check = {
  code: 'rules-locked-out',
  severity: 'warning',
  *find({ context, placeOf }) {
    if (!context.managedRulesOnly) return
    for (const { file, settings, layer } of context.layers) {
      if (layer === 'managed' || layer === 'session') continue
      const permissions = settings['permissions'] as Record<string, unknown> | undefined
      const lists = ['allow', 'ask', 'deny'].filter((key) => {
        const list = permissions?.[key]
        return Array.isArray(list) && list.length > 0
      })
      const [first] = lists
      if (first === undefined) continue
      const count = lists.reduce((sum, key) => sum + (permissions![key] as unknown[]).length, 0)
      yield {
        at: placeOf(file, `/permissions/${first}`),
        data: { count, layer },
        witness: null,
        fix: { title: 'move the rules to managed settings, or remove them', safe: false, edits: [] },
      }
    }
  },
}
