// Runs the commands of a page and writes what they print into it: node scripts/run.mjs scripts/carry-out-page.ts docs/tutorial.md
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { carryOut, stepsOf } from '../test/support/page-commands.ts'

const file = process.argv[2] ?? 'docs/tutorial.md'
const page = readFileSync(file, 'utf8')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-page-')))
try {
  let rest = page
  let written = ''
  for (const step of stepsOf(page)) {
    const printed = carryOut(step, folder, resolve('bin/policy.cjs'))
    if (step.kind === 'file') continue
    const old = `$ ${step.command}\n${step.output}`
    const at = rest.indexOf(old)
    written += `${rest.slice(0, at)}$ ${step.command}\n${printed}`
    rest = rest.slice(at + old.length)
  }
  writeFileSync(file, written + rest)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
