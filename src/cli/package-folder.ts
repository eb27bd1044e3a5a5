import fs from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of this package, wherever its code runs from: the bundle in `dist` or the sources. */
export function packageFolder(): string {
  // The bundler puts a plain path here; as an ES module it is a URL.
  const here = import.meta.url.startsWith('file:')
    ? decodeURIComponent(new URL(import.meta.url).pathname)
    : import.meta.url
  for (let folder = dirname(here); folder !== dirname(folder); folder = dirname(folder)) {
    if (fs.existsSync(join(folder, 'policies', 'git.yaml'))) return folder
  }
  throw new Error('the policies that belong to this program are missing: install it again')
}
