import { type ChildProcess, spawn } from 'node:child_process'
import { bundled } from './bundle.ts'

let script: string | undefined

/** Starts `policy run ARGS` from its source, as a process. */
export function startRunner(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  script ??= bundled('test/tools/run-target.ts')
  const stdio = ['pipe', 'pipe', 'pipe'] as const
  return spawn(process.execPath, [script, ...args], { cwd, env: { ...process.env, ...env }, stdio: [...stdio] })
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
