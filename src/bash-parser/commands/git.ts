import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { inFolder, withValue } from './folder.ts'
import { readAlias } from './git-alias.ts'
import { changingCommands } from './git-change.ts'
import { configRuns, settingIsHarmless, useSetting } from './git-config.ts'
import { nestedCommands } from './git-nested.ts'
import { readingCommands } from './git-read.ts'
import { runningCommands } from './git-run.ts'
import { type Program, runProgram, type Subcommand } from './program.ts'
import { unknownWord } from './words.ts'

/** Every sub-command of git, by name. */
export const gitCommands: Readonly<Record<string, Subcommand>> = {
  ...readingCommands,
  ...changingCommands,
  ...nestedCommands,
  ...runningCommands,
}

const globalOptions = `
  -v,--version -h,--help -C= -c= --config-env= --exec-path[=]:unknown --html-path:ends --man-path:ends
  --info-path:ends -p,--paginate:unknown -P,--no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks
  --no-advice --bare:unknown --git-dir=:unknown --work-tree=:unknown --namespace= --super-prefix=:unknown
  --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --attr-source= --list-cmds=`

/** git 2.39, from `git help -a` and each command's `-h`. */
export const git: readonly Program[] = [
  {
    names: ['git'],
    options: globalOptions,
    abbreviates: false,
    bundles: false,
    permutes: false,
    does(args, report) {
      const inside = args
        .values('-C')
        .reduce<Report>(
          (outer, folder) => (folder.value === '' ? outer : inFolder(outer, folder, 'git-in-foreign-folder')),
          report,
        )
      const aliases = useSettings(args.values('-c'), inside)
      for (const setting of args.values('--config-env')) useHiddenSetting(setting, inside)
      const [name, ...rest] = args.operands
      // `git -v --help` is `git version --help`.
      if (args.has('-v')) {
        if (args.has('-h') || name?.value === '--help') report.unknown('runs', 'man')
        return
      }
      if (name === undefined) return
      // `git --help log` is `git help log`.
      if (args.has('-h')) report.unknown('runs', 'man')
      runGitCommand(name, rest, aliases, inside)
    },
  },
]

function runGitCommand(name: Word, rest: readonly Word[], aliases: ReadonlyMap<string, Word>, report: Report): void {
  const text = name.value
  // A page is shown by man.
  if (rest[0]?.value === '--help') report.unknown('runs', 'man')
  const command = text !== null && Object.hasOwn(gitCommands, text) ? gitCommands[text] : undefined
  if (command !== undefined) {
    // git's own commands print their usage and end when `-h` is all they get.
    if (rest.length === 1 && rest[0]?.value === '-h' && !Object.hasOwn(runningCommands, text as string)) return
    runProgram(command, `git ${text}`, rest, report)
    return
  }
  report.unknown('unknown-option', `git ${name.text}`)
  readAlias(name, rest, aliases, report)
}

/** `--config-env=name=VARIABLE`: a value that no word of the command shows. */
function useHiddenSetting(setting: Word, report: Report): void {
  const name = setting.value?.slice(0, setting.value.lastIndexOf('=')) ?? null
  report.unknown('unknown-script', setting.text)
  if (name === null || configRuns(name)) report.shell(unknownWord(setting))
}

/** `-c name=value`: reports what is not known to change only what is printed; answers the aliases it defines. */
function useSettings(settings: readonly Word[], report: Report): ReadonlyMap<string, Word> {
  const aliases = new Map<string, Word>()
  for (const setting of settings) {
    const [, name, value] = /^([^=]+)=?(.*)$/s.exec(setting.value ?? '') ?? []
    if (name === undefined || value === undefined) {
      report.unknown('dynamic-word', setting.text)
      continue
    }
    const given = setting.value?.includes('=') ? value : null
    if (settingIsHarmless(name, given)) continue
    report.unknown('unknown-option', `-c ${name}`)
    const alias = /^alias\.(.+?)(\.command)?$/i.exec(name)?.[1]
    if (alias !== undefined) aliases.set(alias.toLowerCase(), withValue(setting, value))
    else useSetting(name, withValue(setting, value), report)
  }
  return aliases
}
