import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Runs `use` in a new folder that holds the given files; objects are written as JSON. The folder is gone afterwards. */
export async function inFolder<T>(
  files: Readonly<Record<string, unknown>>,
  use: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-test-')))
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    }
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
