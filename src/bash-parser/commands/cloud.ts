import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { inFolder, readHome, withValue } from './folder.ts'
import { type Args, type Program, runProgram, type Subcommand } from './program.ts'
import { named } from './verbs.ts'

const resources = 'cloud resources'

/** `--document file://x`: the AWS and Google clients read parameters from files. */
function readParameters(words: readonly Word[], report: Report): void {
  for (const word of words) {
    const path = /^(?:[^=]*=)?fileb?:\/\/(.*)$/s.exec(word.value ?? '')?.[1]
    if (path !== undefined) report.read(withValue(word, path))
  }
}

/** Words with a slash or a dot in them, or the values in them, are files where there are files of that name. */
export function readPaths(words: readonly Word[], report: Report): void {
  for (const word of words) {
    const from = /^(?:--?[\w-]+=|[\w.-]+=)?@?/.exec(word.value ?? '')?.[0].length ?? 0
    const path = word.value?.slice(from) ?? ''
    if (/[./]/.test(path) && !/^[a-z0-9]+:\/\//i.test(path) && !/\s/.test(path)) report.read(withValue(word, path))
  }
}

/** Copies between this machine and a bucket. */
function copies(words: readonly Word[], scheme: RegExp, report: Report): void {
  const operands = words.filter((word) => word.value === null || !word.value.startsWith('-'))
  operands.forEach((word, i) => {
    const inBucket = scheme.test(word.value ?? word.prefix)
    const target = i === operands.length - 1 && operands.length > 1
    if (inBucket && target) report.change(resources)
    else if (!inBucket && word.value !== '-') report[target ? 'write' : 'read'](word, { tree: true })
  })
}

const awsReads =
  /^(describe|list|get|head|batch-get|search|lookup|estimate|filter|scan|query|select|view|check|validate|simulate|preview|detect|test-)[a-z0-9-]*$|^(ls|presign|wait|help|tail|start-query)$/

const awsOptions = `
    --version --region= --profile= --output= --query= --endpoint-url=:host --color= --ca-bundle=:read
    --cli-read-timeout= --cli-connect-timeout= --cli-binary-format= --debug --no-verify-ssl --no-paginate
    --no-sign-request --no-cli-pager --no-cli-auto-prompt --cli-auto-prompt`

function aws(args: Args, report: Report): void {
  // Python starts with a probe for a socket and may leave compiled modules.
  report.change('aws cache')
  if (args.has('--version')) return
  const [service, operation, ...rest] = args.operands
  if (service === undefined || service.value === 'help' || operation?.value === 'help') {
    report.unknown('runs', 'pager')
    return
  }
  if (service.value === 'configure') {
    if (/^(list|get|list-profiles)$/.test(operation?.value ?? '')) readHome(report, '.aws/config')
    else report.change('aws configuration')
    return
  }
  const words = args.words
  readParameters(words, report)
  if (service.value !== 's3') readPaths(rest, report)
  const endpoint = words.findIndex((word) => word.value === '--endpoint-url')
  if (endpoint >= 0) report.host(words[endpoint + 1]?.value ?? null)
  else report.host(service.value === null ? null : `${service.value === 's3api' ? 's3' : service.value}.amazonaws.com`)
  const verb = operation?.value ?? ''
  if (service.value === 's3' && /^(cp|mv|sync)$/.test(verb)) {
    copies(rest, /^s3:\/\//, report)
    if (verb === 'mv') report.change(resources)
    const [from, to] = rest.filter((word) => !word.prefix.startsWith('-'))
    const isLocal = (word: Word | undefined): word is Word => word !== undefined && !word.prefix.startsWith('s3://')
    if (verb === 'mv' && isLocal(from)) report.delete(from, { tree: true })
    if (verb === 'sync' && isLocal(to) && rest.some((word) => word.value === '--delete'))
      report.delete(to, { tree: true })
    return
  }
  // A last word that is no option's value is a file to save into (`s3api get-object`, `lambda invoke`).
  if (
    /^(get-object|get-object-torrent|invoke|get-export|get-media|get-clip|synthesize-speech|download-[a-z-]+)$/.test(
      verb,
    )
  ) {
    const last = rest.at(-1)
    if (last !== undefined && !last.prefix.startsWith('--') && !rest.at(-2)?.prefix.startsWith('--')) report.write(last)
    else report.write(withValue(service, null))
  }
  if (!awsReads.test(verb) && !/^(get|list|describe)/.test(verb)) report.change(resources)
  if (/^(start-session|execute-command|ssh|update-kubeconfig|deploy|package|register)$/.test(verb))
    report.unknown('runs', verb)
}

/** The verb of `gcloud compute instances list`, `az vm show`: the last word before the first option or value that is one. */
function readsOnly(words: readonly Word[], verbs: RegExp): boolean {
  const path: string[] = []
  for (const word of words) {
    if (word.value === null || word.value.startsWith('-')) break
    path.push(word.value)
  }
  return (
    path.some((part) => verbs.test(part)) &&
    !path.some((part) =>
      /^(delete|create|update|set|add|remove|deploy|ssh|run|start|stop|reset|import|export)/.test(part),
    )
  )
}

function gcloud(args: Args, report: Report): void {
  // Every run leaves a log.
  report.change('gcloud logs')
  const { words } = args
  if (/^(--version|version|info|help|--help|-h)$/.test(words.map((word) => word.value).join(' '))) return
  report.host('googleapis.com')
  const at = words.findIndex(({ value }) => /^(cp|mv|rsync|scp)$/.test(value ?? ''))
  // `compute scp`: a colon stands after the name of a machine.
  if (at >= 0) copies(words.slice(at + 1), /^([a-z0-9]+:\/\/|[^/]*:)/, report)
  else readPaths(words, report)
  if (words.some((word) => /^--(configuration|flags-file|credential-file-override)/.test(word.value ?? '')))
    report.unknown('unknown-option', 'gcloud')
  const command = words.findIndex((word) => word.value === '--command')
  const text = command >= 0 ? words[command + 1] : words.find((word) => word.value?.startsWith('--command='))
  if (text !== undefined)
    report.shell(command >= 0 ? text : withValue(text, (text.value as string).slice('--command='.length)), {
      remote: true,
    })
  const verb = words.some((word) => word.value === 'ssh' || word.value === 'scp')
  if (verb) report.unknown('runs', 'ssh')
  if (!readsOnly(words, /^(list|describe|get-[a-z-]+|read|search-[a-z-]+|print-[a-z-]+|lookup|tail|check-[a-z-]+)$/))
    report.change(resources)
}

function az(args: Args, report: Report): void {
  report.change('az logs')
  const { words } = args
  if (/^(--version|-v|version|--help|-h)$/.test(words.map((word) => word.value).join(' '))) return
  report.host('management.azure.com')
  readPaths(words, report)
  if (words.some(({ value }) => /^download/.test(value ?? '')))
    words.forEach((word, i) => {
      if (/^(-f|--file|-d|--destination|--dest)$/.test(words[i - 1]?.value ?? '')) report.write(word, { tree: true })
    })
  if (!readsOnly(words, /^(list|show|exists|version|get-[a-z-]+|list-[a-z-]+|show-[a-z-]+|check-[a-z-]+|query)$/))
    report.change(resources)
}

/** A client whose reading is its own: what its options mean is not in the table. */
const bare = (names: readonly string[], does: NonNullable<Subcommand['does']>): Program => ({
  names,
  harmfulOptions: false,
  bundles: false,
  does,
})

/** `gsutil cp`, `rclone copy`: bucket words hold a colon. */
function gsutil(args: Args, report: Report): void {
  report.host('storage.googleapis.com')
  const [verb, ...rest] = args.operands
  if (/^(ls|cat|du|stat|hash|version|help|ver)$/.test(verb?.value ?? '')) {
    for (const word of rest) if (verb?.value === 'hash' && !/^gs:/.test(word.prefix)) report.read(word)
  } else if (/^(cp|mv|rsync)$/.test(verb?.value ?? '')) {
    copies(rest, /^(gs|s3):\/\//, report)
    if (verb?.value !== 'cp') report.change(resources)
  } else report.change(resources)
}

const stateFile = `
    -state=:read -state-out=:write -backup=:write -lock= -lock-timeout= -no-color -json -raw -var= -var-file=:read
    -compact-warnings -input=`
const terraformVerb = (options: string, does: (args: Args, report: Report) => void): Subcommand => ({
  options: `-help ${stateFile} ${options}`,
  bundles: false,
  abbreviates: false,
  does,
})

/** Provider plug-ins of the project's folder are programs. */
const runsProviders = terraformVerb(
  `
    -auto-approve -destroy -refresh= -refresh-only -replace= -target= -parallelism= -out=:write -detailed-exitcode
    -upgrade -reconfigure -migrate-state -backend= -backend-config= -get= -plugin-dir=:read-tree -lockfile=
    -from-module= -force-copy -generate-config-out=:write -type= -module-depth= -plan= -verbose -filter=
    -test-directory= -allow-missing -config= -provider= -draw-cycles`,
  (args, report) => {
    // A plan or a module of this machine.
    readPaths(args.operands, report)
    report.host(null)
    report.change(resources)
    report.unknown('runs', args.operands[0]?.text ?? 'provider')
  },
)

const remoteState = terraformVerb('-id=', (_, report) => report.host(null))
const changesState = terraformVerb('-dry-run -allow-missing -ignore-remote-version -force', (args, report) => {
  readPaths(args.operands, report)
  report.host(null)
  report.change('terraform state')
})

const terraformCommands: Readonly<Record<string, Subcommand>> = {
  version: terraformVerb('', (_, report) => report.host('checkpoint-api.hashicorp.com')),
  fmt: terraformVerb('-list= -write= -diff -check -recursive', (args, report) => {
    const writes = !args.has('-check') && args.value('-write')?.value !== 'false'
    const paths = args.operands.filter((word) => word.value !== '-')
    for (const path of paths) report[writes ? 'write' : 'read'](path, { tree: true })
    if (args.operands.length === 0) report[writes ? 'writePath' : 'readPath']('.', { tree: true })
  }),
  output: remoteState,
  workspace: {
    subcommands: { ...named('list show', remoteState), ...named('new select delete', changesState) },
    does: () => {},
  },
  state: {
    subcommands: { ...named('list show pull', remoteState), ...named('mv rm push replace-provider', changesState) },
    does: () => {},
  },
  ...named(
    'init validate plan apply destroy import refresh show graph console providers test taint untaint get force-unlock login logout metadata modules stacks',
    runsProviders,
  ),
}

const terraform: Program = {
  names: ['terraform', 'tofu'],
  // Whatever it is asked, it makes `~/.terraform.d` where there is none.
  options: '-chdir= -version,--version,-v -help,--help,-h',
  bundles: false,
  abbreviates: false,
  permutes: false,
  does(args, report) {
    const folder = args.value('-chdir')
    const inside = folder === undefined ? report : inFolder(report, folder)
    const [name, ...rest] = args.operands
    inside.change('settings')
    // It asks whether there is a newer version.
    if (args.has('-version')) inside.host('checkpoint-api.hashicorp.com')
    if (args.has('-version') || name === undefined) return
    const table =
      name.value !== null && Object.hasOwn(terraformCommands, name.value) ? terraformCommands[name.value] : undefined
    if (table === undefined) inside.unknown('unknown-option', `terraform ${name.text}`)
    else runProgram(table, `terraform ${name.value}`, rest, inside)
  },
}

const pulumi = bare(['pulumi'], (args, report) => {
  const verbs = args.operands.map((word) => word.value ?? '?').join(' ')
  if (/^(version|help)$|^$/.test(verbs)) return
  report.host('api.pulumi.com')
  // `config` and `stack` only talk to the service; the rest runs the project's program.
  if (/^(stack( ls| output| history)?|config( get)?|whoami|plugin ls|org get-default|logs)\b/.test(verbs)) return
  report.change(resources)
  report.unknown('unknown-script', 'Pulumi.yaml')
})

/** Clients of clouds: aws 1 and 2, gcloud, az, gsutil, terraform 1, pulumi 3, by the naming of their verbs. */
export const clouds: readonly Program[] = [
  { names: ['aws'], options: awsOptions, bundles: false, permutes: false, harmfulOptions: true, does: aws },
  bare(['gcloud'], gcloud),
  bare(['gsutil'], gsutil),
  bare(['az'], az),
  terraform,
  pulumi,
]
