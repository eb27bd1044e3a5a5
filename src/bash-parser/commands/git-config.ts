import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { readHome, withValue } from './folder.ts'
import { gitCommand } from './git-options.ts'
import { pathOfRevision, useRepository } from './git-words.ts'
import type { Args, Subcommand } from './program.ts'

/** Names of settings, `*` for any part, as one pattern; git's names ignore case. */
function settings(names: string): RegExp {
  const patterns = names.trim().split(/\s+/)
  return new RegExp(`^(?:${patterns.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`, 'i')
}

/** Values that git hands to a shell or starts as a program, and settings that choose such programs or other places. */
const running = settings(`
  core.pager core.editor core.sshcommand core.fsmonitor core.hookspath core.askpass core.gitproxy core.attributesfile
  core.alternaterefscommand core.worktree alias.* pager.* sequence.editor diff.external diff.*.command diff.*.textconv
  merge.*.driver filter.* difftool.* mergetool.* credential.* gpg.* remote.*.uploadpack remote.*.receivepack remote.*.vcs
  remote.*.proxy uploadpack.packobjectshook web.browser browser.* man.* interactive.difffilter submodule.*.update
  sendemail.* include.* includeif.* trailer.* tar.*.command protocol.* init.templatedir url.* http.* ssh.variant
  help.autocorrect instaweb.* guitool.* rebase.instructionformat receive.* transfer.*`)

/** Those of them whose value is a command line. */
const commandLine =
  /(^alias\..*|pager|editor|command|cmd|textconv|driver|external|fsmonitor|helper|program|clean|smudge|process|askpass|gitproxy|filter|hook)$/i

const harmless = settings(`
  color.* column.* advice.* core.quotepath core.abbrev core.autocrlf core.safecrlf core.eol core.precomposeunicode
  core.ignorecase diff.algorithm diff.context diff.interhunkcontext diff.renames diff.renamelimit diff.noprefix
  diff.mnemonicprefix diff.wordregex diff.statgraphwidth diff.indentheuristic diff.colormoved diff.colormovedws
  diff.relative diff.submodule diff.ignoresubmodules diff.suppressblankempty log.date log.decorate log.abbrevcommit
  log.follow log.mailmap log.showroot status.* blame.coloring blame.date blame.showemail blame.showroot
  blame.blankboundary grep.linenumber grep.column grep.patterntype grep.extendedregexp grep.threads grep.fullname
  i18n.logoutputencoding i18n.commitencoding user.name user.email author.* committer.* init.defaultbranch
  versionsort.* branch.sort tag.sort gc.auto merge.conflictstyle merge.renames merge.renamelimit pack.threads
  index.threads`)

/** Whether a setting decides what else git runs or where it looks. */
export function configRuns(name: string): boolean {
  return running.test(name)
}

/** Whether `-c name=value` changes how git prints and nothing else. */
export function settingIsHarmless(name: string, value: string | null): boolean {
  if (/^(core\.pager|pager\..*)$/i.test(name))
    return value === 'cat' || value === '' || (value === 'false' && !/^core/i.test(name))
  if (/^core\.fsmonitor$|^(commit|tag|push)\.gpgsign$|^log\.showsignature$/i.test(name)) return value === 'false'
  return harmless.test(name)
}

/**
 * What a setting would run or talk to: `!` starts a command line of the shell, an alias without it is a command of git,
 * and addresses may name a command too (`ext::`).
 */
export function useSetting(name: string, value: Word, report: Report): void {
  const text = value.value
  const base = /^url\.(.*)\.(push)?insteadof$/is.exec(name)?.[1]
  if (base !== undefined) useRepository(withValue(value, base), report)
  if (/^(remote|submodule)\..*\.(push)?url$/is.test(name)) useRepository(value, report)
  if (/^(http(\..*)?|remote\..*)\.proxy$/is.test(name)) report.host(text)
  if (/^include(if\..*)?\.path$/is.test(name)) report.read(value)
  if (text?.startsWith('!')) report.shell(withValue(value, text.slice(1)))
  else if (commandLine.test(name) && !/^alias\./i.test(name) && !/^(true|false|)$/.test(text ?? '?'))
    report.shell(value)
}

/** Whether more is shown than the value of one name: tokens and passwords may be among them. */
function listsValues(args: Args, verb: string | null | undefined): boolean {
  return args.has('-l', '--get-regexp', '--get-urlmatch', '--regexp') || (verb === 'list' && args.operands.length === 1)
}

/** The whole configuration is printed: the user's file, or the repository's. */
export function readSettings(args: Args, report: Report): void {
  if (args.has('--name-only')) return
  if (args.has('--local', '--worktree')) report.readPath('.git/config')
  else readHome(report, '.gitconfig')
}

/** The setting decides nothing that git runs, nor where it looks: like a commit, it changes the repository and no more. */
function isPlainChange(args: Args): boolean {
  if (args.has('--rename-section', '--remove-section', '-e')) return false
  const verb = args.operands[0]?.value
  const [key, value] = verb === 'set' || verb === 'unset' ? args.operands.slice(1) : args.operands
  if (key === undefined || key.value === null) return false
  return settingIsHarmless(key.value, value?.value ?? null) || !(configRuns(key.value) || /^core\./i.test(key.value))
}

/** The file of settings a change goes to, where no option names it. */
function writeSettings(args: Args, report: Report): void {
  if (args.has('-f')) return
  if (args.has('--global')) report.writePath('~/.gitconfig')
  else if (args.has('--system')) report.writePath('/etc/gitconfig')
  else report.writePath(args.has('--worktree') ? '.git/config.worktree' : '.git/config')
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
  if (!isPlainChange(args)) writeSettings(args, report)
  if (args.has('-e') || verb === 'edit') report.unknown('runs', 'editor')
  if (file !== undefined) report.write(file)
  const [key, value] = verb === 'set' ? rest : args.operands
  if (key === undefined || value === undefined) return
  useSetting(key.value ?? '', value, report)
}

const configOptions = `
  --global --system --local --worktree -f,--file= --blob= --get --get-all --get-regexp --get-urlmatch --replace-all
  --add --unset --unset-all --rename-section --remove-section -l,--list --fixed-value -e,--edit --get-color
  --get-colorbool -t,--type= --bool --int --bool-or-int --bool-or-str --path --expiry-date -z,--null --name-only
  --show-names --includes --show-origin --show-scope --default= --all --append --comment= --regexp --value= --url=`

/** `git config`: names alone are asked for; a value, or a verb that sets one, changes it. */
export const gitConfig: Subcommand = gitCommand(configOptions, config)
