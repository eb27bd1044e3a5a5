import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const bin = join(import.meta.dirname, '../../bin/policy.cjs')

export interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `policy ARGV` as a process of its own. */
export function policy(
  argv: readonly string[],
  given: { readonly stdin?: string | Uint8Array; readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Ended {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, NO_COLOR: ___, FORCE_COLOR: ____, ...inherited } = process.env
  const ended = spawnSync(process.execPath, [bin, ...argv], {
    input: given.stdin ?? '',
    encoding: 'utf8',
    env: { ...inherited, ...given.env },
    maxBuffer: 1 << 28,
    ...(given.cwd === undefined ? {} : { cwd: given.cwd }),
  })
  return { exit: ended.status, stdout: ended.stdout, stderr: ended.stderr }
}
