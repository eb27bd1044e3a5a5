import type { Report } from '../effects.ts'
import { withValue } from './folder.ts'
import { gitCommand } from './git-options.ts'
import { pathOfRevision } from './git-words.ts'
import type { Args, Subcommand } from './program.ts'

/** Configuration whose value git hands to a shell or starts as a program, or that chooses such programs. */
export function configRuns(key: string): boolean {
  return /^(core\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|attributesfile|alternaterefscommand|worktree)|alias\..*|pager\..*|sequence\.editor|diff\.external|diff\..*\.(command|textconv)|merge\..*\.driver|filter\..*|(diff|merge)tool\..*|credential\..*|gpg\..*|remote\..*\.(uploadpack|receivepack|vcs|proxy)|uploadpack\.packobjectshook|web\.browser|browser\..*|man\..*|interactive\.difffilter|submodule\..*\.update|sendemail\..*|include(if)?\..*|trailer\..*|tar\..*\.command|protocol\..*|init\.templatedir|url\..*|http\..*|ssh\.variant|help\.autocorrect|instaweb\..*|guitool\..*|rebase\.instructionformat|receive\..*|transfer\..*)$/i.test(
    key,
  )
}

const harmlessSettings =
  /^(color\..*|column\..*|advice\..*|core\.(quotepath|abbrev|autocrlf|safecrlf|eol|precomposeunicode|ignorecase)|diff\.(algorithm|context|interhunkcontext|renames|renamelimit|noprefix|mnemonicprefix|wordregex|statgraphwidth|indentheuristic|colormoved|colormovedws|relative|submodule|ignoresubmodules|suppressblankempty)|log\.(date|decorate|abbrevcommit|follow|mailmap|showroot)|status\..*|blame\.(coloring|date|showemail|showroot|blankboundary)|grep\.(linenumber|column|patterntype|extendedregexp|threads|fullname)|i18n\.(logoutputencoding|commitencoding)|user\.(name|email)|author\..*|committer\..*|init\.defaultbranch|versionsort\..*|branch\.sort|tag\.sort|gc\.auto|merge\.(conflictstyle|renames|renamelimit)|pack\.threads|index\.threads)$/i

/** Whether `-c name=value` changes how git prints and nothing else. */
export function settingIsHarmless(name: string, value: string | null): boolean {
  if (/^(core\.pager|pager\..*)$/i.test(name))
    return value === 'cat' || value === '' || (value === 'false' && !/^core/i.test(name))
  if (/^core\.fsmonitor$|^(commit|tag|push)\.gpgsign$|^log\.showsignature$/i.test(name)) return value === 'false'
  return harmlessSettings.test(name)
}

/** Whether more is shown than the value of one name: tokens and passwords may be among them. */
function listsValues(args: Args, verb: string | null | undefined): boolean {
  return args.has('-l', '--get-regexp', '--get-urlmatch', '--regexp') || (verb === 'list' && args.operands.length === 1)
}

/** The whole configuration is printed: the user's file, or the repository's. */
export function readSettings(args: Args, report: Report): void {
  if (args.has('--name-only')) return
  report.readPath(args.has('--local', '--worktree') ? '.git/config' : '~/.gitconfig')
}

const config = (args: Args, report: Report) => {
  const [first, ...rest] = args.operands
  const file = args.value('-f')
  const acts = args.has('--get', '--get-all', '--get-regexp', '--get-urlmatch', '-l', '--get-color', '--get-colorbool')
  const verb = first?.value
  const reads = acts || verb === 'get' || verb === 'list' || (args.operands.length === 1 && verb !== 'edit')
  const writes = args.has(
    '--replace-all',
    '--add',
    '--unset',
    '--unset-all',
    '--rename-section',
    '--remove-section',
    '-e',
  )
  if (reads && !writes && !args.options.some((option) => option.name.startsWith('--no-'))) {
    if (file !== undefined) report.read(file)
    const blob = args.value('--blob')
    if (blob !== undefined) report.read(withValue(blob, pathOfRevision(blob.value ?? '') ?? null))
    if (file === undefined && blob === undefined && listsValues(args, verb)) readSettings(args, report)
    return
  }
  if (args.operands.length === 0 && !writes) return
  report.change('git configuration')
  if (args.has('-e') || verb === 'edit') report.unknown('runs', 'editor')
  if (file !== undefined) report.write(file)
  const [key, value] = verb === 'set' ? rest : args.operands
  if (key === undefined || value === undefined) return
  const text = value.value
  if (
    /^alias\./i.test(key.value ?? '')
      ? text?.startsWith('!')
      : /(pager|editor|command|cmd|textconv|driver)$/i.test(key.value ?? '')
  ) {
    report.shell(text?.startsWith('!') ? withValue(value, text.slice(1)) : value)
  }
}

const configOptions = `
  --global --system --local --worktree -f,--file= --blob= --get --get-all --get-regexp --get-urlmatch --replace-all
  --add --unset --unset-all --rename-section --remove-section -l,--list --fixed-value -e,--edit --get-color
  --get-colorbool -t,--type= --bool --int --bool-or-int --bool-or-str --path --expiry-date -z,--null --name-only
  --show-names --includes --show-origin --show-scope --default= --all --append --comment= --regexp --value= --url=`

/** `git config`: names alone are asked for; a value, or a verb that sets one, changes it. */
export const gitConfig: Subcommand = gitCommand(configOptions, config)
