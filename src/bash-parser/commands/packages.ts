import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { inFolder } from './folder.ts'
import type { Args, Program, Subcommand } from './program.ts'
import { useSources } from './sources.ts'
import { changes, named } from './verbs.ts'

type Does = (args: Args, report: Report) => void

/** pip asks for a socket at its start and looks for a newer pip now and then, whatever the verb. */
const pipCache = 'pip cache'
const index = 'pypi.org'

const pipIndex = `
    -i,--index-url,--pypi-url=:host --extra-index-url=:host -f,--find-links=:unknown --proxy=:host --no-index
    --trusted-host=`
const pipGlobals = `
    -h,--help -V,--version -v,--verbose -q,--quiet --debug --isolated --require-virtualenv --python=:unknown
    --log=:write --no-input --keyring-provider=:unknown --retries= --timeout= --exists-action= --cert=:read
    --client-cert=:read --cache-dir=:write-tree --no-cache-dir --disable-pip-version-check --no-color --use-feature=
    --use-deprecated= --no-python-version-warning`

const pipVerb = (options: string, does: Does = () => {}): Subcommand => ({
  options: `${pipGlobals} ${pipIndex} ${options}`,

  does(args, report) {
    report.change(pipCache)
    if (!args.has('-h')) does(args, report)
  },
})

const installOptions = `
  -r,--requirement=:read -c,--constraint=:read --no-deps --pre -e,--editable=:read-tree --dry-run
  -t,--target=:write-tree --platform= --python-version= --implementation= --abi= --user --root=:write-tree
  --prefix=:write-tree --src=:write-tree -U,--upgrade --upgrade-strategy= --force-reinstall -I,--ignore-installed
  --ignore-requires-python --no-build-isolation --use-pep517 --no-use-pep517 --check-build-dependencies
  --break-system-packages -C,--config-settings= --global-option= --compile --no-compile --no-warn-script-location
  --no-warn-conflicts --no-binary= --only-binary= --prefer-binary --require-hashes --progress-bar= --root-user-action=
  --report=:write --no-clean -d,--dest=:write-tree -w,--wheel-dir=:write-tree --ignore-installed`

const isLocal = (word: Word) => /^[./~]|\.(whl|zip|tar\.gz)$/.test(word.value ?? word.prefix)

/** Sources are a package of the index, a file or folder, or a URL. Building one runs its code. */
const pipInstall: Does = (args, report) => {
  report.change('python packages')
  if (!args.has('-i', '--no-index')) report.host(index)
  const named = ['-e', '-r', '-c', '-f'].flatMap((name) => args.values(name))
  useSources([...args.operands, ...named], report)
  for (const source of args.operands) {
    if (isLocal(source) && !/:\/\//.test(source.value ?? '')) report.read(source, { tree: true })
  }
  report.unknown('unknown-script', 'setup.py')
}

const pipVerbs: Readonly<Record<string, Subcommand>> = {
  ...named(
    'list freeze show check inspect debug',
    pipVerb(
      `
        -o,--outdated -u,--uptodate -e,--editable -l,--local --user --path= --pre --format= --not-required
        --exclude-editable --include-editable --exclude= --all -r,--requirement=:read -f,--files --verbose`,
      (args, report) => {
        if (args.has('-o', '-u')) report.host(index)
      },
    ),
  ),
  help: pipVerb(''),
  ...named(
    'search index',
    pipVerb('--pre --json --platform= --python-version=', (_, report) => report.host(index)),
  ),
  ...named('install wheel download', pipVerb(installOptions, pipInstall)),
  uninstall: pipVerb('-y,--yes -r,--requirement=:read --root-user-action= --break-system-packages', (_, report) =>
    report.change('python packages'),
  ),
  hash: pipVerb('-a,--algorithm=', (args, report) => {
    for (const file of args.operands) report.read(file)
  }),
  ...named(
    'cache config completion',
    pipVerb('--global --user --site --format= --abi=', (_, report) => report.change('pip configuration')),
  ),
}

/** `uv run`, `poetry run`, `bundle exec`: the words after are a program of the project's environment. */
const environmentRun = (options: string): Subcommand => ({
  options,
  abbreviates: false,
  permutes: false,
  does(args, report) {
    report.change('package store')
    const folder = args.value('--directory')
    if (folder !== undefined) inFolder(report, folder)
    if (args.operands.length > 0) report.run(args.operands)
    report.unknown('unknown-program', args.operands[0]?.text ?? 'run')
  },
})

const uvRunOptions = `
  --extra= --all-extras --no-extra= --no-dev --group= --no-group= --only-group= --all-groups --no-default-groups
  -m,--module --only-dev --no-editable --inexact --exact --env-file=:read --no-env-file --with=
  --with-editable=:read-tree --with-requirements=:read --isolated --active --no-sync --locked --frozen -s,--script
  --gui-script --all-packages --package= --no-project -i,--index-url= --index= --default-index= --extra-index-url=
  -f,--find-links= --no-index -U,--upgrade -P,--upgrade-package= --reinstall --refresh -p,--python= --managed-python
  --no-managed-python --python-preference= -n,--no-cache --cache-dir=:write-tree -q,--quiet -v,--verbose --color=
  --offline --no-progress --directory= --project= --config-file=:unknown --no-config --from= --with-executables-from=`

const uvRun = environmentRun(uvRunOptions)
const uv: Program = {
  names: ['uv'],
  options: `
      -q,--quiet -v,--verbose -V,--version:ends -h,--help:ends --color= --directory= --project= --offline --no-cache
      -n --no-config --no-progress`,
  abbreviates: false,
  subcommands: {
    version: changes('project files'),
    help: changes('package store'),
    run: uvRun,
    tool: {
      subcommands: {
        run: uvRun,
        ...named('list dir', changes('package store')),
        ...named('install uninstall upgrade update-shell', changes('python packages')),
      },
      does: () => {},
    },
    ...named('tree export pip python cache self sync lock add remove init build publish venv format auth', {
      harmfulOptions: false,
      does(args, report) {
        report.change('package store')
        if (/^(list|show|freeze|check|tree|dir|find)$/.test(args.operands[0]?.value ?? '')) return
        report.host(index)
        useSources(args.words, report)
        report.unknown('unknown-script', 'pyproject.toml')
      },
    }),
  },
  does: () => {},
}

/** A manager that loads code of the project or its plug-ins before it looks at the verb. */
const loadsProject = (names: readonly string[], runs: Readonly<Record<string, number>>, why: string): Program => ({
  names,
  harmfulOptions: false,
  bundles: false,
  does(args, report) {
    const at = args.words.findIndex((word) => word.value !== null && !/^[-+]/.test(word.value))
    const verb = args.words[at]?.value ?? ''
    report.change('package store')
    useSources(args.words, report)
    if (Object.hasOwn(runs, verb)) {
      const rest = args.words.slice(at + (runs[verb] as number))
      const start = rest.findIndex((word) => word.value === null || !word.value.startsWith('-'))
      if (start >= 0) report.run(rest.slice(start))
    }
    report.unknown('unknown-script', why)
  },
})

const goFolder: Does = (args, report) => {
  const folder = args.value('-C')
  if (folder !== undefined) inFolder(report, folder)
}

/** go may fetch and start the toolchain that go.mod names, and counts its uses in files of the user. */
const go: Program = {
  names: ['go'],
  harmfulOptions: false,
  bundles: false,
  options: '-C=',
  permutes: false,
  does(args, report) {
    goFolder(args, report)
    report.change('go telemetry')
    const [verb, ...rest] = args.operands
    if (verb?.value === 'version' || verb?.value === 'help') return
    useSources(rest, report)
    // A module path begins with its host.
    if (/^(get|install|run|mod|list)$/.test(verb?.value ?? ''))
      for (const { value } of rest) {
        const host = /^((?:[a-z0-9-]+\.)+[a-z]{2,})\//i.exec(value ?? '')?.[1]
        if (host !== undefined) report.host(host)
      }
    if (verb?.value === 'env' && rest.every((word) => word.value !== null && !/^-[uw]/.test(word.value))) return
    report.unknown('unknown-script', `go ${verb?.text ?? ''}`)
  },
}

const gofmt: Program = {
  names: ['gofmt'],
  options: '-l -d -e -s -w -r= -cpuprofile=:write',
  bundles: false,
  does(args, report) {
    report.change('go telemetry')
    for (const path of args.operands) report[args.has('-w') ? 'write' : 'read'](path, { tree: true })
  },
}

const gem: Program = {
  names: ['gem'],
  options: '-v,--version:ends -h,--help:ends',
  abbreviates: false,
  subcommands: {
    ...named('environment env', { harmfulOptions: false, does: () => {} }),
    ...named(
      'install update uninstall push yank owner signin signout cleanup pristine build fetch unpack sources cert lock mirror rdoc exec',
      {
        harmfulOptions: false,
        does(args, report) {
          report.change('ruby gems')
          report.host('rubygems.org')
          useSources(args.words, report)
          report.unknown('unknown-script', 'gem')
        },
      },
    ),
    ...named('list search info specification outdated contents dependency which check stale', {
      harmfulOptions: false,
      does(_, report) {
        report.change('ruby gems')
        report.host('rubygems.org')
      },
    }),
  },
  does: () => {},
}

/** pip 23 to 25, uv, poetry, pipx; gem, bundle; cargo; go; composer: from their help and manuals. */
export const packageManagers: readonly Program[] = [
  {
    names: ['pip', 'pip3'],
    options: pipGlobals,
    subcommands: pipVerbs,
    does: (_, report) => report.change(pipCache),
  },
  uv,
  { names: ['uvx'], ...uvRun },
  loadsProject(['pipx'], { run: 1 }, 'pipx'),
  loadsProject(['poetry', 'pdm', 'hatch', 'pipenv', 'rye', 'pixi'], { run: 1 }, 'pyproject.toml'),
  loadsProject(['conda', 'mamba', 'micromamba'], { run: 1 }, 'environment'),
  loadsProject(['bundle', 'bundler'], { exec: 1, e: 1 }, 'Gemfile'),
  loadsProject(['cargo'], {}, 'rust-toolchain'),
  loadsProject(['composer'], { exec: 1, x: 1 }, 'composer.json'),
  gem,
  go,
  gofmt,
]
