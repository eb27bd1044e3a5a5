import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder } from './support/temporary.ts'

const root = join(import.meta.dirname, '..')
const example = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? ''

/** A project of somebody else that has this package. */
function inConsumer<T>(files: Readonly<Record<string, unknown>>, use: (folder: string) => T) {
  return inFolder({ 'package.json': { type: 'module' }, ...files }, (folder) => {
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
    symlinkSync(root, join(folder, 'node_modules/toolgate'))
    symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
    return use(folder)
  })
}

describe('the package, seen from outside', () => {
  it('runs the example of the README', async () => {
    const settings = { permissions: { deny: ['Bash(rm *)'] } }
    const stdout = await inConsumer({ 'main.mjs': example, '.claude/settings.json': settings }, (folder) =>
      execFileSync(process.execPath, ['main.mjs'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: folder },
      }),
    )
    expect(stdout).toMatch(
      /^deny: denied by `Bash\(rm \*\)`\n {2}subject: rm -rf build\n {2}rule at: .*settings\.json:4:7\n/,
    )
  })

  it('has types that compile in strict mode, and refuse what is wrong', async () => {
    const main = `${example}
import { PolicyError, createContext, type Decision, type Effect, type PermissionContext, type Reason, type Rule, type System, type ToolCall } from 'toolgate'
const call: ToolCall = { tool: 'Bash', input: {} }
const other: PermissionContext = createContext({ layers: { user: { permissions: { deny: ['Bash'] } } } })
export const reason: Reason = decision.reason
export const effect: Effect = evaluate(call, other).effect
export const rule: Rule | undefined = other.rules.deny[0]
export const failed = (error: unknown, system: System): Decision | string => error instanceof PolicyError ? error.code : evaluate(call, other, system)
// @ts-expect-error an effect is one of three words
export const wrong: Effect = 'maybe'
`
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'NodeNext',
      target: 'ES2022',
      lib: ['ES2023'],
      types: ['node'],
      exactOptionalPropertyTypes: true,
    }
    const checked = await inConsumer({ 'main.ts': main, 'tsconfig.json': { compilerOptions } }, (folder) => {
      const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
      return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
    })
    expect({ status: checked.status, stdout: checked.stdout }).toEqual({ status: 0, stdout: '' })
  })
})
