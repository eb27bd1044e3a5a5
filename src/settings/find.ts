import nodePath, { type PlatformPath } from 'node:path'
import type { Platform } from '../call.ts'
import type { Layer } from '../decision.ts'
import type { FileKind, System } from '../system.ts'
import { checkoutAround, isTracked } from './git.ts'
import type { FoundLayer, LayerFault } from './layers.ts'

/** The folders that layers are looked up from. */
export interface Folders {
  readonly cwd: string
  readonly home: string
  readonly configDir: string
  readonly platform: Platform
  readonly path: PlatformPath
}

export const yes = () => true
export const no = () => false

/** One file as a layer; undefined when nothing stands there. A file that was named must exist. */
export function fileLayer(
  layer: Layer,
  file: string,
  anchor: string,
  system: System,
  { named = false, fromRepository = no }: { named?: boolean; fromRepository?: () => boolean } = {},
): FoundLayer | undefined {
  const found = { layer, file, anchor, fromRepository }
  const { text, fault } = contentOf(file, named, system)
  if (fault !== undefined) return { ...found, content: undefined, fault }
  if (text === undefined) return undefined
  const again = () => {
    system.pause?.(writingTakes)
    return contentOf(file, named, system).text
  }
  return { ...found, content: text, again }
}

/** Milliseconds that a program which does not rename into place leaves a settings file half written, with room to spare. */
const writingTakes = 10

function contentOf(file: string, named: boolean, system: System): { text?: string | undefined; fault?: LayerFault } {
  const expected = 'a readable file'
  const end = endOf(file, system)
  // A device or a pipe may never end.
  if (end === 'other') return { fault: { code: 'unreadable', found: 'no regular file', expected } }
  // To be told by an exception that nothing is there costs more than all the rest. A file that cannot be seen looks absent
  // too, but then its folder is there.
  if (end !== undefined || system.kind(nodePath.dirname(file)) !== undefined) {
    try {
      const text = system.readText(file)
      if (text !== undefined) return { text }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return { fault: { code: 'unreadable', found: code ?? message, expected } }
    }
  }
  if (system.kind(file) === 'link') return { fault: { code: 'unreadable', found: 'a link to nothing', expected } }
  return named ? { fault: { code: 'missing-file', found: 'nothing', expected } } : {}
}

/** What stands where the links of a path end. Enough links for any honest chain; Linux gives up at 40 (path_resolution(7)). */
function endOf(file: string, system: System): FileKind | undefined {
  let kind = system.kind(file)
  for (let links = 0; kind === 'link' && links < 40; links++) {
    file = nodePath.resolve(nodePath.dirname(file), system.readLink(file) ?? '')
    kind = system.kind(file)
  }
  return kind
}

/** Documented limit of a `--settings` file (spec/permissions.md 1.5). */
const maxSettingsBytes = 2 * 1024 * 1024

/** `--settings`: a file, or JSON when the text begins like an object. */
export function settingsLayer(settings: unknown, { cwd, path }: Folders, system: System): FoundLayer {
  const inline = { layer: 'cli' as const, file: '--settings', anchor: cwd, fromRepository: no }
  if (typeof settings !== 'string' || settings.trimStart().startsWith('{')) {
    return sized({ ...inline, content: settings })
  }
  const file = path.resolve(cwd, settings)
  return sized(fileLayer('cli', file, path.dirname(file), system, { named: true })!)
}

function sized(found: FoundLayer): FoundLayer {
  if (typeof found.content !== 'string' || Buffer.byteLength(found.content) <= maxSettingsBytes) return found
  const fault = {
    code: 'too-large',
    found: `${Buffer.byteLength(found.content)} bytes`,
    expected: 'at most 2 MiB',
  } as const
  return { ...found, content: undefined, fault }
}

/** `--allowedTools` or `--disallowedTools`: rules as a layer of their own. */
export function flagLayer(
  flag: '--allowedTools' | '--disallowedTools',
  value: string | readonly string[] | undefined,
  cwd: string,
): FoundLayer | undefined {
  const rules = (typeof value === 'string' ? [value] : (value ?? [])).flatMap(splitRules)
  if (rules.length === 0) return undefined
  const permissions = flag === '--allowedTools' ? { allow: rules } : { deny: rules }
  return { layer: 'cli', file: flag, anchor: cwd, content: { permissions }, fromRepository: no, flag: true }
}

/** Rules in one argument, apart at commas and blanks that stand outside parentheses. */
export function splitRules(text: string): string[] {
  const rules: string[] = []
  let depth = 0
  let rule = ''
  for (const char of text) {
    if (char === '(') depth++
    if (char === ')' && depth > 0) depth--
    if (depth === 0 && /[\s,]/.test(char)) {
      if (rule !== '') rules.push(rule)
      rule = ''
    } else rule += char
  }
  return rule === '' ? rules : [...rules, rule]
}

/** Where a project's files are: what the layers and the trust of a folder hang on. */
export interface Project {
  /** Files of the local layer, the stronger first. */
  readonly localFiles: readonly string[]
  /** The folder whose trust counts: the main checkout's root, or the start folder outside git. */
  readonly trustFolder: string
  /** Whether a local file comes with the repository: tracked by git, or reached through a link. */
  readonly isShared: (localFile: string) => boolean
}

/** Looks around a start folder (spec/permissions.md 1.2). */
export function projectAround({ cwd, home, platform, path }: Folders, sdk: boolean, system: System): Project {
  const checkout = checkoutAround(cwd, system, path)
  const besideProject = path.join(cwd, '.claude', 'settings.local.json')
  const root = checkout?.root ?? cwd
  const atRoot = path.join(root, '.claude', 'settings.local.json')
  const elsewhere = checkout !== undefined && atRoot !== besideProject && root !== home && platform !== 'win32' && !sdk
  const places = [root, path.join(root, '.git'), path.join(root, '.claude')]
  const usesRoot = elsewhere && places.every((place) => isOwn(place, system))
  return {
    localFiles: usesRoot ? [atRoot, besideProject] : [besideProject],
    trustFolder: root,
    isShared(file) {
      if (system.kind(file) === 'link' || system.kind(path.dirname(file)) === 'link') return true
      if (checkout === undefined) return false
      const { top, gitFolder } = file === atRoot && root !== checkout.top ? mainOf(root, path) : checkout
      return isTracked(file, top, gitFolder, system, path)
    },
  }
}

function mainOf(root: string, path: PlatformPath): { top: string; gitFolder: string } {
  return { top: root, gitFolder: path.join(root, '.git') }
}

/** Where owners are unknown nobody else's file can be told apart. */
function isOwn(place: string, system: System): boolean {
  const owner = system.owner(place)
  return owner === undefined || system.uid === undefined || owner === system.uid
}
