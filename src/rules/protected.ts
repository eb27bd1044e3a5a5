import { baseName, isInside } from '../path.ts'
import type { PermissionContext } from './context.ts'

/** Folders whose files run or steer programs, at any depth (spec/permissions.md 2.4). Compared in lower case. */
const folders = new Set('.git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .claude'.split(' '))

/** Files that shells, package managers and tools read at start, by name (spec/permissions.md 2.4). */
const files = new Set(
  `.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv .zlogin
   .zlogout .profile .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml
   .bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml
   gradle-wrapper.properties maven-wrapper.properties .devcontainer.json .ripgreprc pyrightconfig.json .mcp.json .claude.json`
    .trim()
    .split(/\s+/),
)

/** What makes a path one that no mode but bypass writes without asking; null when it is an ordinary one. */
export function protectedBy(path: string, context: PermissionContext): string | null {
  const { configDir } = context
  if (isInside(path, configDir)) return configDir
  if (path === `${configDir}.json`) return path
  const segments = path.toLowerCase().split('/')
  for (const [i, segment] of segments.entries()) {
    // `.claude/worktrees` holds checkouts of the project itself.
    if (segment === '.claude' && segments[i + 1] === 'worktrees') continue
    if (folders.has(segment)) return segment
    if (segment === '.config' && segments[i + 1] === 'git') return '.config/git'
  }
  const name = baseName(path).toLowerCase()
  return files.has(name) ? name : null
}

/**
 * A name that Windows reads as another one: trailing dots, short names. A check on such a path says nothing about the
 * file that is opened. null: none of these.
 */
export function suspiciousName(path: string, platform: PermissionContext['platform']): string | null {
  for (const segment of path.split('/')) {
    if (segment === '.' || segment === '..') continue
    if (/\.$/.test(segment) || /~\d+(\.|$)/.test(segment)) return segment
    if (platform === 'win32' && /[^\\]:|[. ]$/.test(segment.replace(/^[A-Za-z]:/, ''))) return segment
  }
  return null
}
