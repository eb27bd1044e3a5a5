import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'node_modules/.cache/toolgate', `run-${process.pid}.mjs`)
let built = false

/** Starts `policy run ARGS` from its source, as a process. */
export function startRunner(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  if (!built) {
    mkdirSync(join(script, '..'), { recursive: true })
    buildSync({
      entryPoints: [join(root, 'test/tools/run-target.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      outfile: script,
      logLevel: 'silent',
    })
    built = true
  }
  return spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs it to its end with `stdin`. */
export async function runRunner(args: readonly string[], cwd: string, stdin: string) {
  const child = startRunner(args, cwd)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  child.stdin?.on('error', () => {})
  child.stdin?.end(stdin)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, stdout, stderr }
}
