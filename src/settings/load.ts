import path from 'node:path'
import type { Mode, Platform } from '../call.ts'
import type { Layer } from '../decision.ts'
import type { Issue } from '../errors.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem, type System } from '../system.ts'
import { type Folders, fileLayer, flagLayer, no, type Project, projectAround, settingsLayer, yes } from './find.ts'
import { type FoundLayer, type ReadLayer, readLayer } from './layers.ts'
import { managedFiles, managedFolders, managedSourceName, rankManaged } from './managed.ts'
import { mergeLayers, type Session } from './merge.ts'
import { once } from './source.ts'
import { isTrusted, stateFileOf } from './trust.ts'

/** What a host may say about its session; everything has a default. */
export interface SessionOptions {
  readonly cwd?: string | undefined
  readonly home?: string | undefined
  /** Folder of the user's settings; `~/.claude` when absent. */
  readonly configDir?: string | undefined
  /** Wins over every file's `defaultMode`. */
  readonly mode?: Mode | 'manual' | undefined
  readonly trusted?: boolean | undefined
  readonly platform?: Platform | undefined
  /** Nobody can be asked. */
  readonly headless?: boolean | undefined
  readonly additionalDirectories?: readonly string[] | undefined
  readonly bypassAvailable?: boolean | undefined
}

export interface CreateOptions extends SessionOptions {
  /** Settings of each layer, parsed or as JSON text. */
  readonly layers?: Readonly<Partial<Record<Layer, unknown>>> | undefined
}

export interface LoadOptions extends SessionOptions {
  /** Layers that are given instead of looked up. */
  readonly layers?: Readonly<Partial<Record<Layer, unknown>>> | undefined
  /** The command-line layer: a file, JSON text, or parsed settings. */
  readonly settings?: unknown
  /** Rules as on the command line: separated by commas or blanks outside parentheses. */
  readonly allowedTools?: string | readonly string[] | undefined
  readonly disallowedTools?: string | readonly string[] | undefined
  /** Which of these files are read; all when absent. Managed and command-line settings always are. */
  readonly settingSources?: readonly ('user' | 'project' | 'local')[] | undefined
  /** Files to read instead of the places where each layer usually is. They must exist. */
  readonly managed?: string | undefined
  readonly user?: string | undefined
  readonly project?: string | undefined
  readonly local?: string | undefined
  /** Managed settings from elsewhere (device management, a server), parsed or as JSON text; they stand above the files. */
  readonly managedSource?: (() => unknown) | undefined
  /** A session of the agent's SDK: the local file is always the one in the start folder. */
  readonly sdk?: boolean | undefined
}

const layerOrder: readonly Layer[] = ['managed', 'cli', 'local', 'project', 'user', 'session']

/**
 * A context from given layers; nothing is read from disk. A layer's file is its name, so that a source prints as
 * `project#/permissions/deny/0`. The folder counts as trusted unless told otherwise: the caller handed over the rules.
 */
export function createContext(options: CreateOptions = {}): PermissionContext {
  const { layers = {}, cwd = '/', home = '/', trusted = true } = options
  const configDir = options.configDir ?? pathOf(options.platform).join(home, '.claude')
  const issues: Issue[] = []
  const reads: ReadLayer[] = []
  for (const layer of layerOrder) {
    const content = layers[layer]
    if (content !== undefined) reads.push(readLayer(givenLayer(layer, content, { cwd, configDir }), issues))
  }
  return mergeLayers(reads, sessionOf(options, { cwd, home, configDir, env: noEnv }, trusted), issues)
}

/**
 * The context of a start folder, from the settings files on disk (spec/permissions.md 1). Without a word about trust the
 * client's state file decides, and a folder it does not know is not trusted: nobody can be asked here.
 */
export function loadContext(options: LoadOptions = {}, system: System = nodeSystem): PermissionContext {
  const folders = foldersOf(options, system)
  const { cwd, home, configDir } = folders
  const project = projectAround(folders, options.sdk ?? false, system)
  const issues: Issue[] = []
  const found = (layer: Layer, look: () => readonly (FoundLayer | undefined)[]): readonly ReadLayer[] => {
    const content = options.layers?.[layer]
    const layers = content === undefined ? look() : [givenLayer(layer, content, folders)]
    return readAll(layers, issues)
  }
  const flags = [
    flagLayer('--allowedTools', options.allowedTools, cwd),
    flagLayer('--disallowedTools', options.disallowedTools, cwd),
  ]
  const reads = [
    ...rankManaged(
      hostLayer(options, cwd, issues),
      found('managed', () => managedLayers(options, folders, system)),
    ),
    ...found('cli', () => [
      options.settings === undefined ? undefined : settingsLayer(options.settings, folders, system),
    ]),
    ...readAll(flags, issues),
    ...found('local', () => localLayers(options, folders, project, system)),
    ...found('project', () => [projectLayer(options, folders, system)]),
    ...found('user', () => [userLayer(options, folders, system)]),
    ...found('session', () => []),
  ]
  const stateFile = stateFileOf(configDir, home, folders.path)
  const trusted = options.trusted ?? once(() => isTrusted(project.trustFolder, stateFile, system))
  return mergeLayers(reads, sessionOf(options, { ...folders, env: system.env }, trusted), issues)
}

function readAll(layers: readonly (FoundLayer | undefined)[], issues: Issue[]): ReadLayer[] {
  const reads: ReadLayer[] = []
  for (const layer of layers) if (layer !== undefined) reads.push(readLayer(layer, issues))
  return reads
}

function givenLayer(layer: Layer, content: unknown, at: Pick<Folders, 'cwd' | 'configDir'>): FoundLayer {
  const anchor = layer === 'user' ? at.configDir : at.cwd
  return { layer, file: layer, anchor, content, fromRepository: layer === 'project' ? yes : no }
}

function hostLayer({ managedSource }: LoadOptions, cwd: string, issues: Issue[]): ReadLayer | undefined {
  if (managedSource === undefined) return undefined
  const found = { layer: 'managed' as const, file: managedSourceName, anchor: cwd, fromRepository: no }
  try {
    const content = managedSource()
    return content === undefined || content === null ? undefined : readLayer({ ...found, content }, issues)
  } catch (error) {
    const fault = { code: 'unreadable', found: String(error), expected: 'managed settings' } as const
    return readLayer({ ...found, content: undefined, fault }, issues)
  }
}

function managedLayers({ managed }: LoadOptions, { cwd, platform, path }: Folders, system: System) {
  if (managed !== undefined) return [fileLayer('managed', path.resolve(cwd, managed), cwd, system, { named: true })]
  const files = managedFiles(managedFolders[platform], system, path)
  return files.map((file) => fileLayer('managed', file, cwd, system))
}

function localLayers(options: LoadOptions, { cwd, path }: Folders, project: Project, system: System) {
  const named = options.local !== undefined
  if (!named && !reads(options, 'local')) return []
  const files = options.local === undefined ? project.localFiles : [path.resolve(cwd, options.local)]
  return files.map((file) =>
    fileLayer('local', file, cwd, system, { named, fromRepository: () => project.isShared(file) }),
  )
}

function projectLayer(options: LoadOptions, { cwd, configDir, path }: Folders, system: System) {
  const named = options.project !== undefined
  const file = path.resolve(cwd, options.project ?? path.join('.claude', 'settings.json'))
  // In the home directory the project's file is the user's own: read once, as the user's.
  const isUsers = file === path.join(configDir, 'settings.json') && reads(options, 'user')
  if (!named && (isUsers || !reads(options, 'project'))) return undefined
  return fileLayer('project', file, cwd, system, { named, fromRepository: yes })
}

function userLayer(options: LoadOptions, { cwd, configDir, path }: Folders, system: System) {
  const named = options.user !== undefined
  if (!named && !reads(options, 'user')) return undefined
  const file = options.user === undefined ? path.join(configDir, 'settings.json') : path.resolve(cwd, options.user)
  return fileLayer('user', file, configDir, system, { named })
}

function reads({ settingSources }: LoadOptions, layer: 'user' | 'project' | 'local'): boolean {
  return settingSources === undefined || settingSources.includes(layer)
}

const noEnv = Object.freeze({})
const noList: readonly string[] = Object.freeze([])

function sessionOf(
  options: SessionOptions,
  found: Pick<Session, 'cwd' | 'home' | 'configDir' | 'env'> & { platform?: Platform },
  trusted: Session['trusted'],
): Session {
  const { cwd, home, configDir, env } = found
  return {
    cwd,
    home,
    configDir,
    env,
    mode: options.mode,
    trusted,
    platform: options.platform ?? found.platform ?? 'linux',
    additionalDirectories: options.additionalDirectories ?? noList,
    bypassAvailable: options.bypassAvailable ?? false,
    headless: options.headless ?? false,
  }
}

function foldersOf(options: LoadOptions, system: System): Folders {
  const machine = system.platform
  const platform = options.platform ?? (machine === 'darwin' || machine === 'win32' ? machine : 'linux')
  // Files are looked for as this disk names them, whatever platform the decision is for.
  const path = pathOf(machine === 'win32' ? machine : 'linux')
  const { env } = system
  const cwd = path.resolve(system.cwd?.() ?? path.parse(options.cwd ?? '/').root, options.cwd ?? '.')
  // An empty or relative home would make the project's own folder the user's.
  const named = [options.home, env[machine === 'win32' ? 'USERPROFILE' : 'HOME']].find(
    (at) => at && path.isAbsolute(at),
  )
  const home = named ?? system.home?.() ?? path.parse(cwd).root
  const configDir = path.resolve(cwd, options.configDir ?? (env['CLAUDE_CONFIG_DIR'] || path.join(home, '.claude')))
  return { cwd, home, configDir, platform, path }
}

function pathOf(platform: Platform | undefined): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix
}
