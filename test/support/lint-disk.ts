import { showCall } from '../../src/analysis/call-notation.ts'
import type { Finding } from '../../src/analysis/finding.ts'
import { lint } from '../../src/analysis/lint.ts'
import type { Layer } from '../../src/decision.ts'
import { loadContext } from '../../src/settings/load.ts'
import { memorySystem, type System } from '../../src/system.ts'

const files: Readonly<Record<Exclude<Layer, 'session' | 'cli'>, string>> = {
  managed: '/etc/claude-code/managed-settings.json',
  local: '/home/dev/app/.claude/settings.local.json',
  project: '/home/dev/app/.claude/settings.json',
  user: '/home/dev/.claude/settings.json',
}

/** Settings by layer; settings alone are the project's. Other absolute paths are files on the disk. */
export type Disk = Readonly<Record<string, unknown>>

/** What lint finds on a disk that holds only these files. */
export function lintDisk(disk: Disk): Finding[] {
  const system = diskOf(disk)
  return lint(loadContext({ cwd: '/home/dev/app', home: '/home/dev', trusted: true }, system), system)
}

function diskOf(disk: Disk): System {
  const isLayered = Object.keys(disk).some((key) => key in files || key.startsWith('/'))
  const written = Object.entries(isLayered ? disk : { project: disk }).map(([key, value]) => [
    key in files ? files[key as keyof typeof files] : key,
    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  ])
  return memorySystem(
    { '/home/dev/app/README.md': '', ...Object.fromEntries(written) },
    {},
    { PATH: process.env['PATH'] },
  )
}

/** A finding as a row says it. */
export function show({ witness, fix, data }: Finding): string {
  const decided =
    witness === null
      ? 'no call'
      : `${showCall(witness.call)}: ${[witness.with, witness.without, ...(witness.fixed ? [witness.fixed] : [])].join('/')}`
  return `${data['pointer']} | ${decided} | ${fix?.safe ? '! ' : ''}${fix?.title}`
}
