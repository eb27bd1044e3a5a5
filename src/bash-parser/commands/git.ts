import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { inFolder, withValue } from './folder.ts'
import { changingCommands } from './git-change.ts'
import { settingIsHarmless, useSetting } from './git-config.ts'
import { nestedCommands } from './git-nested.ts'
import { readingCommands } from './git-read.ts'
import { runningCommands } from './git-run.ts'
import { type Program, runProgram, type Subcommand } from './program.ts'

/** Every sub-command of git, by name. */
export const gitCommands: Readonly<Record<string, Subcommand>> = {
  ...readingCommands,
  ...changingCommands,
  ...nestedCommands,
  ...runningCommands,
}

const globalOptions = `
  -v,--version:ends -h,--help -C= -c= --config-env=:unknown --exec-path[=]:unknown --html-path:ends --man-path:ends
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
      const [name, ...rest] = args.operands
      if (name === undefined) return
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
  const alias = aliases.get(text?.toLowerCase() ?? '')
  if (alias?.value?.startsWith('!')) {
    report.shell(withValue(alias, [alias.value.slice(1), ...rest.map((word) => word.text)].join(' ')))
  }
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
    const alias = /^alias\.(.+)$/i.exec(name)?.[1]
    if (alias !== undefined) aliases.set(alias.toLowerCase(), withValue(setting, value))
    else useSetting(name, withValue(setting, value), report)
  }
  return aliases
}
