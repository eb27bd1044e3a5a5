import { resolve } from 'node:path'
import { modes } from '../call.ts'
import { platforms, readSources, type SharedOptions } from './shared-options.ts'

export interface HookArguments {
  readonly shared: Partial<SharedOptions>
  readonly strictAllow: boolean
  readonly help: boolean
}

type Writable = { -readonly [K in keyof SharedOptions]?: SharedOptions[K] }

const paths: Readonly<Record<string, 'cwd' | 'home' | 'configDir' | 'managed' | 'user' | 'project' | 'local'>> = {
  '--cwd': 'cwd',
  '--home': 'home',
  '--config-dir': 'configDir',
  '--managed': 'managed',
  '--user': 'user',
  '--project': 'project',
  '--local': 'local',
}

const hosts: readonly string[] = ['claude-code']

/** The arguments of `policy hook`; a text says what is wrong with them. */
export function readHookArguments(argv: readonly string[], here: string): HookArguments | string {
  const shared: Writable = {}
  let strictAllow = false
  let help = false
  const rest = argv.flatMap((word) => {
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)]
  })
  while (rest.length > 0) {
    const name = rest.shift()!
    if (name === '--strict-allow') strictAllow = true
    else if (name === '--trusted') shared.trusted = true
    else if (name === '--untrusted') shared.trusted = false
    else if (name === '--help' || name === '-h') help = true
    // Accepted and without meaning here: a hook is asked by the program that runs the other hooks.
    else if (name === '--no-hooks' || name === '--json' || name === '--quiet') continue
    else {
      const wrong = readValue(name, rest.shift(), shared, here)
      if (wrong !== undefined) return wrong
    }
  }
  return { shared, strictAllow, help }
}

function readValue(name: string, value: string | undefined, shared: Writable, here: string): string | undefined {
  const path = Object.hasOwn(paths, name) ? paths[name] : undefined
  if (path === undefined && !['--settings', '--setting-sources', '--mode', '--platform', '--host'].includes(name)) {
    return `unknown option \`${name}\`: \`policy hook --help\` lists them`
  }
  if (value === undefined) return `option \`${name}\` needs a value`
  if (path !== undefined) {
    shared[path] = resolve(here, value)
    return undefined
  }
  switch (name) {
    case '--settings':
      shared.settings = value
      return undefined
    case '--host':
      return hosts.includes(value) ? undefined : expected(name, value, hosts)
    case '--mode': {
      const mode = value === 'manual' ? value : modes.find((known) => known === value)
      if (mode === undefined) return expected(name, value, modes)
      shared.mode = mode
      return undefined
    }
    case '--platform': {
      const platform = platforms.find((known) => known === value)
      if (platform === undefined) return expected(name, value, platforms)
      shared.platform = platform
      return undefined
    }
    default: {
      const sources = readSources(value)
      if ('wrong' in sources) return expected(name, sources.wrong, ['user', 'project', 'local'])
      shared.settingSources = sources
      return undefined
    }
  }
}

function expected(name: string, value: string, known: readonly string[]): string {
  return `\`${value}\` is no value of \`${name}\`: expected ${known.join(', ')}`
}

export const hookHelp = `usage: policy hook [options]

Is a hook of a coding agent: reads its payload on stdin, prints the decision in the agent's own JSON.
  PreToolUse, PermissionRequest    decides the call
  PostToolUse, PostToolUseFailure  tells the model when the rules deny a call that was started all the same
  every other event                says nothing, exit code 0
Exit code 2 with a reason on stderr: it cannot decide. The call is blocked; when it has run the model reads the reason.

options:
  --host <name>             whose payload it is (claude-code)
  --strict-allow            say \`allow\` only where a rule or a proof covers every part; else leave it to the host
  --cwd <dir>               folder whose settings hold (default: CLAUDE_PROJECT_DIR, else the payload's)
  --home <dir>              home folder
  --config-dir <dir>        folder of the user settings
  --managed, --user, --project, --local <file>
                            one layer, instead of the file found
  --settings <file|json>    add the command-line layer
  --setting-sources <list>  which of user,project,local to read
  --mode <mode>             permission mode, instead of the payload's
  --trusted, --untrusted    whether the folder is trusted (default: it is, or no hook would run)
  --platform <name>         judge as on linux, darwin or win32
  -h, --help                show this

examples:
  policy hook --host claude-code < payload.json
  echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/"}' | policy hook
`
