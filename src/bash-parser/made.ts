import { isInside } from '../path.ts'
import type { AnalysedCommand } from './analysis.ts'
import { resolvePaths, type Surroundings, walkBelow } from './bounds.ts'
import type { PathUse } from './effects.ts'
import type { Doubt } from './script.ts'

/** Programs that can leave a link behind which was not there when its text was judged. */
export const linkers = new Set('ln link cp mv install rsync tar bsdtar unzip cpio 7z git'.split(' '))

/** Whether a command makes a link, or moves one to where nobody has seen it. */
export function leavesLink(
  { program, effects, folders }: AnalysedCommand,
  links: readonly string[],
  surroundings: Surroundings,
): boolean {
  if (program === 'ln' || program === 'link') return true
  if (program !== 'mv') return false
  const { system } = surroundings
  const isLink = (path: string): boolean => system.kind(path) === 'link'
  return effects.deletes
    .flatMap((use) => resolvePaths(use, folders, surroundings) ?? [])
    .some(
      (path) =>
        isLink(path) ||
        links.some((link) => isInside(path, link)) ||
        (system.kind(path) === 'directory' &&
          walkBelow([path], { follows: false, enters: () => true }, system, isLink) !== false),
    )
}

/** What a folder holds that git takes for a repository (gitrepository-layout(5)). */
const repositoryNames = /^(HEAD|config|objects|refs|commondir|\.git)$/

/** Whether a command writes what makes a folder a repository. */
export function makesRepository({ effects, redirects, inner }: AnalysedCommand): boolean {
  return effects.writes.some(namesRepository) || redirects.writes.some(namesRepository) || inner.some(makesRepository)
}

function namesRepository({ path }: PathUse): boolean {
  return path?.split('/').some((name) => repositoryNames.test(name)) === true
}

/** git in a folder that the same text may have made a repository: its settings name programs. */
export function inMadeRepository(command: AnalysedCommand, made: boolean): AnalysedCommand {
  if (!made || command.because !== null || !runsGit(command)) return command
  const because: Doubt = { code: 'git-in-foreign-folder', detail: 'git in a repository that the same text makes' }
  return { ...command, readOnly: false, because, becauseOfWords: because }
}

function runsGit({ program, inner }: AnalysedCommand): boolean {
  return program === 'git' || inner.some(runsGit)
}

/** The paths a command writes, as far as they are known. */
export function written({ effects, folders }: AnalysedCommand, surroundings: Surroundings): readonly string[] {
  return effects.writes.flatMap((use) => resolvePaths(use, folders, surroundings) ?? [])
}

/** A `..` behind a name: where that name is a new link, it leads anywhere. */
function climbs({ path }: PathUse): boolean {
  return path !== null && /[^./][^/]*\/+\.\.(\/|$)/.test(path)
}

/** The first path that leads into one of these places, or may by a climb out of one; null when none does. */
function firstBelow(
  uses: readonly PathUse[],
  { folders }: AnalysedCommand,
  places: readonly string[],
  surroundings: Surroundings,
): string | null {
  const path =
    uses.find(climbs)?.path ??
    uses
      .flatMap((use) => resolvePaths(use, folders, surroundings) ?? [])
      .find((one) => places.some((place) => isInside(one, place)))
  return path ?? null
}

/** `ln -s /etc x && cat x/passwd`: what an earlier command of the text made may lead anywhere. */
export function throughMadeLink(
  command: AnalysedCommand,
  made: readonly string[],
  surroundings: Surroundings,
): AnalysedCommand {
  if (made.length === 0 || command.becauseOfWords !== null) return command
  const path = firstBelow([...command.effects.reads, ...command.redirects.reads], command, made, surroundings)
  if (path === null) return command
  const because: Doubt = { code: 'reads-outside', detail: path }
  return { ...command, readOnly: false, because, becauseOfWords: because }
}

/** `ln -s .git/hooks x && cp a x/pre-commit`: the file a command writes at or below one of these links; null when it writes none. */
export function writesBelow(
  node: AnalysedCommand,
  links: readonly string[],
  surroundings: Surroundings,
): string | null {
  if (links.length === 0 || node.program === 'ln') return null
  const path = firstBelow([...node.effects.writes, ...node.redirects.writes], node, links, surroundings)
  if (path !== null) return path
  return node.inner.map((inner) => writesBelow(inner, links, surroundings)).find((found) => found !== null) ?? null
}
