import { spawnSync } from 'node:child_process'

/** A command with its standard input. */
export interface Command {
  readonly argv: readonly string[]
  readonly stdin: string
  readonly env?: Readonly<Record<string, string>>
}

/** Set by some machines and paid for at every start of Node 20; what is measured is the program. */
const unset = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE']

/** CPU milliseconds of a run, user and system, as the kernel counts them for the children of a shell. */
export function cpuOf({ argv, stdin, env = {} }: Command): number {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !unset.includes(name)))
  // Bash tells whole milliseconds: several runs at once, so that what is cut off counts for little.
  const script =
    'TIMEFORMAT="%3U %3S"; { time for _ in {1..' + runs + '}; do "$@" <<<"$BENCH_STDIN" >/dev/null 2>&1; done; } 2>&1'
  const shell = spawnSync('bash', ['-c', script, 'bash', ...argv], {
    encoding: 'utf8',
    env: { ...inherited, ...env, BENCH_STDIN: stdin },
  })
  const [user = Number.NaN, system = Number.NaN] = shell.stdout.trim().split(' ').map(Number)
  if (Number.isNaN(user + system)) throw new Error(`bash printed no times for \`${argv.join(' ')}\``)
  return ((user + system) * 1000) / runs
}

const runs = 4

/** Runs every command once a round, in turns, so that a busy moment hits them alike. */
export function interleaved(commands: readonly Command[], rounds: number): number[][] {
  const all = commands.map((): number[] => [])
  for (const command of commands) cpuOf(command)
  for (let round = 0; round < rounds; round++) {
    for (const [i, command] of commands.entries()) all[i]!.push(cpuOf(command))
  }
  return all
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median of the ratios to the first command within the same round. */
export function ratios(times: readonly (readonly number[])[]): number[] {
  const base = times[0]!
  return times.map((own) => median(own.map((value, round) => value / base[round]!)))
}

/**
 * How many a second of CPU time, so that another program on the same core changes nothing; `round` does some and says how
 * many. A quarter of the time is spent beforehand, unmeasured.
 */
export function perSecond(milliseconds: number, round: () => number): number {
  const measure = (limit: number) => {
    const start = process.cpuUsage()
    const spent = () => {
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    }
    let done = 0
    while (spent() < limit) done += round()
    return (done * 1000) / spent()
  }
  measure(milliseconds / 4)
  return measure(milliseconds)
}
