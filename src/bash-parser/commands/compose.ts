import { inFolder } from './folder.ts'
import { runProgram, type Subcommand } from './program.ts'
import { changes, named, prints, runAfter } from './verbs.ts'

const services = 'containers'
const execOptions = `
    -d,--detach -e,--env= --index= -T,--no-TTY,--no-tty -i,--interactive -t,--tty --privileged -u,--user=
    -w,--workdir=`

const composeCommands: Readonly<Record<string, Subcommand>> = {
  ps: prints('-a,--all --filter= --format= --no-trunc --orphans -q,--quiet --services --status='),
  ls: prints('-a,--all --filter= --format= -q,--quiet'),
  images: prints('--format= -q,--quiet'),
  logs: prints('-f,--follow --index= --no-color --no-log-prefix -n,--tail= --since= --until= -t,--timestamps'),
  top: prints(),
  port: prints('--index= --protocol='),
  events: prints('--json --since= --until='),
  stats: prints('-a,--all --format= --no-stream --no-trunc'),
  volumes: prints('--format= -q,--quiet'),
  version: prints('-f,--format= --short'),
  wait: prints('--down-project:change_containers'),
  // It prints the file with the values of `.env` filled in.
  ...named(
    'config convert',
    prints(
      `
        --environment --format= --hash= --images --models --networks --no-consistency --no-env-resolution
        --no-interpolate --no-normalize --no-path-resolution -o,--output=:write --profiles -q,--quiet
        --resolve-image-digests:unknown --lock-image-digests:unknown --services --variables --volumes`,
      (args, report) => {
        // Every variable of the shell that started it.
        if (args.has('--environment')) report.unknown('environment', '--environment')
        if (!args.has('--services', '--images', '--volumes', '--networks', '--profiles', '-q')) report.readPath('.env')
      },
    ),
  ),
  exec: runAfter(1, services, execOptions),
  run: runAfter(
    1,
    services,
    `
      ${execOptions} --build --cap-add=:unknown --cap-drop= --entrypoint= --env-from-file=:read -l,--label= --name=
      --no-deps -p,--publish= --pull= -q,--quiet --quiet-build --quiet-pull --remove-orphans --rm -P,--service-ports
      --use-aliases -v,--volume=:unknown`,
  ),
  cp: changes(services, '--index=', (args, report) => {
    const [from, to] = args.operands
    if (from !== undefined && !/^[^./:]+:/.test(from.prefix)) report.read(from, { tree: true })
    if (to !== undefined && !/^[^./:]+:/.test(to.prefix)) report.write(to, { tree: true })
  }),
  build: changes('container images', '', (_, report) => report.readPath('.', { tree: true })),
  export: changes(services, '--index= -o,--output=:write'),
  ...named(
    'up down start stop restart rm kill pause unpause create pull push attach commit publish scale watch bridge',
    changes(services),
  ),
}

/** `docker compose`, the compose plugin 2. */
export const compose: Subcommand = {
  options: `
      --all-resources --ansi= --compatibility --dry-run --env-file=:read -f,--file= --parallel= --profile= --progress=
      --project-directory= -p,--project-name= -v,--version:ends -h,--help:ends`,
  abbreviates: false,
  permutes: false,
  harmfulOptions: true,
  does(args, report) {
    const folder = args.value('--project-directory')
    const inside = folder === undefined ? report : inFolder(report, folder)
    for (const file of args.values('-f')) {
      if (/^(oci|https?|git|ssh):\/\/|^git@/.test(file.value ?? '')) report.host(file.value)
      else if (file.value !== '-') report.read(file)
    }
    const [name, ...rest] = args.operands
    if (name === undefined) return
    const table =
      name.value !== null && Object.hasOwn(composeCommands, name.value) ? composeCommands[name.value] : undefined
    if (table === undefined) report.unknown('unknown-option', `compose ${name.text}`)
    else runProgram(table, `compose ${name.value}`, rest, inside)
  },
}
