import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A block of a page that is carried out: a file to write, or a command with what it prints. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly output: string }

/** The steps of a page: blocks fenced `yaml PATH` or `json PATH` are files, `console` blocks hold commands after `$ `. */
export function stepsOf(page: string): Step[] {
  return [...page.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].flatMap(([, kind, path, text = '']): Step[] => {
    if (path !== undefined && kind !== 'sh') return [{ kind: 'file', path, text }]
    if (kind !== 'console') return []
    return text
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...output] = part.split('\n')
        return { kind: 'command', command, output: output.join('\n') }
      })
  })
}

/** Carries out one step in a folder; for a command, what it printed on both streams, with made-up paths for this machine's. `bin` is `policy`. */
export function carryOut(step: Step, folder: string, bin: string): string {
  if (step.kind === 'file') {
    const path = join(folder, step.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, step.text)
    return ''
  }
  const tools = join(folder, '.tools')
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'policy'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`)
  chmodSync(join(tools, 'policy'), 0o755)
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, FORCE_COLOR: ___, ...env } = process.env
  const { stdout, stderr } = spawnSync('sh', ['-c', `${step.command} 2>&1`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, HOME: join(folder, '.home'), PATH: `${tools}:${process.env['PATH']}` },
  })
  return `${stdout}${stderr}`
    .replaceAll(process.execPath, '/usr/bin/node')
    .replaceAll(dirname(dirname(bin)), '/home/you/toolgate')
    .replaceAll(folder, '/home/you/shop')
    .replaceAll(process.version, 'v20.20.2')
}
