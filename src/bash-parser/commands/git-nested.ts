import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import { diffOptions, gitCommand, gitListing, revisionOptions } from './git-options.ts'
import { readingCommands } from './git-read.ts'
import { usePathspecs, useRepository } from './git-words.ts'
import { type Args, runProgram, type Subcommand } from './program.ts'

const repository = 'git repository'
const workingTree = 'working tree'

const reads = (options = ''): Subcommand => gitListing(options)

const changes = (options: string, more?: (args: Args, report: Report) => void): Subcommand =>
  gitCommand(options, (args, report) => {
    report.change(repository)
    more?.(args, report)
  })

/** A command whose first operand is a verb; alone it does what `bare` does. */
const verbs = (
  options: string,
  bare: Subcommand['does'],
  subcommands: Readonly<Record<string, Subcommand>>,
): Subcommand => ({
  options,
  negates: true,
  subcommands,
  ...(bare === undefined ? {} : { does: bare }),
})

const nothing = () => {}

/** A verb may be left out: the words are then those of `otherwise`. */
const optionalVerb = (named: Readonly<Record<string, Subcommand>>, otherwise: Subcommand): Subcommand => ({
  // Nothing is read here: the table of the verb does.
  harmfulOptions: false,
  bundles: false,
  does(args, report) {
    const [first, ...rest] = args.words
    const verb = first?.value ?? ''
    if (Object.hasOwn(named, verb)) runProgram(named[verb] as Subcommand, verb, rest, report)
    else runProgram(otherwise, 'git', args.words, report)
  },
})

const log = readingCommands.log as Subcommand

const remote = verbs('-v,--verbose', nothing, {
  add: changes('-f,--fetch --tags -t,--track= -m,--master= --mirror[=]', (args, report) => {
    if (args.has('-f')) useRepository(args.operands[1], report)
  }),
  rename: changes('--progress'),
  remove: changes(''),
  rm: changes(''),
  'set-head': changes('-a,--auto -d,--delete', (args, report) => {
    if (args.has('-a')) report.host(null)
  }),
  'set-branches': changes('--add'),
  'set-url': changes('--push --add --delete'),
  'get-url': reads('--push --all'),
  show: gitCommand('-n', (args, report) => {
    if (args.operands.length > 0 && (!args.has('-n') || args.has('--no-n'))) report.host(null)
  }),
  prune: changes('-n,--dry-run', (_, report) => report.host(null)),
  update: changes('-p,--prune', (_, report) => report.host(null)),
})

const stashPush = changes(
  `
    -k,--keep-index -S,--staged -p,--patch -q,--quiet -u,--include-untracked -a,--all -m,--message=
    --pathspec-from-file=:list --pathspec-file-nul -U,--unified= --inter-hunk-context=`,
  (args, report) => {
    report.change(workingTree)
    usePathspecs(args.operands, 'write', report)
  },
)
const stashApply = changes('--index -q,--quiet', (_, report) => report.change(workingTree))

const stash = optionalVerb(
  {
    list: log,
    show: gitCommand(`${diffOptions} -u,--include-untracked --only-untracked`, nothing),
    push: stashPush,
    save: changes(
      '-k,--keep-index -S,--staged -p,--patch -q,--quiet -u,--include-untracked -a,--all -m,--message=',
      (_, report) => report.change(workingTree),
    ),
    pop: stashApply,
    apply: stashApply,
    drop: changes('-q,--quiet'),
    clear: changes(''),
    branch: stashApply,
    create: changes(''),
    store: changes('-m,--message= -q,--quiet'),
    export: changes('--print --to-ref='),
    import: changes(''),
  },
  stashPush,
)

const reflog = optionalVerb(
  {
    show: log,
    list: reads(),
    exists: reads(),
    expire: changes(
      `
        --dry-run -n --rewrite --updateref --verbose --expire= --expire-unreachable= --stale-fix --all
        --single-worktree`,
    ),
    delete: changes('--dry-run -n --rewrite --updateref --verbose'),
    drop: changes('--all --single-worktree'),
    write: changes(''),
  },
  log,
)

const worktree = verbs('', nothing, {
  list: reads('--porcelain -v,--verbose --expire= -z'),
  add: changes(
    `
      -f,--force -b= -B= -d,--detach --checkout --lock --reason= -q,--quiet --track --guess-remote --orphan
      --relative-paths`,
    (args, report) => {
      const [folder] = args.operands
      if (folder !== undefined) report.write(folder, { tree: true })
    },
  ),
  remove: changes('-f,--force', (args, report) => {
    for (const folder of args.operands) report.delete(folder, { tree: true })
  }),
  move: changes('-f,--force --relative-paths', (args, report) => {
    const [from, to] = args.operands
    if (from !== undefined) report.delete(from, { tree: true })
    if (to !== undefined) report.write(to, { tree: true })
  }),
  prune: changes('-n,--dry-run -v,--verbose --expire='),
  lock: changes('--reason='),
  unlock: changes(''),
  repair: changes('--relative-paths'),
})

/** Words a command joins with blanks for a shell. */
function joined(words: readonly Word[]): Word | undefined {
  const [first] = words
  if (first === undefined) return undefined
  const known = words.every((word) => word.value !== null)
  return withValue(first, known ? words.map((word) => word.value).join(' ') : null)
}

const submoduleUpdate = changes(
  `
    -q,--quiet -i,--init --filter= --remote -N,--no-fetch -f,--force --checkout --merge -m --rebase -r
    --recommend-shallow --reference=:read-tree --dissociate --recursive --single-branch --progress -j,--jobs= --depth=
    --require-init`,
  (_, report) => {
    report.change(workingTree)
    report.host(null)
  },
)

const submodule = verbs('-q,--quiet --cached', nothing, {
  status: reads('-q,--quiet --cached --recursive'),
  summary: reads('-q,--quiet --cached --files --for-status -n,--summary-limit='),
  foreach: {
    options: '-q,--quiet --recursive',
    permutes: false,
    does(args, report) {
      const text = args.operands.length === 1 ? args.operands[0] : joined(args.operands)
      if (text !== undefined) report.shell(text)
      // It runs in every submodule, wherever those are.
      report.unknown('runs', 'submodule foreach')
    },
  },
  add: changes(
    `
      -q,--quiet -b,--branch= -f,--force --name= --reference=:read-tree --ref-format= --dissociate --depth= --progress`,
    (args, report) => {
      const [source, folder] = args.operands
      useRepository(source, report)
      if (folder !== undefined) report.write(folder, { tree: true })
      report.change(workingTree)
    },
  ),
  init: changes('-q,--quiet'),
  deinit: changes('-q,--quiet -f,--force --all', (_, report) => report.change(workingTree)),
  update: submoduleUpdate,
  'set-branch': changes('-q,--quiet -d,--default -b,--branch='),
  'set-url': changes('-q,--quiet'),
  sync: changes('-q,--quiet --recursive'),
  absorbgitdirs: changes('-q,--quiet'),
})

const noteOptions = `
    -m,--message= -F,--file=:read -c,--reedit-message= -C,--reuse-message= --allow-empty -f,--force --separator[=]
    --stripspace -e,--edit`
const notes = verbs('--ref=', nothing, {
  list: reads(),
  show: reads(),
  'get-ref': reads(),
  add: changes(noteOptions),
  append: changes(noteOptions),
  edit: changes(noteOptions, (_, report) => report.unknown('runs', 'editor')),
  copy: changes('-f,--force --stdin --for-rewrite='),
  merge: changes('-v,--verbose -q,--quiet -s,--strategy= --commit --abort'),
  remove: changes('--ignore-missing --stdin'),
  prune: changes('-n,--dry-run -v,--verbose'),
})

const bisectMove = changes('', (_, report) => report.change(workingTree))
const bisect = verbs('', nothing, {
  log: reads(),
  terms: reads('--term-good --term-bad --term-old --term-new'),
  help: reads(),
  start: changes('--term-new= --term-bad= --term-old= --term-good= --no-checkout --first-parent', (_, report) =>
    report.change(workingTree),
  ),
  bad: bisectMove,
  new: bisectMove,
  good: bisectMove,
  old: bisectMove,
  skip: bisectMove,
  next: bisectMove,
  reset: bisectMove,
  replay: changes('', (args, report) => {
    report.change(workingTree)
    for (const operand of args.operands) report.read(operand)
  }),
  run: {
    permutes: false,
    does(args, report) {
      report.change(repository)
      report.change(workingTree)
      if (args.operands.length > 0) report.run(args.operands)
    },
  },
})

const readFirst = (args: Args, report: Report) => {
  const [file] = args.operands
  if (file !== undefined) report.read(file)
}

const bundle = verbs('', nothing, {
  verify: gitCommand('-q,--quiet', readFirst),
  'list-heads': gitCommand('', readFirst),
  create: gitCommand(
    `${diffOptions} ${revisionOptions} -q,--quiet --progress --all-progress --all-progress-implied --version=`,
    (args, report) => {
      const [file] = args.operands
      if (file !== undefined && file.value !== '-') report.write(file)
    },
  ),
  unbundle: changes('--progress', readFirst),
})

const rerereReads = reads('--rerere-autoupdate')
const rerere = verbs('--rerere-autoupdate', (_, report) => report.change(repository), {
  status: rerereReads,
  diff: rerereReads,
  remaining: rerereReads,
  clear: changes('--rerere-autoupdate'),
  forget: changes('--rerere-autoupdate'),
  gc: changes('--rerere-autoupdate'),
})

const sparseChange = changes('--cone --sparse-index --stdin --skip-checks --end-of-options', (_, report) =>
  report.change(workingTree),
)
const sparseCheckout = verbs('', undefined, {
  list: reads(),
  'check-rules': reads('-z --cone --rules-file=:read'),
  init: sparseChange,
  set: sparseChange,
  add: sparseChange,
  reapply: sparseChange,
  disable: sparseChange,
  clean: sparseChange,
})

const network = (options: string) =>
  changes(options, (args, report) => {
    report.change(workingTree)
    useRepository(args.operands[0], report)
  })
const lfs = verbs('', nothing, {
  // git-lfs makes its folders below `.git` whatever the verb.
  'ls-files': changes(
    '-l,--long -s,--size -d,--debug -a,--all --deleted -I,--include= -X,--exclude= -n,--name-only -j,--json',
  ),
  env: changes(''),
  version: reads(),
  status: changes('-p,--porcelain -j,--json'),
  fetch: network('-I,--include= -X,--exclude= -r,--recent -a,--all -p,--prune --refetch --dry-run -d --json'),
  pull: network('-I,--include= -X,--exclude='),
  push: network('--dry-run -a,--all --object-id --stdin'),
  track: changes('-v,--verbose -d,--dry-run --filename -l,--lockable --not-lockable --no-excluded --no-modify-attrs'),
  untrack: changes(''),
  install: changes('--local --worktree --system --file= --skip-smudge --skip-repo --force --manual'),
  checkout: changes('--to=:write --base --ours --theirs', (_, report) => report.change(workingTree)),
  prune: changes('-d,--dry-run -f,--force -r,--recent -v,--verbose -c,--verify-remote --no-verify-remote'),
})

/** Commands with verbs of their own. */
export const nestedCommands: Readonly<Record<string, Subcommand>> = {
  remote,
  stash,
  reflog,
  worktree,
  submodule,
  notes,
  bisect,
  bundle,
  rerere,
  'sparse-checkout': sparseCheckout,
  lfs,
  refs: verbs('', undefined, {
    list: readingCommands['for-each-ref'] as Subcommand,
    exists: reads(),
    verify: reads('--strict --verbose'),
    migrate: changes('--ref-format= --dry-run --no-reflog'),
    optimize: changes('--all --prune --auto --include= --exclude='),
  }),
  maintenance: verbs('', undefined, {
    run: changes('--auto --detach --schedule[=] --quiet --task='),
    start: changes('--scheduler=', (_, report) => report.change('scheduler')),
    stop: changes('', (_, report) => report.change('scheduler')),
    register: changes('--config-file=:write', (_, report) => report.change('git configuration')),
    unregister: changes('--config-file=:write -f,--force', (_, report) => report.change('git configuration')),
  }),
  'commit-graph': verbs('--object-dir=', undefined, {
    verify: reads('--object-dir= --shallow --progress'),
    write: changes(
      `
        --object-dir= --append --split[=] --reachable --stdin-packs --stdin-commits --changed-paths --max-new-filters=
        --progress --size-multiple= --max-commits= --expire-time=`,
    ),
  }),
  'multi-pack-index': verbs('--object-dir=', undefined, {
    verify: reads('--object-dir= --progress'),
    write: changes(
      '--object-dir= --progress --preferred-pack= --bitmap --stdin-packs --refs-snapshot=:read --incremental',
    ),
    expire: changes('--object-dir= --progress'),
    repack: changes('--object-dir= --progress --batch-size='),
  }),
  help: {
    options: `
        -a,--all -g,--guides -c,--config --user-interfaces --developer-interfaces --external-commands --aliases
        -v,--verbose -m,--man:unknown -w,--web:unknown -i,--info:unknown`,
    negates: true,
    // A page is shown by man, a browser or info.
    does(args, report) {
      if (args.operands.length > 0) report.unknown('runs', 'man')
    },
  },
}
