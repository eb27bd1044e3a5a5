import fs from 'node:fs'
import path from 'node:path'
import type { Mode } from '../call.ts'
import type { Effect } from '../decision.ts'
import { PolicyError } from '../errors.ts'
import { type Edit, editText } from './edit.ts'
import { asList, asObject, type JsonObject, kindOf } from './json.ts'

/** What to change, given what the file holds now. Called again when somebody else wrote meanwhile. */
export type Change = (settings: JsonObject) => readonly Edit[]

/** Adds rules that the list does not have yet. */
export function addingRules(effect: Effect, rules: readonly string[]): Change {
  return (settings) => addingTo(settings, effect, rules)
}

/** Adds working directories that the list does not have yet. */
export function addingDirectories(directories: readonly string[]): Change {
  return (settings) => addingTo(settings, 'additionalDirectories', directories)
}

/** Writes the reasons of rules (`because.ts`) where the file gives none. */
export function addingReasons(reasons: Readonly<Record<string, string>>): Change {
  return (settings) => {
    const { toolgate } = settings
    const own = asObject(toolgate)
    const block = own?.['because']
    const given = asObject(block)
    if ((toolgate !== undefined && own === undefined) || (block !== undefined && given === undefined)) {
      const message = '`toolgate.because` is no object of texts, and nothing can be added to it'
      throw new PolicyError('wrong-type', { key: 'toolgate.because' }, message)
    }
    return Object.entries(reasons)
      .filter(([rule]) => given === undefined || !Object.hasOwn(given, rule))
      .map(([rule, reason]) => ({ path: ['toolgate', 'because', rule], value: reason }))
  }
}

/** Puts the rules in place of the whole list. */
export function replacingRules(effect: Effect, rules: readonly string[]): Change {
  return (settings) => {
    const list = listIn(settings, effect)
    const wanted = [...new Set(rules)]
    if (JSON.stringify(list ?? []) === JSON.stringify(wanted)) return []
    return [{ path: ['permissions', effect], value: wanted }]
  }
}

/** Sets the mode to start in. `bypassPermissions` is never written down (spec/hooks.md 5.1). */
export function settingMode(mode: Mode): Change {
  return (settings) => {
    listIn(settings, 'allow')
    const now = asObject(settings['permissions'])?.['defaultMode']
    return mode === 'bypassPermissions' || now === mode ? [] : [{ path: ['permissions', 'defaultMode'], value: mode }]
  }
}

/** Removes every copy of the rules from one list. */
export function removingRules(effect: Effect, rules: readonly string[]): Change {
  return (settings) => removingFrom(settings, effect, rules)
}

export function removingDirectories(directories: readonly string[]): Change {
  return (settings) => removingFrom(settings, 'additionalDirectories', directories)
}

function addingTo(settings: JsonObject, key: string, entries: readonly string[]): Edit[] {
  const list = listIn(settings, key)
  const fresh = [...new Set(entries)].filter((entry) => !asList(list).includes(entry))
  if (fresh.length === 0) return []
  if (list === undefined) return [{ path: ['permissions', key], value: fresh }]
  return fresh.map((value) => ({ path: ['permissions', key, -1], value }))
}

/** A list of the `permissions` block, if there is one; a block or list of a wrong type is not ours to replace. */
function listIn(settings: JsonObject, key: string): readonly unknown[] | undefined {
  const { permissions } = settings
  const block = asObject(permissions)
  const list = block?.[key]
  if ((permissions === undefined || block !== undefined) && (list === undefined || Array.isArray(list))) return list
  const name = block === undefined ? 'permissions' : `permissions.${key}`
  const found = kindOf(block === undefined ? permissions : list)
  throw new PolicyError('wrong-type', { key: name, found }, `\`${name}\` is ${found}, and nothing can be added to it`)
}

function removingFrom(settings: JsonObject, key: string, entries: readonly string[]): Edit[] {
  const list = asList(asObject(settings['permissions'])?.[key])
  const indexes = list.flatMap((entry, i) => (entries.includes(entry as string) ? [i] : []))
  // From the end, so that the indexes before stay what they were.
  return indexes.reverse().map((i) => ({ path: ['permissions', key, i], value: undefined }))
}

/**
 * Changes a settings file and says whether anything changed. Keys we do not know, their order and the indentation stay; a
 * link stays a link and its target is written. The new text replaces the old in one step, or nothing happens:
 * a file that is no JSON object, and one that keeps changing under our hands, is refused.
 */
export function changeSettings(file: string, change: Change): boolean {
  const target = targetOf(file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const draft = openDraft(target)
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const before = textOf(target)
      const after = changed(before ?? '', change, file)
      if (after === before || (before === undefined && after === '')) return false
      if (before !== undefined) copyOwner(draft.descriptor, fs.statSync(target))
      fs.ftruncateSync(draft.descriptor)
      fs.writeSync(draft.descriptor, after, 0)
      fs.fsyncSync(draft.descriptor)
      if (textOf(target) !== before) continue
      if (!draft.isOurs()) break
      fs.renameSync(draft.file, target)
      draft.file = ''
      return true
    }
  } finally {
    fs.closeSync(draft.descriptor)
    if (draft.file !== '' && draft.isOurs()) fs.rmSync(draft.file, { force: true })
  }
  throw new PolicyError('file-changed', { file }, `\`${file}\` was changed by somebody else while it was written`)
}

const maxTries = 5

function copyOwner(descriptor: number, { uid, gid, mode }: fs.Stats): void {
  try {
    fs.fchownSync(descriptor, uid, gid)
  } catch {
    // Only root gives files away; then the file becomes ours, as with any editor that saves by renaming.
  }
  fs.fchmodSync(descriptor, mode & 0o7777)
}

/** A link is followed to the end, so that the file it names is replaced and not the link. */
function targetOf(file: string): string {
  const seen = new Set<string>()
  for (let at = path.resolve(file); ; ) {
    if (seen.has(at)) throw new PolicyError('link-loop', { file }, `\`${file}\` is a link that leads back to itself`)
    seen.add(at)
    if (!fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at
    at = path.resolve(path.dirname(at), fs.readlinkSync(at))
  }
}

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

interface Draft {
  readonly descriptor: number
  file: string
  isOurs(): boolean
}

/** Longest honest write; a draft older than that was left by a process that died. */
const staleAfter = 10_000
const waitFor = 20

/** The new text's file beside the old one. Its fixed name makes it a lock: two writers take turns. */
function openDraft(target: string): Draft {
  // A new file gets the usual mode; a draft of an old one must not show its text to more people than the old one does.
  const mode = fs.existsSync(target) ? 0o600 : 0o666
  const file = `${target}.toolgate-draft`
  for (let waited = 0; ; waited += waitFor) {
    try {
      const descriptor = fs.openSync(file, 'wx', mode)
      const { ino } = fs.fstatSync(descriptor)
      return { descriptor, file, isOurs: () => fs.statSync(file, { throwIfNoEntry: false })?.ino === ino }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const made = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs
      if (made !== undefined && Date.now() - made > staleAfter) fs.rmSync(file, { force: true })
      else if (waited > staleAfter) {
        throw new PolicyError('file-busy', { file: target }, `\`${target}\` is being written by another process`)
      } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitFor)
    }
  }
}

function changed(text: string, change: Change, file: string): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  let body = text.slice(mark.length)
  const edits = change(settingsOf(body, file))
  if (edits.length === 0) return text
  if (body.trim() === '') body = '{}\n'
  for (const edit of edits) body = editText(body, edit)
  settingsOf(body, file)
  return mark + body
}

function settingsOf(body: string, file: string): JsonObject {
  let value: unknown
  try {
    value = body.trim() === '' ? {} : JSON.parse(body)
  } catch (cause) {
    throw new PolicyError('invalid-json', { file }, `\`${file}\` is not valid JSON and is left as it is`, { cause })
  }
  const settings = asObject(value)
  if (settings !== undefined) return settings
  throw new PolicyError('invalid-json', { file }, `\`${file}\` is no JSON object and is left as it is`)
}
