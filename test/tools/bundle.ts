import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** A TypeScript file of this repository as a script that Node can run; packages stay where they are. */
export function bundled(file: string): string {
  const name = file.replace(/[^A-Za-z0-9]+/g, '-')
  const outfile = join(root, 'node_modules/.cache/toolgate', `${name}-${process.pid}.mjs`)
  mkdirSync(join(outfile, '..'), { recursive: true })
  buildSync({
    entryPoints: [join(root, file)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'silent',
  })
  return outfile
}
