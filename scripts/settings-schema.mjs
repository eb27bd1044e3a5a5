#!/usr/bin/env node
// Writes `schema/settings.schema.json` from the zod schema. A test holds the two in step.
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'schema')
const bundle = join(folder, 'settings-schema.tmp.cjs')
try {
  await build({
    entryPoints: [join(folder, '..', 'src', 'settings', 'schema.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    define: { 'import.meta.url': '__filename' },
    logLevel: 'warning',
  })
  const { settingsJsonSchema } = createRequire(import.meta.url)(bundle)
  writeFileSync(join(folder, 'settings.schema.json'), `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`)
} finally {
  rmSync(bundle, { force: true })
}
