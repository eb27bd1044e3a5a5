import type { Run } from './commands.ts'
import type { Io } from './io.ts'
import { nearest } from './nearest.ts'

const parts: Readonly<Record<string, { readonly summary: string; load(): Promise<Run> }>> = {
  list: {
    summary: 'the hooks of the settings, and what is wrong with them',
    load: async () => (await import('./hooks-list.ts')).hooksListCommand,
  },
  run: {
    summary: 'a payload through the hooks of the settings',
    load: async () => (await import('./hooks-run.ts')).hooksRunCommand,
  },
  test: {
    summary: 'hook scripts against fixture payloads',
    load: async () => (await import('./hooks-test.ts')).hooksTestCommand,
  },
}

/** `policy hooks list|run|test`. */
export async function hooksCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name = '--help', ...rest] = argv
  if (name === '--help' || name === '-h') {
    io.stdout.write(help())
    return argv.length === 0 ? 1 : 0
  }
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (part !== undefined) return (await part.load())(rest, io)
  const close = nearest(name, Object.keys(parts))
  const hint = close === undefined ? '`policy hooks --help` lists them' : `did you mean \`policy hooks ${close}\``
  io.stderr.write(`policy hooks: unknown command \`${name}\`: ${hint}\n`)
  return 1
}

function help(): string {
  const lines = Object.entries(parts).map(([name, { summary }]) => `  ${name.padEnd(5)} ${summary}`)
  return `usage: policy hooks <command> [options]

Shows, runs and tests the hooks of the settings.

${lines.join('\n')}

examples:
  policy hooks list
  policy hooks run 'git push --force'

\`policy hooks <command> --help\` shows the options of one.
`
}
