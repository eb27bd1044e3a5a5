#!/usr/bin/env node
// Runs a TypeScript program of this repository: node scripts/run.mjs FILE.ts [ARG ...]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const [file, ...args] = process.argv.slice(2)
const folder = mkdtempSync(path.resolve('node_modules/.run-'))
try {
  const outfile = path.join(folder, 'program.mjs')
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  process.exitCode = spawnSync(process.execPath, [outfile, ...args], { stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
