import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { compose } from './compose.ts'
import { withValue } from './folder.ts'
import type { Args, Program, Subcommand } from './program.ts'
import { asks, changes, group, named, prints, runAfter } from './verbs.ts'

const containers = 'containers'
const images = 'container images'

/** Docker lets `image`, `host/image` and `host:port/image` name an image; without a host it is Docker Hub's. */
function registryOf(image: Word | undefined): string | null {
  if (image?.value === null || image === undefined) return null
  const [first = '', ...rest] = image.value.split('/')
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? first : 'docker.io'
}

const registry = (options: string): Subcommand =>
  changes(images, options, (args, report) => report.host(registryOf(args.operands[0])))

/** `-v SOURCE:TARGET[:OPTIONS]`: a source with a slash is a folder of this machine, any other a volume. */
function mountVolume(word: Word, report: Report): void {
  const [source = '', target, options = ''] = word.value?.split(':') ?? []
  if (word.value === null) share(word, false, report)
  else if (target !== undefined && /^[./~]/.test(source))
    share(withValue(word, source), /(^|,)ro(,|$)/.test(options), report)
}

/** What a container sees it reads, and writes unless it is kept from it. */
function share(folder: Word, readOnly: boolean, report: Report): void {
  report.read(folder, { tree: true })
  if (!readOnly) report.write(folder, { tree: true })
}

function mount(word: Word, report: Report): void {
  const fields = new Map(
    (word.value ?? '').split(',').map((field) => /^([^=]*)=?(.*)$/s.exec(field)?.slice(1) as [string, string]),
  )
  const source = fields.get('source') ?? fields.get('src')
  if (word.value === null) share(word, false, report)
  else if (source !== undefined && (fields.get('type') ?? 'volume') === 'bind') {
    const readOnly = ['readonly', 'ro'].some((name) => fields.has(name) && fields.get(name) !== 'false')
    share(withValue(word, source), readOnly, report)
  }
}

const createOptions = `
  --add-host= --annotation= -a,--attach= --blkio-weight= --blkio-weight-device= --cap-add=:unknown --cap-drop=
  --cgroup-parent= --cgroupns= --cidfile=:write --cpu-count= --cpu-percent= --cpu-period= --cpu-quota=
  --cpu-rt-period= --cpu-rt-runtime= -c,--cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= --detach-keys=
  --device=:unknown --device-cgroup-rule=:unknown --device-read-bps= --device-read-iops= --device-write-bps=
  --device-write-iops= --disable-content-trust --dns= --dns-option= --dns-search= --domainname= --entrypoint=
  -e,--env= --env-file=:read --expose= --gpus= --group-add= --health-cmd= --health-interval= --health-retries=
  --health-start-interval= --health-start-period= --health-timeout= -h,--hostname= --init -i,--interactive
  --io-maxbandwidth= --io-maxiops= --ip= --ip6= --ipc= --isolation= --kernel-memory= -l,--label= --label-file=:read
  --link= --link-local-ip= --log-driver= --log-opt= --mac-address= -m,--memory= --memory-reservation= --memory-swap=
  --memory-swappiness= --mount= --name= --network,--net= --network-alias,--net-alias= --no-healthcheck
  --oom-kill-disable --oom-score-adj= --pid=:unknown --pids-limit= --platform= --privileged:unknown -p,--publish=
  -P,--publish-all --pull= -q,--quiet --read-only --restart= --rm --runtime=:unknown --security-opt=:unknown
  --shm-size= --stop-signal= --stop-timeout= --storage-opt= --sysctl= --tmpfs= -t,--tty --ulimit=
  --use-api-socket:unknown -u,--user= --userns= --uts= -v,--volume= --volume-driver= --volumes-from= -w,--workdir=
  -d,--detach --sig-proxy`

function useMounts(args: Args, report: Report): void {
  for (const word of args.values('-v')) mountVolume(word, report)
  for (const word of args.values('--mount')) mount(word, report)
  const entry = args.value('--entrypoint')
  if (entry !== undefined) report.run([entry, ...args.operands.slice(1)], { remote: true })
}

const exec = runAfter(
  1,
  containers,
  `
    -d,--detach --detach-keys= -e,--env= --env-file=:read -i,--interactive --privileged -t,--tty -u,--user=
    -w,--workdir=`,
)

const copy: Subcommand = {
  options: '-a,--archive -L,--follow-link -q,--quiet --help:ends',
  abbreviates: false,
  does(args, report) {
    const [from, to] = args.operands
    const isInside = (word: Word | undefined) => /^[^./:][^/:]*:/.test(word?.value ?? word?.prefix ?? '')
    if (from !== undefined && !isInside(from) && from.value !== '-') report.read(from, { tree: true })
    if (to === undefined) return
    if (isInside(to)) report.change(containers)
    else if (to.value !== '-') report.write(to, { tree: true })
  },
}

const build: Subcommand = {
  options: `
    --add-host= --allow=:unknown --annotation= --attest= --build-arg= --build-context=:unknown --builder=
    --cache-from= --cache-to= --call= --cgroup-parent= --check --compress --cpu-period= --cpu-quota= -c,--cpu-shares=
    --cpuset-cpus= --cpuset-mems= -D,--debug --disable-content-trust -f,--file=:read --force-rm --iidfile=:write
    --isolation= --label= --load -m,--memory= --memory-swap= --metadata-file=:write --network= --no-cache
    --no-cache-filter= -o,--output=:unknown --platform= --progress= --provenance= --pull --push -q,--quiet --rm
    --sbom= --secret=:unknown --security-opt= --shm-size= --squash --ssh=:unknown -t,--tag= --target= --ulimit=
    --help:ends`,
  abbreviates: false,
  does(args, report) {
    report.change(images)
    const [context] = args.operands
    if (context === undefined || context.value === '-') return
    if (/^(https?|git|ssh):\/\/|^git@|^github\.com\//.test(context.value ?? '')) report.host(context.value)
    else report.read(context, { tree: true })
  },
}

const output = (what: string | undefined): Subcommand => ({
  options: '-o,--output=:write --platform= --help:ends',
  abbreviates: false,
  does: (_, report) => what !== undefined && report.change(what),
})

const inspect = '-f,--format= -s,--size --type= --platform='
const listing = '-a,--all -f,--filter= --format= -n,--last= -l,--latest --no-trunc -q,--quiet -s,--size'
const imageListing = '-a,--all --digests -f,--filter= --format= --no-trunc -q,--quiet --tree'
// Unknown options of these two are refused, and none of the known ones does more than print.
const ps = { ...prints(listing), harmfulOptions: false }
const imageList = { ...prints(imageListing), harmfulOptions: false }
const logs = prints('--details -f,--follow --since= -n,--tail= -t,--timestamps --until=')
const history = prints('--format= -H,--human --no-trunc --platform= -q,--quiet')
const short = prints('-f,--filter= --format= --no-trunc -q,--quiet')
const tasks = prints('-f,--filter= --format= --no-resolve --no-trunc -q,--quiet')
const objectInspect = prints('-f,--format= --pretty -v,--verbose')
const info = prints('-f,--format=')
const stats = prints('-a,--all --format= --no-stream --no-trunc')
const events = prints('-f,--filter= --format= --since= --until=')
const plain = prints()

/** `docker secret create NAME FILE` */
const readSecond = (args: Args, report: Report): void => {
  const file = args.operands[1]
  if (file !== undefined && file.value !== '-') report.read(file, { tree: true })
}

const containerVerbs: Readonly<Record<string, Subcommand>> = {
  run: runAfter(1, containers, createOptions, useMounts),
  create: runAfter(1, containers, createOptions, useMounts),
  exec,
  cp: copy,
  logs,
  stats,
  top: { ...prints(), permutes: false, harmfulOptions: false },
  port: plain,
  diff: plain,
  wait: plain,
  export: output(undefined),
  ...named('attach commit kill pause rename restart rm start stop unpause update', changes(containers)),
}

const imageVerbs: Readonly<Record<string, Subcommand>> = {
  build,
  history,
  save: output(undefined),
  load: changes(images, '-i,--input=:read'),
  import: changes(images, '-c,--change= -m,--message= --platform=', (args, report) => {
    const [source] = args.operands
    if (/^https?:\/\//.test(source?.value ?? '')) report.host(source?.value ?? null)
    else if (source !== undefined && source.value !== '-') report.read(source)
  }),
  pull: registry('--platform='),
  push: registry('--platform='),
  tag: changes(images),
}

const dockerCommands: Readonly<Record<string, Subcommand>> = {
  ...containerVerbs,
  ...imageVerbs,
  ps,
  images: imageList,
  inspect: prints(inspect),
  rmi: changes(images),
  version: info,
  info,
  events,
  search: asks('docker.io', '-f,--filter= --format= --limit= --no-trunc'),
  login: changes('docker configuration', '-p,--password= -u,--username=', (args, report) =>
    report.host(args.operands[0]?.value ?? 'docker.io'),
  ),
  logout: changes('docker configuration'),
  container: group({
    ...containerVerbs,
    ...named('ls ps list', ps),
    inspect: prints('-f,--format= -s,--size'),
    ...named('prune remove', changes(containers)),
  }),
  image: group({
    ...imageVerbs,
    ...named('ls list', imageList),
    inspect: prints('-f,--format= --platform='),
    ...named('rm remove prune', changes(images)),
  }),
  network: group({
    ...named('ls list', short),
    inspect: objectInspect,
    ...named('connect create disconnect prune rm remove', changes('docker networks')),
  }),
  volume: group({
    ...named('ls list', prints('--cluster -f,--filter= --format= -q,--quiet')),
    inspect: info,
    ...named('create prune rm remove update', changes('docker volumes')),
  }),
  system: group({ df: prints('--format= -v,--verbose'), events, info, prune: changes(containers) }),
  context: group({
    ...named('ls list', prints('--format= -q,--quiet')),
    inspect: info,
    show: plain,
    import: changes('docker configuration', '', readSecond),
    ...named('create rm remove update use', changes('docker configuration')),
    export: changes('docker configuration', '', (args, report) => {
      const file = args.operands[1]
      if (file !== undefined && file.value !== '-') report.write(file)
    }),
  }),
  // buildx keeps builders and their locks in the folder of docker's configuration, whatever the verb.
  builder: group({ build, ...named('prune du', changes(images)) }),
  buildx: group({
    ...named('build b', build),
    version: plain,
    ...named('ls du inspect', changes('docker configuration')),
    bake: changes(images, '-f,--file=:read --metadata-file=:write --set= --allow='),
    ...named('create rm stop use prune history install uninstall imagetools', changes(images)),
  }),
  manifest: group({
    inspect: prints('--insecure -v,--verbose', (args, report) => report.host(registryOf(args.operands[0]))),
    ...named('annotate create push rm', changes(images)),
  }),
  plugin: group({
    ...named('ls list', short),
    inspect: info,
    create: changes('docker plugins', '', readSecond),
    ...named('disable enable install push rm remove set upgrade', changes('docker plugins')),
  }),
  trust: group({
    inspect: asks(null, '--pretty'),
    ...named('key signer revoke sign', changes('docker configuration')),
  }),
  node: group({
    ...named('ls list', short),
    ps: tasks,
    inspect: objectInspect,
    ...named('demote promote rm update', changes('swarm')),
  }),
  ...named(
    'config secret',
    group({
      ...named('ls list', short),
      inspect: objectInspect,
      create: changes('swarm', '-d,--driver= -l,--label= --template-driver=', readSecond),
      ...named('rm remove', changes('swarm')),
    }),
  ),
  service: group({
    ...named('ls list', short),
    ps: tasks,
    inspect: objectInspect,
    logs: prints(
      '--details -f,--follow --no-resolve --no-task-ids --no-trunc --raw --since= -n,--tail= -t,--timestamps',
    ),
    ...named('create rm rollback scale update', changes('swarm')),
  }),
  stack: group({
    ls: prints('--format='),
    ps: tasks,
    services: short,
    config: prints('-c,--compose-file=:read --skip-interpolation'),
    deploy: changes('swarm', '-c,--compose-file=:read'),
    ...named('rm up down', changes('swarm')),
  }),
  swarm: group(named('ca init join join-token leave unlock unlock-key update', changes('swarm'))),
  checkpoint: group({ ls: prints('--checkpoint-dir=:read-tree'), ...named('create rm', changes(containers)) }),
  compose,
}

/** Where the words go: another daemon, other credentials. */
const dockerGlobals = `
    -v,--version:ends -h,--help:ends -D,--debug -l,--log-level= -H,--host=:unknown -c,--context=:unknown
    --config=:unknown --tls --tlsverify --tlscacert=:unknown --tlscert=:unknown --tlskey=:unknown`

/** Podman keeps its own storage and opens it for writing whatever the verb. */
const podmanGlobals = `
    -v,--version:ends -h,--help:ends --log-level= --url=:unknown --connection,-c=:unknown --identity=:unknown
    --remote,-r:unknown --root=:unknown --runroot=:unknown --runtime=:unknown --conmon=:unknown --config=:unknown
    --module=:unknown --storage-driver= --storage-opt= --hooks-dir=:unknown --cgroup-manager= --events-backend=
    --network-cmd-path=:unknown --network-config-dir=:unknown --tmpdir=:unknown --imagestore=:unknown
    --volumepath=:unknown --ssh= --noout --syslog`

function withChange(table: Subcommand): Subcommand {
  if (table.subcommands !== undefined) return { ...table, subcommands: mapTables(table.subcommands) }
  return {
    ...table,
    does(args, report) {
      report.change('podman storage')
      table.does?.(args, report)
    },
  }
}

function mapTables(tables: Readonly<Record<string, Subcommand>>): Record<string, Subcommand> {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, withChange(table)]))
}

/** `podman kube play FILE`, `podman play kube FILE` */
const podmanKube: Subcommand = changes(containers, '--configmap=:read --authfile=:read', readSecond)

/** Docker 28.2 and Podman 4, from `docker --help` of every command. */
export const containerPrograms: readonly Program[] = [
  { names: ['docker'], options: dockerGlobals, abbreviates: false, subcommands: dockerCommands, does: () => {} },
  { names: ['docker-compose'], ...compose },
  {
    names: ['podman'],
    options: podmanGlobals,
    abbreviates: false,
    subcommands: mapTables({ ...dockerCommands, ...named('kube play', podmanKube) }),
    does: () => {},
  },
]
