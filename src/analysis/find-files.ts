import type { System } from '../system.ts'

/** Folders that hold the work of others, or none at all. */
const skipped = new Set(['node_modules', '.git', '.hg', '.venv', 'venv', 'dist', 'build', 'target'])

/** Files below a folder whose name fits, in the order of their paths. Links and repositories inside are not entered. */
export function findFiles(folder: string, fits: (name: string) => boolean, system: System): string[] {
  const found: string[] = []
  const queue = [folder]
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const name of system.list(at) ?? []) {
      const path = `${at === '/' ? '' : at}/${name}`
      const kind = system.kind(path)
      const isRepository = () => system.kind(`${path}/.git`) !== undefined
      if (kind === 'directory' && !skipped.has(name) && !isRepository()) queue.push(path)
      if (kind === 'file' && fits(name)) found.push(path)
    }
  }
  return found.sort()
}

export function isCaseFile(name: string): boolean {
  return /\.policy-test\.ya?ml$/.test(name)
}
