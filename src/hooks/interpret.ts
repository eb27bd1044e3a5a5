import type { HookEntry } from '../rules/context.ts'
import { endlessEvents, type HookEvent, hookEvent } from './events.ts'
import { type Handler, handlerLabel } from './handler.ts'
import { hidesAnswer, nothingSaid, type Output, readBody, readOutput, type Said } from './output.ts'
import type { HookEffect, HookOutcome } from './report.ts'
import type { ProcessResult } from './run.ts'
import { unquotedVariable } from './shell-text.ts'

/** What a handler did, whatever its type. */
export type Raw =
  | ProcessResult
  /** An HTTP answer with a 2xx status. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'http-failed'; readonly status: number | null; readonly message: string }
  | { readonly kind: 'tool'; readonly text: string; readonly isError: boolean }
  /** An MCP server or a model that could not be asked. */
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'verdict'; readonly ok: boolean; readonly reason: string; readonly impossible: boolean }
  /** The host gave no model function. */
  | { readonly kind: 'no-model' }
  | { readonly kind: 'background' }

/** What interpretation needs to know of a run besides its result. */
export interface Run {
  readonly entry: HookEntry
  readonly handler: Handler
  readonly durationMs: number
  /** Every failing hook blocks, not only those that say `onFailure: "block"`. */
  readonly strict: boolean
  readonly projectDir: string
}

/** Characters of each stream kept in an outcome. */
export const shownOutput = 10_000

/** Reads the meaning of one run (spec/hooks.md 3.1-3.9). Pure. */
export function interpret(run: Run, raw: Raw): HookOutcome {
  const outcome = meaning(run, raw)
  return run.entry.onlyTightens === true ? tightened(outcome) : outcome
}

/** Of a hook in a file that the reference client would drop, what loosens or rewrites does not count. */
function tightened(outcome: HookOutcome): HookOutcome {
  const { updatedInput, updatedToolOutput, updatedMCPToolOutput, ...fields } = outcome.fields
  const rewrites = [updatedInput, updatedToolOutput, updatedMCPToolOutput].some((value) => value !== undefined)
  if (outcome.effect !== 'allow' && !rewrites) return outcome
  const note = 'its settings file is invalid: it may deny and ask, but not allow or rewrite'
  const effect = outcome.effect === 'allow' ? null : outcome.effect
  return { ...outcome, effect, fields, notes: [...outcome.notes, note] }
}

function meaning(run: Run, raw: Raw): HookOutcome {
  const row = hookEvent(run.entry.event) as HookEvent
  const streams = streamsOf(raw)
  const start: HookOutcome = {
    event: run.entry.event,
    type: run.handler.type,
    label: handlerLabel(run.entry.handler),
    matcher: run.entry.matcher ?? null,
    source: run.entry.source,
    result: 'success',
    exit: raw.kind === 'exited' ? raw.exit : null,
    signal: raw.kind === 'exited' ? raw.signal : null,
    status: raw.kind === 'answered' || raw.kind === 'http-failed' ? raw.status : null,
    durationMs: run.durationMs,
    stdout: streams.stdout.slice(0, shownOutput),
    stderr: streams.stderr.slice(0, shownOutput),
    truncated: streams.stdout.length > shownOutput || streams.stderr.length > shownOutput || streams.overflow,
    output: 'none',
    effect: null,
    blocks: false,
    reason: null,
    failure: null,
    failedOpen: null,
    fields: {},
    continue: true,
    stopReason: null,
    systemMessage: null,
    terminalSequence: null,
    plainContext: null,
    notes: [],
  }
  switch (raw.kind) {
    case 'exited':
      return exited(start, run, row, raw)
    case 'answered':
      return answered(start, run, row, readBody(raw.body, run.entry.event))
    case 'tool':
      return raw.isError
        ? failed(start, run, row, `the tool reported an error: ${firstLine(raw.text)}`)
        : answered(start, run, row, readOutput(raw.text, run.entry.event))
    case 'http-failed':
    case 'unavailable':
      return failed(start, run, row, raw.message)
    case 'not-started':
      return failed(start, run, row, `cannot be started: ${raw.message}`)
    case 'timed-out':
      return timedOut(start, run, row)
    case 'cancelled':
      return {
        ...start,
        result: 'cancelled',
        failure: 'cancelled',
        ...blockFields(row.onBlock === 'refuse', start.event),
      }
    case 'background':
      return { ...start, result: 'background' }
    case 'verdict':
      return verdict(start, run, row, raw)
    case 'no-model':
      return noModel(start, row)
  }
}

function exited(start: HookOutcome, run: Run, row: HookEvent, raw: Raw & { kind: 'exited' }): HookOutcome {
  const code = raw.exit ?? 128
  if (start.event === 'WorktreeCreate') return worktreeCreated(start, row, code, raw)
  const output = readOutput(raw.stdout, start.event)
  const at: HookOutcome = { ...start, output: output.kind }
  const stderr = raw.stderr.trim()
  if (code === 2 && !missingFile(run, raw)) return exitedTwo(at, row, output, stderr)
  if (start.event === 'WorktreeRemove' && code !== 0) return block(at, row, stderr || `exited with ${code}`)
  if (raw.overflow) return failed(at, run, row, 'printed more than 1 MiB')
  if (output.kind === 'bad') return failed(at, run, row, output.fault)
  if (output.kind === 'json') {
    const said = apply(at, row, output)
    // Fields count whatever the exit code; failing closed looks at the code alone (spec/hooks.md 3.3, 3.9).
    if (code !== 0 && !said.blocks && closes(run)) return failed(said, run, row, ended(raw))
    return said
  }
  if (code !== 0) return failed({ ...at, notes: hints(run, code) }, run, row, `${ended(raw)}${spoken(stderr)}`)
  return plain(at, row, output)
}

/** Exit 2 blocks where the event can be blocked, and no JSON can take that back. */
function exitedTwo(at: HookOutcome, row: HookEvent, output: Output, stderr: string): HookOutcome {
  const said = output.kind === 'json' ? output.said : nothingSaid
  const declines = at.event === 'Elicitation' || at.event === 'ElicitationResult'
  const outcome = { ...at, ...universal(row, said), fields: declines ? {} : said.fields, ...ignoredNote(at, output) }
  if (at.event === 'PermissionRequest') {
    const note = 'exit 2 does not answer a permission request: print a `decision`'
    return { ...outcome, ...permissionRequest(said), notes: [...outcome.notes, note] }
  }
  if (row.onBlock === 'nothing') {
    return { ...outcome, result: 'error', failure: `exited with 2${spoken(stderr)}; ${at.event} cannot be blocked` }
  }
  return block(outcome, row, blockingReason(at.event, said) ?? stderr)
}

/** An answer without an exit code: HTTP body or the text of an MCP tool. */
function answered(start: HookOutcome, run: Run, row: HookEvent, output: Output): HookOutcome {
  const at: HookOutcome = { ...start, output: output.kind }
  if (start.event === 'WorktreeCreate') {
    const path = output.kind === 'json' ? output.said.fields['worktreePath'] : undefined
    if (typeof path !== 'string') return block(at, row, 'its answer names no `worktreePath`')
  }
  if (output.kind === 'bad') return failed(at, run, row, output.fault)
  return output.kind === 'json' ? apply(at, row, output) : plain(at, row, output)
}

function plain(at: HookOutcome, row: HookEvent, output: Output): HookOutcome {
  if (output.kind !== 'plain') return at
  const notes = hidesAnswer(output.text)
    ? ['its answer is hidden: text before or after the JSON makes all of it plain text']
    : []
  return { ...at, plainContext: row.plainIsContext ? output.text : null, notes: [...at.notes, ...notes] }
}

/** The fields of a checked answer. */
function apply(at: HookOutcome, row: HookEvent, output: Output & { kind: 'json' }): HookOutcome {
  if (at.event === 'Setup') return at
  const { said } = output
  const outcome: HookOutcome = { ...at, ...universal(row, said), fields: said.fields, ...ignoredNote(at, output) }
  if (at.event === 'PermissionRequest') return { ...outcome, ...permissionRequest(said) }
  if (at.event === 'PreToolUse' || at.event === 'PreModelSwitch') return { ...outcome, ...permissionDecision(said) }
  if (said.decision === 'block' && row.decides) return block(outcome, row, said.reason ?? '')
  return outcome
}

function universal(row: HookEvent, said: Said) {
  return {
    continue: row.discards.includes('continue') || said.continue,
    stopReason: row.discards.includes('continue') ? null : said.stopReason,
    systemMessage: row.discards.includes('systemMessage') ? null : said.systemMessage,
    terminalSequence: said.terminalSequence,
  }
}

const strictness: Readonly<Record<HookEffect, number>> = { deny: 0, defer: 1, ask: 2, allow: 3 }

/** The strictest of the effects; null when there are none. */
export function strictestEffect(effects: Iterable<HookEffect | null>): HookEffect | null {
  let result: HookEffect | null = null
  for (const effect of effects) {
    if (effect !== null && (result === null || strictness[effect] < strictness[result])) result = effect
  }
  return result
}

/** `permissionDecision` and the old top-level `decision`; when both are there the stricter counts. */
function permissionDecision(said: Said): Pick<HookOutcome, 'effect' | 'blocks' | 'reason' | 'result'> {
  const old: HookEffect | null = said.decision === null ? null : said.decision === 'block' ? 'deny' : 'allow'
  const own = (said.fields['permissionDecision'] ?? null) as HookEffect | null
  const effect = strictestEffect([old, own])
  const ownReason = (said.fields['permissionDecisionReason'] ?? null) as string | null
  const reason = effect === own ? (ownReason ?? said.reason) : (said.reason ?? ownReason)
  return { effect, reason, blocks: effect === 'deny', result: effect === 'deny' ? 'blocked' : 'success' }
}

function permissionRequest(said: Said): Pick<HookOutcome, 'effect' | 'reason'> {
  const decision = said.fields['decision'] as Record<string, unknown> | undefined
  return {
    effect: (decision?.['behavior'] ?? null) as HookEffect | null,
    reason: (decision?.['message'] ?? null) as string | null,
  }
}

/** The reason of a JSON answer that itself blocks; null when it does not or gives none. */
function blockingReason(event: string, said: Said): string | null {
  if (event !== 'PreToolUse' && event !== 'PreModelSwitch') return said.decision === 'block' ? said.reason : null
  const { effect, reason } = permissionDecision(said)
  return effect === 'deny' ? reason : null
}

function block(at: HookOutcome, row: HookEvent, reason: string): HookOutcome {
  if (row.onBlock === 'nothing') return at
  return {
    ...at,
    result: 'blocked',
    reason: reason === '' ? 'blocked without a reason' : reason,
    ...blockFields(true, at.event),
  }
}

function blockFields(blocks: boolean, event: string): Pick<HookOutcome, 'blocks' | 'effect'> {
  return { blocks, effect: blocks && (event === 'PreToolUse' || event === 'PreModelSwitch') ? 'deny' : null }
}

function timedOut(start: HookOutcome, run: Run, row: HookEvent): HookOutcome {
  // The one timeout that blocks by itself (spec/hooks.md 3.9).
  if (start.event === 'PreModelSwitch') return block({ ...start, failure: 'timed out' }, row, 'timed out')
  return failed({ ...start, result: 'timeout' }, run, row, 'timed out')
}

/** A failure: it counts for nothing, and says so, unless the hook fails closed. */
function failed(at: HookOutcome, run: Run, row: HookEvent, failure: string): HookOutcome {
  // The hook stands in for git: when it fails, nothing made the worktree.
  if (at.event === 'WorktreeCreate') return block({ ...at, failure }, row, failure)
  if (!closes(run)) {
    const open = row.onBlock === 'nothing' && at.event !== 'PermissionRequest' ? null : `failed open: ${failure}`
    return { ...at, result: at.result === 'timeout' ? 'timeout' : 'error', failure, failedOpen: open }
  }
  const why = run.handler.failClosed ? 'onFailure is "block"' : 'failing hooks block here'
  const reason = `${failure === 'timed out' ? failure : `failed (${failure})`}; blocking because ${why}`
  const text = at.stderr.trim() === '' ? reason : `${reason}\n${at.stderr.trim()}`
  if (at.event === 'PermissionRequest') return { ...at, result: 'blocked', failure, effect: 'deny', reason: text }
  if (row.onBlock === 'nothing') return { ...at, result: 'error', failure }
  return block({ ...at, failure }, row, text)
}

function closes({ entry, handler, strict }: Run): boolean {
  if (endlessEvents.has(entry.event)) return false
  if (handler.type === 'command' && (handler.async || handler.asyncRewake)) return false
  return handler.failClosed || strict
}

/** What a model said about the condition of a prompt or agent hook (spec/hooks.md 3.8). */
function verdict(at: HookOutcome, run: Run, row: HookEvent, raw: Raw & { kind: 'verdict' }): HookOutcome {
  if (raw.ok) return at
  const goesOn = run.handler.type === 'agent' || (run.handler.type === 'prompt' && run.handler.continueOnBlock)
  const ends: HookOutcome = { ...at, continue: false, stopReason: raw.reason }
  switch (at.event) {
    case 'Stop':
    case 'SubagentStop':
      return raw.impossible && run.handler.type === 'prompt' ? at : block(at, row, raw.reason)
    case 'PreToolUse':
      return block(goesOn ? at : ends, row, raw.reason)
    case 'PostToolUse':
    case 'TeammateIdle':
      return goesOn ? block(at, row, raw.reason) : { ...ends, reason: raw.reason }
    case 'PermissionRequest':
    case 'PermissionDenied':
      return at
    case 'PostToolBatch':
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      return block(ends, row, raw.reason)
    default:
      return block(at, row, raw.reason)
  }
}

/** Nobody can be asked: what the hook guards does not happen; an agent that works on would never end. */
function noModel(at: HookOutcome, row: HookEvent): HookOutcome {
  const failure = 'there is no model to ask'
  if (row.onBlock !== 'refuse') return { ...at, result: 'error', failure, failedOpen: `failed open: ${failure}` }
  return block({ ...at, failure }, row, `a ${at.type} hook guards this, and ${failure}`)
}

/** The path is the last line that is not empty; any other exit than 0 fails the creation (spec/hooks.md 3.6). */
function worktreeCreated(at: HookOutcome, row: HookEvent, code: number, raw: Raw & { kind: 'exited' }): HookOutcome {
  if (code !== 0) return block(at, row, raw.stderr.trim() || ended(raw))
  const lines = raw.stdout.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]/g, '').split('\n')
  const path = lines.findLast((line) => line.trim() !== '')?.trim()
  if (path === undefined) return block(at, row, 'it printed no path')
  return { ...at, output: 'plain', fields: { worktreePath: path } }
}

/**
 * An interpreter exits with 2 when its script is missing. Where exit 2 means "go on working" that would be a trap, so
 * it counts as a plain error there (spec/hooks.md 3.3); on PreToolUse it blocks like any other exit 2.
 */
function missingFile({ entry }: Run, raw: Raw & { kind: 'exited' }): boolean {
  const trap = entry.event === 'Stop' || entry.event === 'SubagentStop' || entry.event === 'TaskCompleted'
  if (!trap && !(entry.event === 'UserPromptSubmit' && entry.origin?.kind === 'plugin')) return false
  return raw.stdout.trim() === '' && /no such file|cannot find|can't open|not found/i.test(raw.stderr)
}

function ignoredNote(at: HookOutcome, output: Output): Pick<HookOutcome, 'notes'> {
  if (output.kind !== 'json' || output.ignored.length === 0) return { notes: at.notes }
  return { notes: [...at.notes, `ignored in its JSON: ${output.ignored.map((key) => `\`${key}\``).join(', ')}`] }
}

/** What a person should look at when a shell could not run the command. */
function hints({ handler, projectDir }: Run, code: number): string[] {
  if (handler.type !== 'command' || handler.args !== undefined || (code !== 126 && code !== 127)) return []
  const variable = unquotedVariable(handler.command)
  const blank = /\s/.test(projectDir) ? ', and its value holds a blank' : ''
  return variable === null ? [] : [`\`${variable}\` is not quoted${blank}: write \`"${variable}"\``]
}

function ended(raw: Raw & { kind: 'exited' }): string {
  if (raw.signal !== null) return `was killed by ${raw.signal}`
  const words: Record<number, string> = { 126: ' (not executable)', 127: ' (no such program)' }
  return `exited with ${raw.exit}${words[raw.exit ?? 0] ?? ''}`
}

function spoken(stderr: string): string {
  return stderr === '' ? '' : `: ${firstLine(stderr)}`
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 300)
}

function streamsOf(raw: Raw): { stdout: string; stderr: string; overflow: boolean } {
  switch (raw.kind) {
    case 'exited':
      return raw
    case 'timed-out':
    case 'cancelled':
      return { ...raw, overflow: false }
    case 'answered':
      return { stdout: raw.body, stderr: '', overflow: false }
    case 'tool':
      return { stdout: raw.text, stderr: '', overflow: false }
    default:
      return { stdout: '', stderr: '', overflow: false }
  }
}
