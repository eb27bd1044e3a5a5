import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Tests start the built files: they are made anew when a source is newer. */
export default function setup(): void {
  const root = join(import.meta.dirname, '../..')
  const built = statSync(join(root, 'dist/policy.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newest = ['src', 'scripts'].flatMap((folder) => times(join(root, folder))).reduce((a, b) => Math.max(a, b), 0)
  if (newest <= built) return
  try {
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
  } catch (error) {
    if (built === 0) throw error
    // Tests of the sources need no build; those of the built files run on the last one that worked.
    process.stderr.write('warning: the sources do not build, tests of the built files use an older build\n')
  }
}

function times(folder: string): number[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
}
