import type { Effect } from '../decision.ts'
import type { HookEntry, HookOrigin, PermissionContext, RuleEntry } from '../rules/context.ts'

/** Rules and hooks that an agent or a skill adds to a context, each with the place it came from. */
export interface PolicyLayer {
  readonly file: string
  /** JSON-pointer names of the front matter fields the rules stand under. */
  readonly rules: Readonly<Partial<Record<Effect, { readonly pointer: string; readonly texts: readonly string[] }>>>
  readonly hooks: readonly HookEntry[]
  readonly because?: string
}

/** The same context with a layer of rules and hooks on top. Frozen, as every context is. */
export function addLayer(context: PermissionContext, layer: PolicyLayer): PermissionContext {
  const entries = (effect: Effect): readonly RuleEntry[] => {
    const added = layer.rules[effect]
    if (added === undefined || added.texts.length === 0) return context.rules[effect]
    const made = added.texts.map((text, index) =>
      Object.freeze({
        effect,
        text,
        ...(layer.because === undefined ? {} : { because: layer.because }),
        source: Object.freeze({
          layer: 'session' as const,
          file: layer.file,
          pointer: `${added.pointer}/${index}`,
          line: 0,
          column: 0,
        }),
      }),
    )
    return Object.freeze([...context.rules[effect], ...made])
  }
  return Object.freeze({
    ...context,
    rules: Object.freeze({ deny: entries('deny'), ask: entries('ask'), allow: entries('allow') }),
    hooks: layer.hooks.length === 0 ? context.hooks : Object.freeze([...context.hooks, ...layer.hooks]),
  })
}

/** The `hooks` field of a front matter as entries. What has not the shape of the settings format is left out and named. */
export function frontMatterHooks(
  value: unknown,
  file: string,
  origin: HookOrigin,
  rename: Readonly<Record<string, string>> = {},
): { readonly hooks: readonly HookEntry[]; readonly warnings: readonly string[] } {
  const hooks: HookEntry[] = []
  const warnings: string[] = []
  if (value === undefined || value === null) return { hooks, warnings }
  if (!isObject(value)) return { hooks, warnings: [`${file}: \`hooks\` must be an object of events`] }
  for (const [name, groups] of Object.entries(value)) {
    const event = Object.hasOwn(rename, name) ? (rename[name] as string) : name
    if (!Array.isArray(groups)) {
      warnings.push(`${file}: \`hooks.${name}\` must be a list`)
      continue
    }
    groups.forEach((group: unknown, index) => {
      const { matcher, hooks: handlers } = isObject(group) ? group : {}
      if (!Array.isArray(handlers) || !(matcher === undefined || typeof matcher === 'string')) {
        warnings.push(`${file}: \`hooks.${name}[${index}]\` must have \`hooks\` and a text as \`matcher\``)
        return
      }
      handlers.forEach((handler: unknown, place) => {
        if (!isObject(handler)) {
          warnings.push(`${file}: \`hooks.${name}[${index}].hooks[${place}]\` is no handler`)
          return
        }
        const pointer = `/hooks/${name}/${index}/hooks/${place}`
        const source = { layer: 'session' as const, file, pointer, line: 0, column: 0 }
        hooks.push(Object.freeze({ event, matcher, handler: Object.freeze({ ...handler }), source, origin }))
      })
    })
  }
  return { hooks, warnings }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
