import type { Report } from '../effects.ts'
import { withValue } from './folder.ts'
import { gitConfig, readSettings } from './git-config.ts'
import { diffOptions, gitCommand, gitListing, logOptions, refListOptions, revisionOptions } from './git-options.ts'
import {
  asksForSignature,
  pathOfRevision,
  readShown,
  singles,
  splitAtDashes,
  usePathspecs,
  useRepository,
} from './git-words.ts'
import type { Args, Subcommand } from './program.ts'

type Does = NonNullable<Subcommand['does']>

const numeric = /^-\d+$/

const nothing: Does = () => {}

/** Names of commits or refs, and paths that only choose what is listed. */
const lists = gitListing

const repositoryChange = 'git repository'

/** A command that only reads unless one of these options was given. */
const readsUnless = (options: string, changing: readonly string[]): Subcommand =>
  gitCommand(options, (args, report) => {
    if (args.has(...changing)) report.change(repositoryChange)
  })

/** Options that make a listing show what is in the files. */
const patchOptions = [
  ...[
    '-p',
    '-U',
    '-W',
    '-S',
    '-G',
    '-L',
    '-c',
    '-m',
    '--cc',
    '--dd',
    '--check',
    '--binary',
    '--patch-with-raw',
    '--patch-with-stat',
  ],
  ...[
    '--word-diff',
    '--word-diff-regex',
    '--color-words',
    '--color-moved',
    '--diff-merges',
    '--remerge-diff',
    '--pickaxe-all',
  ],
]

function noteFormats(args: Args, report: Report): void {
  if (['--format', '--pretty'].some((name) => args.values(name).some(asksForSignature))) report.unknown('runs', 'gpg')
  const merges = args.value('--diff-merges')
  if (
    merges !== undefined &&
    !/^(off|none|on|m|first-parent|1|separate|combined|c|dense-combined|cc)$/.test(merges.value ?? '')
  ) {
    report.change(repositoryChange)
  }
  for (const range of args.values('-L')) {
    const file = range.value === null ? null : range.value.slice(range.value.lastIndexOf(':') + 1)
    report.read(withValue(range, file))
  }
}

/** `log` and its kin: paths are read only where their content is shown. */
const log: Does = (args, report) => {
  noteFormats(args, report)
  if (args.has(...patchOptions)) readShown(args, report)
}

const show: Does = (args, report) => {
  noteFormats(args, report)
  readShown(args, report)
}

const diff: Does = (args, report) => readShown(args, report)

const branch: Does = (args, report) => {
  if (args.values('--format').some(asksForSignature)) report.unknown('runs', 'gpg')
  if (args.has('--edit-description')) report.unknown('runs', 'editor')
  const changes = args.has(
    '-d',
    '-D',
    '-m',
    '-M',
    '-c',
    '-C',
    '-u',
    '-t',
    '-f',
    '--unset-upstream',
    '--create-reflog',
    '--edit-description',
  )
  const listing = args.has(
    '-l',
    '--contains',
    '--no-contains',
    '--merged',
    '--no-merged',
    '--points-at',
    '--show-current',
  )
  const undone = args.options.some(
    (option) => /^--no-(list|contains|merged|points-at|show-current)$/.test(option.name) && option.value === null,
  )
  if (changes || (args.operands.length > 0 && (!listing || undone))) report.change(repositoryChange)
}

const tag: Does = (args, report) => {
  if (args.has('-v', '-s', '-u')) report.unknown('runs', 'gpg')
  if (args.has('-e')) report.unknown('runs', 'editor')
  if (args.values('--format').some(asksForSignature)) report.unknown('runs', 'gpg')
  const file = args.value('-F')
  if (file !== undefined) report.read(file)
  const listing = args.has('-l', '-n', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at')
  const undone = args.options.some((option) => /^--no-(list|points-at)$/.test(option.name))
  const changes = args.has('-d', '-a', '-m', '-F', '-e', '-s', '-u', '-f', '--create-reflog')
  if (changes || (args.operands.length > 0 && !args.has('-v') && (!listing || undone))) report.change(repositoryChange)
}

const grep: Does = (args, report) => {
  const pager = args.value('-O')
  if (pager !== undefined) report.shell(pager)
  const { before, after } = splitAtDashes(args)
  const skip = args.has('-e', '-f') ? 0 : 1
  const shown = before.slice(skip)
  if (args.has('--no-index')) usePathspecs(shown, 'read', report)
  else if (shown.length > 0) readShown(args.withOperands(shown), report)
  usePathspecs(after, 'read', report)
  // It looks into every file below the folder, or of the revisions it is given.
  if (shown.length === 0 && after.length === 0) report.readPath('.', { tree: true })
}

const blameOptions = [
  diffOptions,
  revisionOptions,
  `
    --incremental -b --root --show-stats --progress --score-debug -f,--show-name -n,--show-number -p,--porcelain
    --line-porcelain -c -t -l -s`,
  `
    -e,--show-email -w --ignore-rev= --ignore-revs-file=:read --color-lines --color-by-age --minimal -S=:read
    --contents=:read -C[=] -M[=]`,
  '-L= --abbrev[=] --diff-algorithm=',
].join(' ')

const blame: Subcommand = gitCommand(blameOptions, (args, report) => {
  const { before, after } = splitAtDashes(args)
  for (const file of after.length > 0 ? after : before.slice(-1)) report.read(file)
  if (after.length > 0 || before.length < 2) return
  // `git blame file rev` is an old spelling that still works.
  readShown(args.withOperands(before.slice(0, -1)), report)
})

const grepOptions = `
  --cached --no-index --untracked --exclude-standard --recurse-submodules -v,--invert-match -i,--ignore-case
  -w,--word-regexp -a,--text -I --textconv:unknown -r,--recursive --max-depth= -E,--extended-regexp -G,--basic-regexp
  -F,--fixed-strings -P,--perl-regexp -n,--line-number --column -h -H --full-name -l,--files-with-matches,--name-only
  -L,--files-without-match -z,--null -o,--only-matching -c,--count --color[=] --break --heading -C,--context=
  -B,--before-context= -A,--after-context= --threads= -p,--show-function -W,--function-context -f=:read -e= --and --or
  --not -q,--quiet --all-match -O,--open-files-in-pager[=]:unknown --ext-grep -m,--max-count=`

const statusOptions = `
    -v,--verbose -s,--short -b,--branch --show-stash --ahead-behind --porcelain[=] --long -z,--null
    -u,--untracked-files[=] --ignored[=] --ignore-submodules[=] --column[=] --renames --no-renames
    -M,--find-renames[=]`

const catFile: Does = (args, report) => {
  // The objects shown are named on standard input, which nobody here reads.
  if (args.has('--batch', '--batch-command')) report.unknown('dynamic-word', '--batch')
  if (args.has('-t', '-s', '-e')) return
  for (const object of args.operands.flatMap(singles)) {
    const path = object.value === null ? null : pathOfRevision(object.value)
    if (path !== undefined && path !== '') report.read(withValue(object, path))
  }
}

/** Commands that print and leave no trace, as long as no option says otherwise. */
export const readingCommands: Readonly<Record<string, Subcommand>> = {
  status: lists(statusOptions),
  log: { ...gitCommand(logOptions, log), numeric },
  whatchanged: { ...gitCommand(`${logOptions} --i-still-use-this`, show), numeric },
  show: { ...gitCommand(logOptions, show), numeric },
  diff: {
    ...gitCommand(
      `${diffOptions} --cached,--staged --merge-base --no-index -0 -1 -2 -3 -c --cc --base --ours --theirs -q`,
      diff,
    ),
    numeric,
  },
  'diff-tree': {
    ...gitCommand(
      `${logOptions} --stdin -r -c --cc --combined-all-paths --root --merge-base -v -s --no-commit-id -t`,
      show,
    ),
    numeric,
  },
  'diff-index': { ...gitCommand(`${logOptions} --cached --merge-base -m`, show), numeric },
  'diff-files': { ...gitCommand(`${logOptions} -0 -1 -2 -3 -c --cc --base --ours --theirs -q`, show), numeric },
  'range-diff': gitCommand(
    `
      ${diffOptions} --creation-factor= --no-dual-color --notes[=] --left-only --right-only --diff-merges[=]
      --remerge-diff:change_git_repository`,
    (args, report) => {
      if (args.has('--diff-merges')) report.change(repositoryChange)
      readShown(args, report)
    },
  ),
  blame: { ...blame, numeric },
  annotate: { ...blame, numeric },
  grep: { ...gitCommand(grepOptions, grep), numeric },
  'ls-files': lists(
    `
      -z -t -v -f -c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage -k,--killed --directory
      --eol --empty-directory -u,--unmerged --resolve-undo -x,--exclude= -X,--exclude-from=:read
      --exclude-per-directory= --exclude-standard --full-name --recurse-submodules --error-unmatch --with-tree=
      --abbrev[=] --debug --deduplicate --sparse --format=`,
  ),
  'ls-tree': lists(
    '-d -r -t -z -l,--long --name-only,--name-status --object-only --full-name --full-tree --format= --abbrev[=]',
  ),
  'cat-file': gitCommand(
    `
      -e -p -t -s --allow-unknown-type --use-mailmap,--mailmap --batch[=] --batch-check[=] -z -Z --batch-command[=]
      --batch-all-objects --buffer --follow-symlinks --unordered --textconv:unknown --filters:unknown --path=
      --filter[=] --no-filter`,
    catFile,
  ),
  // rev-parse prints words it does not know: no option of it does more.
  'rev-parse': { harmfulOptions: false, bundles: false, does: nothing },
  'rev-list': {
    ...gitCommand(
      `
        ${diffOptions} ${revisionOptions} --header --timestamp --use-bitmap-index --test-bitmap --disk-usage[=]
        --object-names --no-object-names --progress= --bisect-vars --bisect-all --commit-header --no-commit-header
        --quiet --filter-print-omitted --unsorted-input --maximal-only -z`,
      noteFormats,
    ),
    numeric,
  },
  describe: lists(
    `
      --contains --debug --all --tags --long --first-parent --abbrev[=] --exact-match --candidates= --match=
      --exclude= --always --dirty[=] --broken[=]`,
  ),
  shortlog: {
    ...gitCommand(
      `
        ${diffOptions} ${revisionOptions} -c,--committer -n,--numbered -s,--summary -e,--email -w[=] --group=
        --format[=]`,
      noteFormats,
    ),
    numeric,
  },
  branch: gitCommand(
    `
      ${refListOptions} -v,--verbose -q,--quiet -t,--track[=] -u,--set-upstream-to= --set-upstream --unset-upstream
      -r,--remotes --abbrev[=] -a,--all -d,--delete -D -m,--move -M -c,--copy -C -l,--list --show-current
      --create-reflog --edit-description -f,--force --recurse-submodules`,
    branch,
  ),
  tag: gitCommand(
    `
      ${refListOptions} -l,--list -n[=] -d,--delete -v,--verify -a,--annotate -m,--message= -F,--file= -e,--edit
      -s,--sign --cleanup= -u,--local-user= -f,--force --create-reflog --trailer=`,
    tag,
  ),
  'for-each-ref': gitCommand(
    `
      ${refListOptions} -s,--shell -p,--perl --python --tcl --count= --ignore-case --stdin --include-root-refs
      --exclude= --start-after=`,
    (args, report) => {
      if (args.values('--format').some(asksForSignature)) report.unknown('runs', 'gpg')
    },
  ),
  'show-ref': lists(
    `
      --tags --heads --branches --verify --head -d,--dereference -s,--hash[=] --abbrev[=] -q,--quiet
      --exclude-existing[=] --exists`,
  ),
  'show-branch': {
    ...lists(
      `
        -a,--all -r,--remotes --color[=] --more[=] --list --no-name --current --sha1-name --merge-base --independent
        --topo-order --topics --sparse --date-order -g,--reflog[=]`,
    ),
    numeric,
  },
  'merge-base': lists('-a,--all --octopus --independent --is-ancestor --fork-point'),
  'name-rev': lists(
    '--name-only --tags --refs= --exclude= --all --stdin --annotate-stdin --undefined --always --peel-tag',
  ),
  cherry: lists('--abbrev[=] -v,--verbose'),
  'count-objects': lists('-v,--verbose -H,--human-readable'),
  'check-ignore': lists('-q,--quiet -v,--verbose --stdin -z -n,--non-matching --no-index'),
  'check-attr': lists('-a,--all --cached --stdin -z --source='),
  'check-ref-format': lists('--branch --normalize --print --allow-onelevel --refspec-pattern'),
  'check-mailmap': lists('--stdin --mailmap-file=:read --mailmap-blob='),
  'symbolic-ref': gitCommand('-q,--quiet -d,--delete --short --recurse -m=', (args, report) => {
    if (args.operands.length > 1 || args.has('-d', '-m')) report.change(repositoryChange)
  }),
  'hash-object': gitCommand('-t= -w --stdin --stdin-paths --no-filters --literally --path=', (args, report) => {
    if (args.has('-w')) report.change(repositoryChange)
    if (args.has('--stdin-paths')) report.unknown('dynamic-word', '--stdin-paths')
    for (const operand of args.operands) report.read(operand)
  }),
  'ls-remote': gitCommand(
    `
      -q,--quiet --upload-pack,--exec=:unknown -t,--tags -b,-h,--branches,--heads --refs --get-url --sort= --exit-code
      --symref -o,--server-option=`,
    (args, report) => {
      const program = args.value('--upload-pack')
      if (program !== undefined) report.shell(program)
      if (!args.has('--get-url') || args.options.some((option) => option.name === '--no-get-url'))
        useRepository(args.operands[0], report)
    },
  ),
  config: gitConfig,
  var: gitCommand('-l', (args, report) => {
    if (args.has('-l')) readSettings(args, report)
  }),
  version: lists('--build-options'),
  'verify-pack': gitCommand('-v,--verbose -s,--stat-only --object-format=', ({ operands }, report) => {
    for (const operand of operands) report.read(operand)
  }),
  'patch-id': lists('--unstable --stable --verbatim'),
  'get-tar-commit-id': lists(''),
  'show-index': lists('--object-format='),
  stripspace: lists('-s,--strip-comments -c,--comment-lines'),
  fsck: readsUnless(
    `
      -v,--verbose --unreachable --dangling --tags --root --cache --reflogs --full --connectivity-only --strict
      --lost-found --progress --name-objects --references`,
    ['--lost-found'],
  ),
}
