import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { readHome, withValue } from './folder.ts'
import { splitAtDashes } from './git-words.ts'
import type { Args, Program, Subcommand } from './program.ts'
import { group, named } from './verbs.ts'

type Does = (args: Args, report: Report) => void

/** The cluster is the one its configuration names; these options choose another, or other credentials. */
const globals = `
  --as= --as-group= --as-uid= --cache-dir=:write-tree --certificate-authority=:read --client-certificate=:read
  --client-key=:read --cluster= --context= --disable-compression --insecure-skip-tls-verify --kubeconfig=:list
  --log-flush-frequency= --match-server-version -n,--namespace= --password= --profile=:unknown --profile-output=:write
  --request-timeout= -s,--server=:host --tls-server-name= --token= --user= --username= -v,--v= --vmodule=
  --warnings-as-errors -h,--help:ends`

const selection = `
    -A,--all-namespaces -f,--filename= -k,--kustomize= -R,--recursive -l,--selector= --field-selector= -o,--output=
    --template= --allow-missing-template-keys --show-managed-fields --chunk-size= --no-headers --all`

const cluster = 'kubernetes cluster'

const verb = (options: string, does: Does): Subcommand => ({
  options: `${globals} ${options}`,
  abbreviates: false,
  harmfulOptions: false,
  does,
})

/** `-f`: files, folders, URLs or standard input; `-k`: a folder that may name URLs. */
function useFiles(args: Args, report: Report): void {
  for (const file of args.values('-f')) {
    if (/^https?:\/\//.test(file.value ?? '')) report.host(file.value)
    else if (file.value !== '-') report.read(file, { tree: true })
  }
  for (const folder of args.values('-k')) {
    report.host(null)
    report.read(folder, { tree: true })
  }
  const template = /^(?:go-template|jsonpath|custom-columns)-file=(.*)$/s.exec(args.value('-o')?.value ?? '')?.[1]
  if (template !== undefined) report.read(withValue(args.value('-o') as Word, template))
}

const toCluster: Does = (args, report) => {
  if (!args.has('-s')) report.host(null)
}

const reads = verb(
  `
    ${selection} --field-manager= --api-version= --api-group= --categories= --verbs= --sort-by= -L,--label-columns=
    --raw= --subresource= --output-directory=:write-tree -c,--container= --since= --since-time= --tail= --limit-bytes= --max-log-requests=
    --pod-running-timeout= --for= --types= --revision= --timeout=`,
  (args, report) => {
    toCluster(args, report)
    useFiles(args, report)
  },
)

/** There `-f` follows and names no file. */
const logs = verb(
  `
    --all-containers --all-pods -c,--container= -f,--follow --ignore-errors --insecure-skip-tls-verify-backend
    --limit-bytes= --max-log-requests= --pod-running-timeout= --prefix -p,--previous -l,--selector= --since=
    --since-time= --tail= --timestamps`,
  toCluster,
)

const changes = verb(
  `
    ${selection} --field-manager= --grace-period= --timeout= --cascade= --image= --port= --replicas= --overrides=
    --env= --labels= --annotations= --type= -p,--patch= --patch-file=:read --from-file= --from-literal=
    --from-env-file=:read --cert=:read --key=:read`,
  (args, report) => {
    toCluster(args, report)
    useFiles(args, report)
    for (const source of args.values('--from-file')) {
      const path = source.value?.replace(/^[^=]*=/, '') ?? null
      report.read(withValue(source, path), { tree: true })
    }
    // `kubectl run NAME -- COMMAND`
    const { after } = splitAtDashes(args)
    if (after.length > 0) report.run(after, { remote: true })
    report.change(cluster)
  },
)

/** The kubectl of gcloud asks the cluster for its version first, whatever the verb. */
const local: Subcommand = { options: `${globals} --name-only`, abbreviates: false, does: toCluster }
const readsConfiguration = verb('-o,--output= --template=', (_, report) => readHome(report, '.kube/config'))
const changesConfiguration = verb('', (args, report) => {
  report.change('kubernetes configuration')
  const file = args.value('--kubeconfig')
  if (file !== undefined) report.write(file)
})

const exec = verb(
  '-c,--container= -f,--filename=:read --pod-running-timeout= -q,--quiet -i,--stdin -t,--tty',
  (args, report) => {
    toCluster(args, report)
    report.change(cluster)
    const { before, after } = splitAtDashes(args)
    // Without `--` the words after the pod are the command; options among them are the command's too.
    const pod = before[0]
    const at = pod === undefined ? -1 : args.words.indexOf(pod)
    const command = after.length > 0 ? after : before.length > 1 ? args.words.slice(at + 1) : []
    if (command.length > 0) report.run(command, { remote: true })
  },
)

const copy = verb('-c,--container= --no-preserve --retries=', (args, report) => {
  toCluster(args, report)
  const [from, to] = args.operands
  const isPod = (word: Word | undefined) => /^[^./:][^:]*:/.test(word?.value ?? word?.prefix ?? '')
  if (from !== undefined && !isPod(from)) report.read(from, { tree: true })
  if (to === undefined) return
  if (isPod(to)) report.change(cluster)
  else report.write(to, { tree: true })
})

/** Its folder may name bases elsewhere; plug-ins and helm are programs. */
const kustomizeBuild = verb(
  `
    --as-current-user --enable-alpha-plugins:unknown --enable-exec:unknown --enable-helm:unknown -e,--env=
    --helm-command=:unknown --load-restrictor= --mount= --network --network-name= -o,--output=:write-tree`,
  (args, report) => {
    const [folder] = args.operands
    report.host(/^https?:\/\//.test(folder?.value ?? '') ? (folder?.value ?? null) : null)
    if (folder === undefined) report.readPath('.', { tree: true })
    else report.read(folder, { tree: true })
  },
)

const kubectlCommands: Readonly<Record<string, Subcommand>> = {
  ...named('get describe top explain api-resources api-versions cluster-info events wait version', reads),
  ...named(
    'create expose run set edit delete scale autoscale certificate cordon uncordon drain taint attach debug apply patch replace label annotate',
    changes,
  ),
  ...named('logs log', logs),
  rollout: group({ ...named('status history', reads), ...named('pause restart resume undo', changes) }, globals),
  auth: group({ ...named('can-i whoami', reads), reconcile: changes }, globals),
  config: group(
    {
      ...named('view current-context get-contexts get-clusters get-users', readsConfiguration),
      ...named(
        'use-context use set set-context set-cluster set-credentials unset delete-context delete-cluster delete-user rename-context',
        changesConfiguration,
      ),
    },
    globals.replace('--kubeconfig=:list', '--kubeconfig=:write'),
  ),
  exec,
  cp: copy,
  diff: verb(selection, (args, report) => {
    toCluster(args, report)
    useFiles(args, report)
    report.unknown('runs', 'diff')
  }),
  ...named(
    'port-forward proxy',
    verb('--address= -p,--port= -w,--www=:read-tree', (args, report) => {
      toCluster(args, report)
      report.change('open port')
    }),
  ),
  kustomize: kustomizeBuild,
  plugin: group({ list: local }),
  ...named('completion options help', local),
}

const helmGlobals = `
    --burst-limit= --debug -h,--help:ends --kube-apiserver=:host --kube-as-group= --kube-as-user= --kube-ca-file=:read
    --kube-context= --kube-insecure-skip-tls-verify --kube-tls-server-name= --kube-token= --kubeconfig=:list
    -n,--namespace= --qps= --registry-config=:unknown --repository-cache=:write-tree --repository-config=:unknown`
const helmValues = `
    -f,--values= --set= --set-string= --set-file= --set-json= --set-literal= --version= --repo=:host --ca-file=:read
    --cert-file=:read --key-file=:read --keyring=:read --username= --password= -o,--output= --post-renderer=:unknown
    --post-renderer-args= --timeout= --output-dir=:write-tree -s,--show-only= -d,--destination=:write-tree
    --untardir=:write-tree -m,--max= -l,--selector= --filter= --revision= --description= -t,--template=`

/** A chart is a folder, an archive, a URL or a name in a repository. */
function useChart(chart: Word | undefined, report: Report): void {
  if (chart === undefined) return
  if (/^(https?|oci):\/\//.test(chart.value ?? '')) report.host(chart.value)
  else {
    report.read(chart, { tree: true })
    if (!/^[./~]|\.tgz$/.test(chart.value ?? chart.prefix)) report.host(null)
  }
}

/** What chart commands are given besides: `--validate` and `--dry-run` may ask the cluster, `--dependency-update` fetches charts. */
const helmFlags = `
    -a,--api-versions= --atomic --create-namespace --dependency-update:unknown --devel --disable-openapi-validation
    --dry-run[=]:unknown --enable-dns:unknown --fail-on-no-result --force -g,--generate-name --hide-notes --hide-secret
    --include-crds --insecure-skip-tls-verify --is-upgrade --jsonpath= --kube-version= --max-col-width= --name-template=
    --no-hooks --pass-credentials --plain-http --quiet --release-name --render-subchart-notes --replace -r,--regexp
    --skip-crds --skip-schema-validation --skip-tests --strict --take-ownership --validate:unknown --verify --versions
    --wait --wait-for-jobs --with-subcharts --client -c --short --no-descriptions`

const helmVerb = (does: Does, harmfulOptions?: boolean): Subcommand => ({
  options: `${helmGlobals} ${helmValues} ${helmFlags}`,
  abbreviates: false,
  ...(harmfulOptions === undefined ? {} : { harmfulOptions }),
  does(args, report) {
    for (const file of args.values('-f')) {
      if (/^https?:\/\//.test(file.value ?? '')) report.host(file.value)
      // Any other scheme is a plug-in's.
      else if (/^[a-z0-9+.-]+:\/\//i.test(file.prefix)) report.unknown('runs', file.text)
      else if (file.value !== '-') report.read(file)
    }
    for (const file of args.values('--set-file'))
      report.read(withValue(file, file.value?.replace(/^[^=]*=/, '') ?? null))
    const renderer = args.value('--post-renderer')
    if (renderer !== undefined) report.run([renderer])
    does(args, report)
  },
})

const helmReads = helmVerb((_, report) => report.host(null), false)
const helmLocal = helmVerb(() => {})
const helmChanges = helmVerb((args, report) => {
  useChart(args.operands.at(-1), report)
  report.host(null)
  report.change(cluster)
}, false)
/** `helm template [NAME] CHART` */
const helmTemplate = helmVerb((args, report) => useChart(args.operands.at(-1), report))
const helmChart = helmVerb((args, report) => {
  for (const chart of args.operands) useChart(chart, report)
})
const helmSaves = helmVerb((args, report) => {
  useChart(args.operands[0], report)
  if (!args.has('-d', '--untardir')) report.writePath('.', { tree: true })
}, false)

const helmCommands: Readonly<Record<string, Subcommand>> = {
  ...named('list ls status history hist', helmReads),
  get: group(named('all hooks manifest notes values metadata', helmReads), helmGlobals),
  ...named('show inspect', group(named('all chart crds readme values', helmChart), helmGlobals)),
  search: group({ hub: helmReads, repo: helmLocal }, helmGlobals),
  template: helmTemplate,
  ...named('lint verify', helmChart),
  ...named('version completion help', helmLocal),
  // A token is among its settings.
  env: helmVerb((_, report) => report.unknown('environment', 'helm env')),
  ...named('install upgrade uninstall delete del un rollback test', helmChanges),
  ...named('pull fetch package create', helmSaves),
  push: helmVerb((args, report) => {
    useChart(args.operands[0], report)
    useChart(args.operands[1], report)
    report.host(null)
    report.change('chart registry')
  }, false),
  repo: group({ ...named('list ls', helmLocal), ...named('add index remove rm update up', helmSaves) }, helmGlobals),
  ...named(
    'dependency dep dependencies',
    group({ ...named('list ls', helmChart), ...named('build update up', helmSaves) }, helmGlobals),
  ),
  plugin: group(
    {
      ...named('list ls', helmLocal),
      ...named('install add uninstall remove rm update up', {
        harmfulOptions: false,
        does: (_, report) => report.unknown('runs', 'helm plugin'),
      }),
    },
    helmGlobals,
  ),
  registry: group(named('login logout', helmChanges), helmGlobals),
}

/** Tools that start and stop clusters of this machine. */
const machine = (names: readonly string[], asking: RegExp): Program => ({
  names,
  harmfulOptions: false,
  bundles: false,
  does(args, report) {
    const verbs = args.operands.map((word) => word.value ?? '?').join(' ')
    if (/^(--version|version|-h|--help|help)$/.test(args.words.map((word) => word.value).join(' '))) return
    report.host(null)
    if (!asking.test(verbs)) report.change('clusters')
  },
})

/** kubectl 1.32 from its own help, helm 3 from its manual. */
export const kubernetes: readonly Program[] = [
  {
    names: ['kubectl', 'oc'],
    options: globals,
    abbreviates: false,
    subcommands: kubectlCommands,
    // Alone it prints its help; front ends of cloud vendors ask the cluster for its version first.
    does(args, report) {
      if (args.words.length > 0) report.host(null)
    },
  },
  { names: ['helm'], options: helmGlobals, abbreviates: false, subcommands: helmCommands, does: () => {} },
  {
    names: ['kustomize'],
    options: '-h,--help:ends',
    abbreviates: false,
    subcommands: {
      build: kustomizeBuild,
      version: { options: '--short -o,--output=', abbreviates: false, does: () => {} },
      ...named('create edit', { harmfulOptions: false, does: (_, report) => report.writePath('kustomization.yaml') }),
    },
    does: () => {},
  },
  machine(['minikube'], /^(status|ip|profile list|service list|addons list|node list|logs)\b/),
  machine(['kind'], /^get\b/),
  machine(['k3d'], /^\w+ list\b/),
]
