import { type Mode, modes } from '../call.ts'
import type { Issue } from '../errors.ts'
import { issueAt } from './faults.ts'
import { asObject } from './json.ts'
import type { ReadLayer } from './layers.ts'

export interface ModeRules {
  /** The mode the host or the command line asks for; it wins over every file. */
  readonly asked: string | undefined
  readonly bypassDisabled: boolean
  readonly autoDisabled: boolean
  /** The reference client would not start: no mode may approve anything by itself. */
  readonly refuses: boolean
}

/** Modes that approve no more than `default` does: a file that is dropped may still set them. */
const careful: readonly Mode[] = ['default', 'plan', 'dontAsk']

/** A mode and the place that chose it. */
interface Choice {
  readonly mode: Mode
  readonly place: Parameters<typeof issueAt>[0]
  readonly pointer: string
}

const option = { file: '--mode', document: undefined }
const pointer = '/permissions/defaultMode'

/**
 * The mode at the start. `auto` and `bypassPermissions` of a repository's file, and a mode nobody knows, give the built-in
 * default rather than the next file's choice (spec/permissions.md 1.6).
 */
export function startMode(precedence: readonly ReadLayer[], rules: ModeRules, issues: Issue[]): Mode {
  const choice = rules.asked === undefined ? choiceOfFiles(precedence, issues) : choiceAsked(rules.asked, issues)
  if (choice === undefined) return 'default'
  const { mode, place, pointer: at } = choice
  if ((mode === 'bypassPermissions' && rules.bypassDisabled) || (mode === 'auto' && rules.autoDisabled)) {
    issues.push(issueAt(place, at, 'mode-disabled', 'warning', { mode }))
    return 'default'
  }
  return rules.refuses && !careful.includes(mode) ? 'default' : mode
}

function choiceAsked(asked: string, issues: Issue[]): Choice | undefined {
  const mode = modeNamed(asked)
  if (mode !== undefined) return { mode, place: option, pointer: '' }
  issues.push(issueAt(option, '', 'unknown-mode', 'error', { mode: asked, expected: modes.join(', ') }))
  return undefined
}

function choiceOfFiles(precedence: readonly ReadLayer[], issues: Issue[]): Choice | undefined {
  for (const read of precedence) {
    const written = asObject(read.settings['permissions'])?.['defaultMode']
    if (typeof written !== 'string') continue
    const mode = modeNamed(written)
    if (mode === undefined) {
      issues.push(issueAt(read, pointer, 'unknown-mode', 'warning', { mode: written, expected: modes.join(', ') }))
      return undefined
    }
    if (read.dropped && !careful.includes(mode)) continue
    const repository = read.layer === 'project' || read.layer === 'local'
    if (repository && (mode === 'auto' || mode === 'bypassPermissions')) {
      issues.push(issueAt(read, pointer, 'mode-not-here', 'warning', { mode, layer: read.layer }))
      return undefined
    }
    return { mode, place: read, pointer }
  }
  return undefined
}

function modeNamed(text: string): Mode | undefined {
  return text === 'manual' ? 'default' : modes.find((mode) => mode === text)
}
