import type { SettingsLayer } from '../rules/context.ts'

export interface SettingsText {
  readonly pointer: string
  /** The key it stands under; empty in a list. */
  readonly name: string
  readonly text: string
}

/** Every text in the settings of a layer, keys excluded. */
export function* settingsTexts({ settings }: SettingsLayer): Generator<SettingsText> {
  yield* walk(settings, '', '')
}

function* walk(value: unknown, pointer: string, name: string): Generator<SettingsText> {
  if (typeof value === 'string') yield { pointer, name, text: value }
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* walk(item, `${pointer}/${i}`, '')
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield* walk(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, key)
    }
  }
}
