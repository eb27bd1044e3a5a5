import path from 'node:path'
import type { Mode, Platform } from '../call.ts'
import type { Layer } from '../decision.ts'
import type { Issue } from '../errors.ts'
import type { PermissionContext } from '../rules/context.ts'
import { readLayer } from './layers.ts'
import { mergeLayers, type Session } from './merge.ts'

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

const layerOrder: readonly Layer[] = ['managed', 'cli', 'local', 'project', 'user', 'session']

/**
 * A context from given layers; nothing is read from disk. A layer's file is its name, so that a source prints as
 * `project#/permissions/deny/0`. The folder counts as trusted unless told otherwise: the caller handed over the rules.
 */
export function createContext(options: CreateOptions = {}): PermissionContext {
  const { layers = {}, cwd = '/', home = '/', trusted = true } = options
  const configDir = options.configDir ?? pathOf(options.platform).join(home, '.claude')
  const issues: Issue[] = []
  const reads = []
  for (const layer of layerOrder) {
    const content = layers[layer]
    if (content === undefined) continue
    const anchor = layer === 'user' ? configDir : cwd
    reads.push(
      readLayer({ layer, file: layer, anchor, content, fromRepository: layer === 'project' ? yes : no }, issues),
    )
  }
  return mergeLayers(reads, sessionOf(options, { cwd, home, configDir, env: noEnv }, trusted ? yes : no), issues)
}

const yes = () => true
const no = () => false
const noEnv = Object.freeze({})
const noList: readonly string[] = Object.freeze([])

function sessionOf(
  options: SessionOptions,
  found: Pick<Session, 'cwd' | 'home' | 'configDir' | 'env'>,
  trusted: () => boolean,
): Session {
  return {
    ...found,
    mode: options.mode,
    trusted,
    platform: options.platform ?? 'linux',
    additionalDirectories: options.additionalDirectories ?? noList,
    bypassAvailable: options.bypassAvailable ?? false,
    headless: options.headless ?? false,
  }
}

function pathOf(platform: Platform | undefined): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix
}
