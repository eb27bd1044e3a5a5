import { type Mode, modes } from '../call.ts'
import type { Effect, Layer, Source } from '../decision.ts'
import type { PermissionContext, RuleEntry } from '../rules/context.ts'
import { isObject } from './handler.ts'

export interface RuleValue {
  readonly toolName: string
  /** Absent: the whole tool. */
  readonly ruleContent?: string
}

/** Where an update belongs. `session` lives in memory. */
export type Destination = 'session' | 'localSettings' | 'projectSettings' | 'userSettings' | 'cliArg'

/** One change of permissions that an allowing PermissionRequest hook or host asks for (spec/hooks.md 5.1). */
export type PermissionUpdate =
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      readonly rules: readonly RuleValue[]
      readonly behavior: Effect
      readonly destination: Destination
    }
  | { readonly type: 'setMode'; readonly mode: Mode; readonly destination: Destination }
  | {
      readonly type: 'addDirectories' | 'removeDirectories'
      readonly directories: readonly string[]
      readonly destination: Destination
    }

const layers: Readonly<Record<Destination, Layer>> = {
  session: 'session',
  cliArg: 'cli',
  localSettings: 'local',
  projectSettings: 'project',
  userSettings: 'user',
}

const layerOrder: readonly Layer[] = ['managed', 'cli', 'local', 'project', 'user', 'session']

/** Checks one entry of `updatedPermissions`; a string says what is wrong with it. */
export function readUpdate(value: unknown): PermissionUpdate | string {
  if (!isObject(value)) return 'an update is no object'
  const { type, destination } = value
  if (typeof destination !== 'string' || !Object.hasOwn(layers, destination)) {
    return `\`destination\` is \`${JSON.stringify(destination)}\`: expected one of ${inBackticks(Object.keys(layers))}`
  }
  const to = destination as Destination
  switch (type) {
    case 'addRules':
    case 'replaceRules':
    case 'removeRules': {
      const { rules, behavior } = value
      if (behavior !== 'allow' && behavior !== 'deny' && behavior !== 'ask') {
        return `\`behavior\` is \`${JSON.stringify(behavior)}\`: expected \`allow\`, \`deny\` or \`ask\``
      }
      if (!Array.isArray(rules) || !rules.every(isRule)) return '`rules` is no list of `{toolName, ruleContent?}`'
      return { type, rules: rules.map(rule), behavior, destination: to }
    }
    case 'setMode': {
      const mode = value['mode'] === 'manual' ? 'default' : value['mode']
      if (!modes.includes(mode as Mode))
        return `\`mode\` is \`${JSON.stringify(mode)}\`: expected one of ${inBackticks(modes)}`
      return { type, mode: mode as Mode, destination: to }
    }
    case 'addDirectories':
    case 'removeDirectories': {
      const { directories } = value
      if (!Array.isArray(directories) || !directories.every((item) => typeof item === 'string' && item !== '')) {
        return '`directories` is no list of paths'
      }
      return { type, directories, destination: to }
    }
    default:
      return `\`type\` is \`${JSON.stringify(type)}\`: expected addRules, replaceRules, removeRules, setMode, addDirectories or removeDirectories`
  }
}

/** The text of a rule as it stands in settings. */
export function ruleText({ toolName, ruleContent }: RuleValue): string {
  return ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`
}

/** A context after an update, and what was refused. */
export interface Updated {
  readonly context: PermissionContext
  readonly warnings: readonly string[]
}

/**
 * The context with updates in force, as the running session sees them; nothing is written. `resolve` makes a directory
 * absolute. Allow rules are refused where only managed rules count, and bypass mode where it is not available.
 */
export function applyUpdates(
  context: PermissionContext,
  updates: readonly PermissionUpdate[],
  resolve: (path: string) => string,
): Updated {
  const warnings: string[] = []
  let now = context
  for (const update of updates) {
    const refused = refusal(now, update)
    if (refused !== null) warnings.push(refused)
    else now = applyOne(now, update, resolve)
  }
  return { context: now, warnings }
}

/** Why an update must not take effect here; null when it may. */
export function refusal(context: PermissionContext, update: PermissionUpdate): string | null {
  if (update.type === 'setMode' && update.mode === 'bypassPermissions') {
    if (context.bypassDisabled || !context.bypassAvailable) return 'bypassPermissions is not available in this session'
  }
  const grants = update.type === 'addRules' || update.type === 'replaceRules'
  if (grants && update.behavior === 'allow' && context.managedRulesOnly) {
    return 'only managed settings may allow here: the new allow rules are ignored'
  }
  return null
}

function applyOne(
  context: PermissionContext,
  update: PermissionUpdate,
  resolve: (path: string) => string,
): PermissionContext {
  switch (update.type) {
    case 'setMode':
      return Object.freeze({ ...context, mode: update.mode })
    case 'addDirectories':
    case 'removeDirectories': {
      const named = update.directories.map(resolve)
      const kept = context.workingDirectories.filter(
        // The working directory itself stays, whatever a hook says.
        (path, index) => index === 0 || update.type === 'addDirectories' || !named.includes(path),
      )
      const added = update.type === 'addDirectories' ? named : []
      return Object.freeze({ ...context, workingDirectories: Object.freeze([...new Set([...kept, ...added])]) })
    }
    default:
      return withRules(context, update)
  }
}

function withRules(
  context: PermissionContext,
  update: PermissionUpdate & { readonly type: 'addRules' | 'replaceRules' | 'removeRules' },
): PermissionContext {
  const layer = layers[update.destination]
  const texts = update.rules.map(ruleText)
  const list = context.rules[update.behavior]
  const file = context.layers.find((item) => item.layer === layer)?.file ?? layer
  const kept = list.filter(({ text, source }) => {
    if (source.layer !== layer) return true
    return update.type === 'addRules' || (update.type === 'removeRules' && !texts.includes(text))
  })
  const present = new Set(kept.filter(({ source }) => source.layer === layer).map(({ text }) => text))
  const added: RuleEntry[] = update.type === 'removeRules' ? [] : texts.filter((text) => !present.has(text)).map(entry)
  const rules = [...kept, ...added].sort((a, b) => rank(a) - rank(b))
  return Object.freeze({
    ...context,
    rules: Object.freeze({ ...context.rules, [update.behavior]: Object.freeze(rules) }),
    anchors: Object.freeze(
      Object.hasOwn(context.anchors, file) ? context.anchors : { ...context.anchors, [file]: context.cwd },
    ),
  })

  function entry(text: string, index: number): RuleEntry {
    const source: Source = { layer, file, pointer: `/permissions/${update.type}/${index}`, line: 0, column: 0 }
    return Object.freeze({ effect: (update as { behavior: Effect }).behavior, text, source: Object.freeze(source) })
  }
}

function rank({ source }: RuleEntry): number {
  return layerOrder.indexOf(source.layer)
}

function isRule(value: unknown): boolean {
  if (!isObject(value) || typeof value['toolName'] !== 'string' || value['toolName'] === '') return false
  return value['ruleContent'] === undefined || typeof value['ruleContent'] === 'string'
}

function rule(value: Record<string, unknown>): RuleValue {
  const toolName = value['toolName'] as string
  return value['ruleContent'] === undefined ? { toolName } : { toolName, ruleContent: value['ruleContent'] as string }
}

function inBackticks(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}
