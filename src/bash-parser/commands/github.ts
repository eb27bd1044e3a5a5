import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { readPaths } from './cloud.ts'
import { readHome, withValue } from './folder.ts'
import type { Args, Program, Subcommand } from './program.ts'
import { group, named } from './verbs.ts'
import { part } from './words.ts'

type Does = (args: Args, report: Report) => void

/** Options that take a value, of any verb; the others are flags or glued. */
const valued = `
    -R,--repo= -L,--limit= -q,--jq= -t,--template= --json= -s,--state= -a,--assignee= -A,--author= -l,--label=
    -S,--search= -B,--base= -H,--head= -b,--branch= --workflow= -u,--user= -e,--event= -j,--job= -O,--order= -o,--org=
    -n,--name= --attempt= --owner= --language= --sort= --visibility= --milestone= --mention= --app= --created=
    --commit= --env= --hostname= --format= --color= -i,--interval=`

/** What talks to the host of the service: the one of `--hostname`, of a URL, of `HOST/OWNER/REPO`, else the service's own. */
function useHost(args: Args, report: Report, service: string): void {
  const repo = args.value('-R')
  const url = args.operands.find((word) => /^https?:\/\//.test(word.value ?? ''))
  const named = /^([^/]+)\/[^/]+\/[^/]+$/.exec(repo?.value ?? '')?.[1]
  const host = args.value('--hostname')
  if (host !== undefined) report.host(host.value)
  else if (repo !== undefined && repo.value === null) report.host(null)
  else report.host(named ?? repo?.value?.match(/^(https?:\/\/|git@).*/)?.[0] ?? url?.value ?? service)
}

const verbs = (service: string) => {
  const table = (options: string, does: Does): Subcommand => ({
    options: `${valued} -w,--web ${options} -h,--help:ends`,
    abbreviates: false,
    harmfulOptions: false,
    does(args, report) {
      if (args.has('--web', '-w') && args.value('-w') === undefined) report.unknown('runs', 'browser')
      useHost(args, report, service)
      does(args, report)
    },
  })
  return {
    reads: table('', () => {}),
    /** `gh run list -w ci.yml`: there `-w` names a workflow. */
    readsRuns: table('-w,--workflow=', () => {}),
    changes: table('-F,--body-file=:read --notes-file=:read', (_, report) => report.change('remote repository')),
    /** `gh secret set -f FILE`, `gh ssh-key add FILE`, `gh gist edit ID FILE`: what looks like a file is one. */
    sends: table('-f,--env-file=:read -a,--add=:read -F,--source=:read-tree', (args, report) => {
      report.change('remote repository')
      readPaths(args.operands, report)
    }),
    /** `gh release upload TAG FILE...` */
    uploads: table(
      '-F,--notes-file=:read -t,--title= -n,--notes= --target= --discussion-category= --notes-start-tag=',
      (args, report) => {
        report.change('remote repository')
        // `file#label` names it anew.
        for (const file of args.operands.slice(1))
          report.read(file.value === null ? file : withValue(file, file.value.replace(/#[^#]*$/, '')))
      },
    ),
    /** The operands are files it sends. */
    publishes: table('-f,--filename= -d,--desc= -p,--public', (args, report) => {
      report.change('remote repository')
      for (const file of args.operands) if (file.value !== '-') report.read(file)
    }),
    /** Writes into a folder or below the current one. */
    saves: table('-D,--dir= -O,--output= -p,--pattern=', (args, report) => {
      const target = args.value('-D') ?? args.value('-O')
      if (target === undefined) report.writePath('.', { tree: true })
      else if (target.value !== '-') report.write(target, { tree: true })
    }),
    usesGit: table('', (_, report) => {
      report.change('git repository')
      report.change('working tree')
      report.unknown('runs', 'git')
    }),
    clones: table('', (args, report) => {
      const [source, folder] = args.operands
      const target =
        folder ?? (source && withValue(source, source.value?.replace(/^.*\//s, '').replace(/\.git$/, '') ?? null))
      if (target !== undefined) report.write(target, { tree: true })
    }),
  }
}

const opens: Subcommand = { harmfulOptions: false, does: (_, report) => report.unknown('runs', 'browser') }
const secret: Subcommand = {
  harmfulOptions: false,
  does: (_, report) => readHome(report, '.config/gh/hosts.yml'),
}
const settings: Subcommand = {
  harmfulOptions: false,
  does: (_, report) => readHome(report, '.config/gh/config.yml'),
}
const changesSettings: Subcommand = {
  harmfulOptions: false,
  does: (_, report) => report.change('gh configuration'),
}

/** `gh api`: GET unless a method or a field says otherwise; fields of a GraphQL query are no change. */
const api = (service: string): Subcommand => ({
  options: `
      -X,--method= -f,--raw-field= -F,--field= -H,--header= --hostname= --input= -q,--jq= -t,--template= -p,--preview=
      --cache= -i,--include --paginate --silent --slurp --verbose -h,--help:ends`,
  abbreviates: false,
  harmfulOptions: true,
  does(args, report) {
    const [endpoint] = args.operands
    const url = /^https?:\/\//.test(endpoint?.value ?? '') ? (endpoint?.value ?? null) : null
    report.host(args.value('--hostname')?.value ?? url ?? (endpoint?.value === null ? null : service))
    const fields = [...args.values('-f'), ...args.values('-F')]
    for (const field of args.values('-F')) readField(field, report)
    const input = args.value('--input')
    if (input !== undefined && input.value !== '-') report.read(input)
    const method = args.value('-X')
    const reading =
      method === undefined ? fields.length === 0 && input === undefined : /^(GET|HEAD)$/i.test(method.value ?? '')
    const asks =
      endpoint?.value === 'graphql' &&
      fields.some((field) => /^query=\s*(query\b|\{)(?![\s\S]*\bmutation\b)/.test(field.value ?? ''))
    if (!reading && !asks) report.change('remote repository')
  },
})

function readField(field: Word, report: Report): void {
  const file = /^[^=]*=@(.*)$/s.exec(field.value ?? '')?.[1]
  if (file !== undefined && file !== '-') report.read(withValue(field, file))
  else if (field.value === null && !/^[^=]*=[^@]/.test(field.prefix)) report.read(withValue(field, null))
}

const { reads, readsRuns, changes, sends, uploads, publishes, saves, usesGit, clones } = verbs('github.com')

const ghCommands: Readonly<Record<string, Subcommand>> = {
  pr: group({
    ...named('view list ls status diff checks', reads),
    ...named('close comment create new edit lock merge ready reopen review unlock update-branch revert', changes),
    ...named('checkout co', usesGit),
  }),
  issue: group({
    ...named('view list ls status', reads),
    ...named('close comment create new delete edit lock pin reopen transfer unlock unpin', changes),
    develop: usesGit,
  }),
  run: group({ ...named('view list ls watch', readsRuns), ...named('cancel delete rerun', changes), download: saves }),
  release: group({
    ...named('view list ls verify verify-asset', reads),
    ...named('create new upload', uploads),
    ...named('delete delete-asset edit', changes),
    download: saves,
  }),
  repo: group({
    ...named('view list ls', reads),
    ...named('archive autolink delete edit rename unarchive deploy-key', changes),
    ...named('create new fork set-default sync', usesGit),
    ...named('license gitignore', group({ ...named('view list', reads) })),
    clone: clones,
  }),
  workflow: group({ ...named('view list ls', reads), ...named('disable enable run', changes) }),
  label: group({ ...named('list ls', reads), ...named('clone create delete edit', changes) }),
  secret: group({ ...named('list ls', reads), ...named('delete remove', changes), set: sends }),
  variable: group({ ...named('list ls get', reads), ...named('delete remove', changes), set: sends }),
  cache: group({ ...named('list ls', reads), delete: changes }),
  project: group({
    ...named('list ls view field-list item-list', reads),
    ...named(
      'close copy create delete edit field-create field-delete item-add item-archive item-create item-delete item-edit link mark-template unlink',
      changes,
    ),
  }),
  gist: group({
    ...named('view list ls', reads),
    ...named('create new', publishes),
    ...named('delete rename', changes),
    edit: sends,
    clone: clones,
  }),
  org: group({ ...named('list ls', reads) }),
  ruleset: group({ ...named('list ls view check', reads) }),
  ...named('ssh-key gpg-key', group({ ...named('list ls', reads), add: sends, delete: changes })),
  search: group({ ...named('code commits issues prs repos', reads) }),
  attestation: group({ verify: sends, 'trusted-root': reads, download: saves }),
  codespace: group({
    ...named('list ls view logs ports', reads),
    ...named('create delete edit rebuild stop', changes),
    cp: sends,
    ...named('ssh code jupyter', { harmfulOptions: false, does: (_, report) => report.unknown('runs', 'codespace') }),
  }),
  status: reads,
  api: api('github.com'),
  auth: group({
    status: reads,
    token: secret,
    ...named('login logout refresh setup-git switch', changesSettings),
  }),
  config: group({ ...named('get list ls', settings), ...named('set clear-cache', changesSettings) }),
  alias: group({
    ...named('list ls', settings),
    set: {
      harmfulOptions: false,
      does(args, report) {
        report.change('gh configuration')
        // `!` makes it a line for a shell.
        const line = args.operands[1]
        if (line?.value?.startsWith('!')) report.shell(part(line, 1))
      },
    },
    import: {
      harmfulOptions: false,
      does(args, report) {
        report.change('gh configuration')
        readPaths(args.operands, report)
      },
    },
    delete: changesSettings,
  }),
  completion: { harmfulOptions: false, does: () => {} },
  version: { harmfulOptions: false, does: () => {} },
  ...named('browse', opens),
}

const gitlab = verbs('gitlab.com')
const glabReads = named('view list ls status diff', gitlab.reads)
const glabCommands: Readonly<Record<string, Subcommand>> = {
  mr: group({
    ...glabReads,
    ...named('approvers issues', gitlab.reads),
    ...named(
      'approve close create delete for merge note reopen revoke subscribe todo unsubscribe update',
      gitlab.changes,
    ),
    ...named('checkout rebase', gitlab.usesGit),
  }),
  issue: group({
    ...glabReads,
    ...named('board close create delete note reopen subscribe unsubscribe update', gitlab.changes),
  }),
  ...named(
    'ci pipeline',
    group({
      ...glabReads,
      ...named('get trace lint', gitlab.reads),
      ...named('cancel create delete retry run trigger', gitlab.changes),
      artifact: gitlab.saves,
    }),
  ),
  release: group({
    ...glabReads,
    ...named('create upload', gitlab.uploads),
    delete: gitlab.changes,
    download: gitlab.saves,
  }),
  repo: group({
    ...glabReads,
    ...named('contributors search', gitlab.reads),
    ...named('archive create delete fork mirror transfer', gitlab.changes),
    clone: gitlab.clones,
  }),
  ...named(
    'label milestone variable schedule snippet',
    group({
      ...glabReads,
      get: gitlab.reads,
      ...named('create set update', gitlab.sends),
      delete: gitlab.changes,
    }),
  ),
  api: api('gitlab.com'),
  version: { harmfulOptions: false, does: () => {} },
}

/** gh 2 and glab 1, from their manuals. Everything they show comes over the network. */
export const forges: readonly Program[] = [
  {
    names: ['gh'],
    options: '--version:ends -h,--help:ends',
    abbreviates: false,
    subcommands: ghCommands,
    does: () => {},
  },
  {
    names: ['glab'],
    options: '-v,--version:ends -h,--help:ends',
    abbreviates: false,
    subcommands: glabCommands,
    does: () => {},
  },
]
