import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { inFolder, withValue } from './folder.ts'
import type { Args, Program, Subcommand } from './program.ts'
import { useSources } from './sources.ts'
import { named } from './verbs.ts'
import { part } from './words.ts'

const npmOptions = `
  -v,--version -h,-H,-?,--help,--usage --access= --audit-level= --auth-type= --before= --ca= --cache=:unknown
  --cafile=:read -c,--call= --cert= --cidr= --cpu= --depth= --diff= --diff-dst-prefix= --diff-src-prefix=
  --diff-unified= --editor=:unknown --fetch-retries= --fetch-timeout= --git=:unknown --globalconfig=:list
  --https-proxy=:host --include= --install-strategy= --key= --libc= --local-address= -L,--location=
  --lockfile-version= --loglevel= --logs-dir=:write-tree --logs-max= --maxsockets= -m,--message= --node-gyp=:unknown
  --node-options=:unknown --noproxy= --omit= --only= --os= --otp= --pack-destination=:write-tree -p,--package=
  -C,--prefix= --preid= --provenance-file=:read --proxy=:host --registry,--reg=:host --save-prefix= --sbom-format=
  --sbom-type= --scope= --script-shell=:unknown --searchexclude= --searchlimit= --searchopts= --searchstaleness=
  --shell=:unknown --tag= --tag-version-prefix= --umask= --user-agent= --userconfig=:list --viewer=:unknown
  --browser=:unknown -w,--workspace= -a,--all --allow-same-version --audit --bin-links --color --commit-hooks
  --description --dev --dry-run --engine-strict --expect-results -f,--force --foreground-scripts --format-package-lock
  --fund --git-tag-version -g,--global --global-style --if-present --ignore-scripts --include-staged
  --include-workspace-root,--iwr --include-attestations --install-links --json --legacy-bundling --legacy-peer-deps
  --link -l,--long --offline --optional --package-lock --package-lock-only --parseable,--porcelain --prefer-dedupe
  --prefer-offline --prefer-online --production --progress --provenance --read-only --rebuild-bundle -S,--save
  -B,--save-bundle -D,--save-dev -E,--save-exact -O,--save-optional --save-peer -P,--save-prod --shrinkwrap
  --sign-git-commit --sign-git-tag --strict-peer-deps --strict-ssl --timing --unicode --update-notifier --versions
  --workspaces,--ws --workspaces-update -y,--yes -n,--no --quiet -q --silent -s --verbose -d`

const npmRegistry = 'registry.npmjs.org'

/** npm keeps a log of every run and opens its cache, so nothing it does is free of traces. */
const logs = 'npm cache'

type Does = (args: Args, report: Report) => void

/** A word that names a package as a program: `prettier@3` is `prettier`. */
function programOf(word: Word): Word {
  const name = /^((?:@[^/@]+\/)?[^@]+)@[^/]*$/.exec(word.value ?? '')?.[1]
  return name === undefined ? word : withValue(word, name)
}

/** Runs a program out of a package that may be fetched first. */
function runPackage(words: readonly Word[], report: Report): void {
  const [first, ...rest] = words
  if (first === undefined) return
  report.run([programOf(first), ...rest])
  report.unknown('unknown-program', first.text)
}

const packageRunner: Subcommand = {
  options: npmOptions,
  abbreviates: false,
  negates: true,
  permutes: false,
  does(args, report) {
    report.change(logs)
    useSources([...args.values('-p'), ...args.operands.slice(0, 1)], report)
    const text = args.value('-c')
    if (text !== undefined) {
      report.shell(text)
      report.unknown('unknown-program', text.text)
    }
    if (args.has('-v', '-h') && args.operands.length === 0) return
    runPackage(args.operands, report)
  },
}

const npmVerb = (does: Does): Subcommand => ({
  options: npmOptions,
  abbreviates: false,
  negates: true,

  does(args, report) {
    const folder = args.value('-C')
    const inside = folder === undefined ? report : inFolder(report, folder)
    inside.change(logs)
    if (!args.has('-h')) does(args, inside)
  },
})

const local = npmVerb(() => {})
const asksRegistry = npmVerb((args, report) => {
  useSources(args.operands, report)
  if (!args.has('--registry')) report.host(npmRegistry)
})
const script = npmVerb((args, report) => {
  report.change('whatever the script changes')
  report.unknown('unknown-script', args.operands[0]?.text ?? 'package.json')
})
/** `ci` installs what the lock file says and writes neither of the two files (npm-ci(1)). */
const installsTo = (files: readonly string[]) =>
  npmVerb((args, report) => {
    useSources(args.operands, report)
    if (!args.has('--registry')) report.host(npmRegistry)
    if (args.has('-g')) report.change('global packages')
    else {
      for (const path of files) report.writePath(path)
      report.writePath('node_modules', { tree: true })
    }
    if (!args.has('--ignore-scripts')) report.unknown('unknown-script', 'install scripts')
  })
const installs = installsTo(['package.json', 'package-lock.json'])
const installsLocked = installsTo([])
const publishes = npmVerb((args, report) => {
  if (!args.has('--registry')) report.host(npmRegistry)
  report.change('package registry')
  report.unknown('unknown-script', 'publish scripts')
})
const account = npmVerb((_, report) => {
  report.host(npmRegistry)
  report.change('npm account')
})
const writesPackage = npmVerb((_, report) => report.writePath('package.json'))

/** Verbs that read with one of these words after them and change something with any other. */
const byWord = (reading: readonly string[], read: Does, change: Does): Subcommand =>
  npmVerb((args, report) =>
    reading.includes(args.operands[0]?.value ?? '') ? read(args, report) : change(args, report),
  )

const npmVerbs: Readonly<Record<string, Subcommand>> = {
  ...named('ls list la ll root prefix bin explain why query fund help help-search completion', local),
  ...named('view info show v outdated search s se find ping whoami audit doctor diff stars', asksRegistry),
  ...named('run run-script rum urn test t tst start stop restart', script),
  ...named('ci clean-install ic install-clean isntall-clean', installsLocked),
  ...named('install i in ins inst insta instal isntall add update up upgrade udpate', installs),
  ...named(
    'uninstall un remove rm r unlink link ln dedupe ddp prune rebuild rb install-test it install-ci-test cit sit',
    installs,
  ),
  ...named('publish unpublish deprecate undeprecate star unstar', publishes),
  ...named('login logout adduser add-user hook', account),
  config: byWord(
    ['get', 'list', 'ls'],
    () => {},
    (_, report) => report.change('npm configuration'),
  ),
  c: byWord(
    ['get', 'list', 'ls'],
    () => {},
    (_, report) => report.change('npm configuration'),
  ),
  get: local,
  set: npmVerb((_, report) => report.change('npm configuration')),
  pkg: byWord(
    ['get'],
    () => {},
    (_, report) => report.writePath('package.json'),
  ),
  cache: byWord(
    ['ls', 'verify'],
    () => {},
    () => {},
  ),
  version: npmVerb((args, report) => {
    if (args.operands.length === 0) return
    for (const path of ['package.json', 'package-lock.json']) report.writePath(path)
    report.change('git repository')
    report.unknown('unknown-script', 'version scripts')
  }),
  ...named(
    'dist-tag access owner team org token profile',
    byWord(
      ['ls', 'list', 'get'],
      (_, report) => report.host(npmRegistry),
      (_, report) => {
        report.host(npmRegistry)
        report.change('package registry')
      },
    ),
  ),
  ...named('exec x', packageRunner),
  ...named(
    'init create innit',
    npmVerb((args, report) => {
      report.writePath('package.json')
      const [kind, ...rest] = args.operands
      if (kind !== undefined)
        runPackage([withValue(kind, kind.value === null ? null : `create-${kind.value}`), ...rest], report)
    }),
  ),
  pack: npmVerb((_, report) => {
    report.writePath('.', { tree: true })
    report.unknown('unknown-script', 'pack scripts')
  }),
  shrinkwrap: writesPackage,
  sbom: local,
  ...named(
    'docs home repo bugs issues edit',
    npmVerb((_, report) => report.unknown('runs', 'browser')),
  ),
  explore: npmVerb((args, report) => {
    if (args.operands.length > 1) report.run(args.operands.slice(1))
    else report.unknown('runs', 'shell')
  }),
}

const npm: Program = {
  names: ['npm'],
  options: npmOptions,
  abbreviates: false,
  negates: true,
  subcommands: npmVerbs,
  does: (_, report) => report.change(logs),
}

/** Managers whose own version, or a file of the project, decides what even a question runs. */
const projectScripts = (names: readonly string[], runners: string, why: string): Program => ({
  names,
  harmfulOptions: false,
  bundles: false,
  does(args, report) {
    const at = args.words.findIndex((word) => word.value !== null && !word.value.startsWith('-'))
    const verb = at < 0 ? undefined : args.words[at]?.value
    report.change('package store')
    useSources(args.words, report)
    const rest = args.words.slice(at + 1)
    if (verb !== undefined && verb !== null && runners.split(' ').includes(verb)) {
      // Options of the runner itself may stand before the program.
      const start = rest.findIndex((word) => word.value === null || !word.value.startsWith('-'))
      if (start >= 0) runPackage(rest.slice(start), report)
    }
    report.unknown('unknown-script', why)
  },
})

const bun: Program = {
  names: ['bun'],
  harmfulOptions: false,
  bundles: false,
  does(args, report) {
    const [first, ...rest] = args.words
    for (const word of args.words)
      if (word.prefix.startsWith('--env-file=')) report.read(part(word, '--env-file='.length))
    if (rest.length === 0 && /^(-v|--version|--revision|-h|--help)$/.test(first?.value ?? '')) return
    if (first?.value === 'x') {
      const start = rest.findIndex((word) => word.value === null || !word.value.startsWith('-'))
      if (start >= 0) runPackage(rest.slice(start), report)
    } else if (/^(install|i|add|a|remove|rm|update|link|unlink|ci|create|init)$/.test(first?.value ?? '')) {
      report.host(npmRegistry)
      report.writePath('package.json')
      report.writePath('node_modules', { tree: true })
    }
    report.change('package store')
    useSources(args.words, report)
    report.unknown('unknown-script', first?.text ?? 'bun')
  },
}

/** `npx` and its kin. */
const runner = (names: readonly string[]): Program => ({ names, ...packageRunner })

/** npm 11, from its own list of options; yarn, pnpm and bun by their manuals. */
export const npmPrograms: readonly Program[] = [
  npm,
  runner(['npx']),
  runner(['bunx', 'pnpx']),
  projectScripts(['yarn', 'yarnpkg'], 'dlx exec', '.yarnrc.yml'),
  projectScripts(['pnpm'], 'dlx exec', 'package.json'),
  projectScripts(['corepack'], '', 'corepack'),
  bun,
]
