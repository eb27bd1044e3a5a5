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

/**
 * The mode at the start. `auto` and `bypassPermissions` of a repository's file, and a mode nobody knows, give the built-in
 * default rather than the next file's choice (spec/permissions.md 1.6).
 */
export function startMode(precedence: readonly ReadLayer[], rules: ModeRules, issues: Issue[]): Mode {
  const mode = rules.asked === undefined ? modeOfFiles(precedence, issues) : askedMode(rules.asked, issues)
  const disabled = (mode === 'bypassPermissions' && rules.bypassDisabled) || (mode === 'auto' && rules.autoDisabled)
  if (disabled) issues.push(issueAt(nowhereElse, '', 'mode-disabled', 'warning', { mode }))
  return disabled || (rules.refuses && !careful.includes(mode)) ? 'default' : mode
}

const nowhereElse = { file: '', document: undefined }

function askedMode(asked: string, issues: Issue[]): Mode {
  const mode = modeNamed(asked)
  if (mode === undefined) {
    issues.push(issueAt(nowhereElse, '', 'unknown-mode', 'error', { mode: asked, expected: modes.join(', ') }))
  }
  return mode ?? 'default'
}

function modeOfFiles(precedence: readonly ReadLayer[], issues: Issue[]): Mode {
  for (const read of precedence) {
    const written = asObject(read.settings['permissions'])?.['defaultMode']
    if (typeof written !== 'string') continue
    const pointer = '/permissions/defaultMode'
    const mode = modeNamed(written)
    if (mode === undefined) {
      issues.push(issueAt(read, pointer, 'unknown-mode', 'warning', { mode: written, expected: modes.join(', ') }))
      return 'default'
    }
    if (read.dropped && !careful.includes(mode)) continue
    const repository = read.layer === 'project' || read.layer === 'local'
    if (repository && (mode === 'auto' || mode === 'bypassPermissions')) {
      issues.push(issueAt(read, pointer, 'mode-not-here', 'warning', { mode, layer: read.layer }))
      return 'default'
    }
    return mode
  }
  return 'default'
}

function modeNamed(text: string): Mode | undefined {
  return text === 'manual' ? 'default' : modes.find((mode) => mode === text)
}
