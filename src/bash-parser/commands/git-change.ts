import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import { configRuns, useSetting } from './git-config.ts'
import { gitCommand } from './git-options.ts'
import { splitAtDashes, usePathspecs, useRepository } from './git-words.ts'
import type { Args, Subcommand } from './program.ts'

const repository = 'git repository'
const workingTree = 'working tree'

/** A command that changes the repository and names no path outside it. */
const changes = (options: string, more?: (args: Args, report: Report) => void): Subcommand =>
  gitCommand(options, (args, report) => {
    report.change(repository)
    more?.(args, report)
  })

/** What `-n` promises, unless a later word takes it back. `add`, `rm` and `mv` lock the index even then. */
const isDryRun = (args: Args): boolean =>
  args.has('-n') && !args.options.some((option) => option.name.startsWith('--no-'))

const pathspecFile = '--pathspec-from-file=:list --pathspec-file-nul'
const interactive = (args: Args, report: Report, ...names: string[]) => {
  if (args.has(...names)) report.unknown('runs', 'editor')
}

const remoteProgram = (args: Args, report: Report, ...names: string[]) => {
  for (const name of names) for (const value of args.values(name)) report.shell(value)
}

/** `name=value` given to one command, as with `git -c`. */
function useSettings(words: readonly Word[], report: Report): void {
  for (const word of words) {
    const key = word.value?.split('=', 1)[0] ?? null
    if (key === null || configRuns(key)) report.unknown('runs', word.text)
    if (key !== null) useSetting(key, withValue(word, (word.value as string).slice(key.length + 1)), report)
  }
}

const add = changes(
  `
    -n,--dry-run -v,--verbose -i,--interactive -p,--patch -e,--edit -f,--force -u,--update --renormalize
    -N,--intent-to-add -A,--all --ignore-removal --refresh --ignore-errors --ignore-missing --sparse --chmod=
    --warn-embedded-repo ${pathspecFile} -U,--unified= --inter-hunk-context=`,
  (args, report) => {
    interactive(args, report, '-e')
    usePathspecs(args.operands, 'read', report)
  },
)

const commit = changes(
  `
    -q,--quiet -v,--verbose -F,--file=:read --author= --date= -m,--message= -c,--reedit-message= -C,--reuse-message=
    --fixup= --squash= --reset-author --trailer= -s,--signoff -t,--template=:read -e,--edit --cleanup= --status
    -S,--gpg-sign[=] -a,--all -i,--include --interactive -p,--patch -o,--only -n,--no-verify --dry-run --short
    --branch --ahead-behind --porcelain --long -z,--null --amend --no-post-rewrite -u,--untracked-files[=]
    --allow-empty --allow-empty-message ${pathspecFile}`,
  (args, report) => {
    // Hooks and the editor come from the repository; whoever writes there was asked already.
    usePathspecs(args.operands, 'read', report)
  },
)

const push: Subcommand = gitCommand(
  `
    -v,--verbose -q,--quiet --repo= --all --branches --mirror -d,--delete --tags -n,--dry-run --porcelain -f,--force
    --force-with-lease[=] --force-if-includes --recurse-submodules= --thin --receive-pack,--exec=:unknown
    -u,--set-upstream --progress --prune --no-verify --follow-tags --signed[=] --atomic -o,--push-option= -4,--ipv4
    -6,--ipv6`,
  (args, report) => {
    remoteProgram(args, report, '--receive-pack')
    report.change('remote repository')
    useRepository(args.operands[0] ?? args.value('--repo'), report)
  },
)

const fetchOptions = `
    -v,--verbose -q,--quiet --all --set-upstream -a,--append --atomic --upload-pack=:unknown -f,--force -m,--multiple
    -t,--tags -n -j,--jobs= --prefetch -p,--prune -P,--prune-tags --recurse-submodules[=] --dry-run --porcelain
    --write-fetch-head -k,--keep -u,--update-head-ok --progress --depth= --shallow-since= --shallow-exclude= --deepen=
    --unshallow --refetch --update-shallow --refmap= -o,--server-option= -4,--ipv4 -6,--ipv6 --negotiation-tip=
    --negotiate-only --filter= --auto-maintenance --auto-gc --show-forced-updates --write-commit-graph --stdin
    --submodule-prefix= --recurse-submodules-default=`

const fetch = changes(fetchOptions, (args, report) => {
  remoteProgram(args, report, '--upload-pack')
  useRepository(args.operands[0], report)
})

const mergeShared = `
    -n --stat --summary --compact-summary --log[=] --squash --commit -e,--edit --cleanup= --ff --ff-only
    --rerere-autoupdate --verify --verify-signatures -s,--strategy=:unknown -X,--strategy-option= --into-name=
    -v,--verbose -q,--quiet --abort --quit --continue --allow-unrelated-histories --progress -S,--gpg-sign[=]
    --autostash --overwrite-ignore --signoff --no-verify`
const mergeOptions = `${mergeShared} -m,--message= -F,--file=:read`

const pull = changes(`${fetchOptions} ${mergeShared} -r,--rebase[=] -j,--jobs[=]`, (args, report) => {
  report.change(workingTree)
  remoteProgram(args, report, '--upload-pack')
  useRepository(args.operands[0], report)
})

/** The folder `git clone` makes when none is named. */
function cloneFolder(source: Word | undefined): Word | undefined {
  if (source === undefined || source.value === null) return source
  const name = source.value
    .replace(/[/\s]+$/, '')
    .replace(/\/\.git$/, '')
    .replace(/^.*[/:]/s, '')
    .replace(/\.(git|bundle)$/, '')
  return withValue(source, name === '' ? null : name)
}

const clone: Subcommand = gitCommand(
  `
    -v,--verbose -q,--quiet --progress --reject-shallow -n,--no-checkout --bare --mirror -l,--local --no-hardlinks
    -s,--shared --recurse-submodules,--recursive[=] -j,--jobs= --template=:unknown --reference=:read-tree
    --reference-if-able=:read-tree --dissociate -o,--origin= -b,--branch= -u,--upload-pack=:unknown --depth=
    --shallow-since= --shallow-exclude= --single-branch --no-tags --tags --shallow-submodules
    --separate-git-dir=:write-tree -c,--config= --server-option= -4,--ipv4 -6,--ipv6 --filter=
    --also-filter-submodules --remote-submodules --sparse --bundle-uri=:host --revision= --ref-format= --naked`,
  (args, report) => {
    remoteProgram(args, report, '-u')
    useSettings(args.values('-c'), report)
    useRepository(args.operands[0], report)
    const folder = args.operands[1] ?? cloneFolder(args.operands[0])
    if (folder !== undefined) report.write(folder, { tree: true })
  },
)

const checkout = changes(
  `
    -b= -B= -l --guess --overlay -q,--quiet --recurse-submodules[=] --progress -m,--merge --conflict= -d,--detach
    -t,--track[=] -f,--force --orphan= --overwrite-ignore --ignore-other-worktrees -2,--ours -3,--theirs -p,--patch
    --ignore-skip-worktree-bits -U,--unified= --inter-hunk-context= ${pathspecFile}`,
  (args, report) => {
    report.change(workingTree)
    const { before, after } = splitAtDashes(args)
    usePathspecs(after, 'write', report)
    if (after.length > 0 || args.has('-b', '-B', '--orphan', '-d', '-t')) return
    // A lone name may be a branch or a file; `HEAD~1` and `-` are no files.
    usePathspecs(
      before.filter((word) => !/^-$|^(HEAD|@)([~^@].*)?$/.test(word.value ?? '')),
      'write',
      report,
    )
  },
)

const restore = gitCommand(
  `
    -s,--source= -S,--staged -W,--worktree --ignore-unmerged --overlay -q,--quiet --recurse-submodules[=] --progress
    -m,--merge --conflict= -2,--ours -3,--theirs -p,--patch --ignore-skip-worktree-bits -U,--unified=
    --inter-hunk-context= ${pathspecFile}`,
  (args, report) => {
    report.change(repository)
    if (!args.has('-S') || args.has('-W') || args.has('--no-staged')) usePathspecs(args.operands, 'write', report)
  },
)

const remove = gitCommand(
  `-n,--dry-run -q,--quiet --cached -f,--force -r --ignore-unmatch --sparse ${pathspecFile}`,
  (args, report) => {
    report.change(repository)
    if (isDryRun(args)) return
    if (!args.has('--cached') || args.has('--no-cached')) usePathspecs(args.operands, 'delete', report)
  },
)

const move = gitCommand('-v,--verbose -n,--dry-run -f,--force -k --sparse', (args, report) => {
  report.change(repository)
  if (isDryRun(args)) return
  for (const source of args.operands.slice(0, -1)) report.delete(source, { tree: true })
  const target = args.operands.at(-1)
  if (target !== undefined) report.write(target, { tree: true })
})

const clean = gitCommand(
  '-q,--quiet -n,--dry-run -f,--force -i,--interactive -d -e,--exclude= -x -X',
  (args, report) => {
    if (isDryRun(args)) return
    if (args.operands.length > 0) usePathspecs(args.operands, 'delete', report)
    else report.change(workingTree)
    report.change('untracked files')
  },
)

const rebase = changes(
  `
    --onto= --keep-base --no-verify -q,--quiet -v,--verbose -n,--no-stat --signoff --committer-date-is-author-date
    --reset-author-date,--ignore-date -C= --ignore-whitespace --whitespace= -f,--force-rebase --no-ff --continue
    --skip --abort --quit --edit-todo --show-current-patch --apply -m,--merge -i,--interactive --rerere-autoupdate
    --empty= --autosquash --update-refs -S,--gpg-sign[=] --autostash -x,--exec=:unknown -r,--rebase-merges[=]
    --fork-point -s,--strategy=:unknown -X,--strategy-option= --root --reschedule-failed-exec --reapply-cherry-picks
    --preserve-merges -k,--keep-empty --allow-empty-message --trailer=`,
  (args, report) => {
    report.change(workingTree)
    remoteProgram(args, report, '-x')
    interactive(args, report, '-i', '--edit-todo')
  },
)

const pickOptions = `
    --quit --continue --abort --skip --cleanup= -n,--no-commit -e,--edit -s,--signoff -m,--mainline=
    --rerere-autoupdate --strategy=:unknown -X,--strategy-option= -S,--gpg-sign[=]`
const changesBoth = (args: Args, report: Report) => {
  report.change(workingTree)
  interactive(args, report, '-e')
}

const apply = gitCommand(
  `
    --exclude= --include= -p= --no-add --stat --numstat --summary --check --index -N,--intent-to-add --cached
    --unsafe-paths --apply -3,--3way --ours --theirs --union --build-fake-ancestor=:write -z -C= --whitespace=
    --ignore-space-change --ignore-whitespace -R,--reverse --unidiff-zero --reject --allow-overlap -v,--verbose
    -q,--quiet --inaccurate-eof --recount --directory= --allow-empty --allow-binary-replacement --binary`,
  (args, report) => {
    for (const operand of args.operands) if (operand.value !== '-') report.read(operand)
    const looks = args.has('--stat', '--numstat', '--summary', '--check')
    const acts = args.has('--apply', '--index', '--cached', '-3', '--reject', '--build-fake-ancestor')
    const undone = args.options.some((option) => option.name.startsWith('--no-') && option.name !== '--no-add')
    if (looks && !acts && !undone) return
    const folder = args.value('--directory')
    if (folder !== undefined) report.write(folder, { tree: true })
    // Which files it writes stands in the patch.
    report.change(repository)
    report.change(workingTree)
  },
)

const init: Subcommand = gitCommand(
  `
    --template=:unknown --bare --shared[=] -q,--quiet --separate-git-dir=:write-tree -b,--initial-branch=
    --object-format= --ref-format=`,
  (args, report) => {
    report.change(repository)
    const [folder] = args.operands
    // What stands there already is kept: a new repository is made, none is changed (git-init(1)).
    if (folder !== undefined) report.write(folder)
  },
)

const reset = changes(
  `
    -q,--quiet --no-refresh --refresh --mixed --soft --hard --merge --keep --recurse-submodules[=] -p,--patch
    -N,--intent-to-add -U,--unified= --inter-hunk-context= ${pathspecFile}`,
  (args, report) => {
    if (args.has('--hard', '--merge', '--keep')) report.change(workingTree)
  },
)

/** Commands that change the repository, the files in it or another repository. */
export const changingCommands: Readonly<Record<string, Subcommand>> = {
  add,
  stage: add,
  commit,
  push,
  fetch,
  pull,
  clone,
  checkout,
  switch: changes(
    `
      -c,--create= -C,--force-create= --guess --discard-changes -q,--quiet --recurse-submodules[=] --progress
      -m,--merge --conflict= -d,--detach -t,--track[=] -f,--force --orphan= --overwrite-ignore
      --ignore-other-worktrees`,
    (_, report) => report.change(workingTree),
  ),
  restore,
  reset,
  rm: remove,
  mv: move,
  clean,
  merge: changes(mergeOptions, changesBoth),
  rebase,
  'cherry-pick': changes(
    `${pickOptions} -x --ff --allow-empty --allow-empty-message --empty= --keep-redundant-commits`,
    changesBoth,
  ),
  revert: changes(`${pickOptions} --reference`, changesBoth),
  am: changes(
    `
      -i,--interactive -3,--3way -q,--quiet -s,--signoff -u,--utf8 -k,--keep --keep-non-patch -m,--message-id
      --keep-cr --no-keep-cr -c,--scissors --quoted-cr= --whitespace= --ignore-space-change --ignore-whitespace
      --directory= --exclude= --include= -C= -p= --patch-format= --reject --resolvemsg= --continue -r,--resolved
      --skip --abort --quit --retry --show-current-patch[=] --allow-empty --committer-date-is-author-date
      --ignore-date --rerere-autoupdate -S,--gpg-sign[=] --empty= --binary --rebasing -n,--no-verify`,
    (args, report) => {
      report.change(workingTree)
      for (const operand of args.operands) report.read(operand)
    },
  ),
  apply,
  init,
  gc: changes(
    `
      -q,--quiet --prune[=] --cruft --max-cruft-size= --aggressive --auto --detach --force --keep-largest-pack
      --expire-to=:write`,
  ),
  prune: changes('-n,--dry-run -v,--verbose --progress --expire= --exclude-promisor-objects'),
  repack: changes(
    `
      -a -A --cruft --cruft-expiration= -d -f -F -n -q,--quiet -l,--local -b,--write-bitmap-index -i,--delta-islands
      --unpack-unreachable= -k,--keep-unreachable --window= --window-memory= --depth= --threads= --max-pack-size=
      --pack-kept-objects --keep-pack= -g,--geometric= -m,--write-midx --expire-to=:write --filter= --filter-to=:write`,
  ),
  'pack-refs': changes('--all --prune --auto --include= --exclude='),
  'update-ref': changes('-m= -d --no-deref --deref -z --stdin --create-reflog'),
  'update-index': changes(
    `
      -q --ignore-submodules --add --replace --remove --unmerged --refresh --really-refresh --cacheinfo[=] --chmod=
      --assume-unchanged --skip-worktree --ignore-skip-worktree-entries --info-only --force-remove -z --stdin
      --index-info --unresolve -g,--again --ignore-missing --verbose --clear-resolve-undo --index-version=
      --split-index --untracked-cache --test-untracked-cache --force-untracked-cache --force-write-index --fsmonitor
      --fsmonitor-valid --show-index-version`,
    (args, report) => usePathspecs(args.operands, 'read', report),
  ),
  'read-tree': changes(
    `
      --index-output=:write --empty -v,--verbose -m --trivial --aggressive --reset --prefix= -u
      --exclude-per-directory= -i -n,--dry-run --no-sparse-checkout --debug-unpack --recurse-submodules[=] -q,--quiet`,
  ),
  'write-tree': changes('--missing-ok --prefix='),
  'commit-tree': changes('-p= -m= -F=:read -S,--gpg-sign[=]'),
  mktag: changes('--strict'),
  mktree: changes('-z --missing --batch'),
  'update-server-info': changes('-f,--force'),
  'prune-packed': changes('-n,--dry-run -q,--quiet'),
  replace: changes(
    '-l,--list -d,--delete -e,--edit -g,--graft --convert-graft-file -f,--force --raw --format=',
    (args, report) => interactive(args, report, '-e'),
  ),
  'merge-tree': gitCommand(
    `
      --write-tree --trivial-merge --messages -z --name-only --allow-unrelated-histories --stdin --merge-base=
      -X,--strategy-option= --quiet`,
    (args, report) => {
      if (!args.has('--trivial-merge')) report.change(repository)
    },
  ),
}
