import { PolicyError } from '../errors.ts'
import type { PermissionContext } from '../rules/context.ts'
import { type Change, changeSettings } from '../settings/write.ts'

type Edit = ReturnType<Change>[number]

import type { Finding, FixEdit } from './finding.ts'

/** The safe fixes among findings, one for each place of a file. */
export function safeEdits(findings: readonly Finding[]): FixEdit[] {
  const byPlace = new Map<string, FixEdit>()
  for (const { fix } of findings) {
    if (!fix?.safe) continue
    for (const edit of fix.edits) {
      const key = `${edit.file}#${edit.pointer}`
      // Of two fixes for one place the removal stands: what is gone needs no other text.
      if (!byPlace.has(key) || edit.value === undefined) byPlace.set(key, edit)
    }
  }
  return [...byPlace.values()]
}

/**
 * Writes the edits to their files, each file in one step, and says which changed. A file that is no longer what was linted
 * is refused: its edits speak of places that may be others now.
 */
export function applyEdits(edits: readonly FixEdit[], context: PermissionContext): string[] {
  const files = [...new Set(edits.map(({ file }) => file))]
  return files.filter((file) => {
    const linted = context.layers.find((layer) => layer.file === file)
    return changeSettings(file, (settings) => {
      if (linted === undefined || JSON.stringify(settings) !== JSON.stringify(linted.settings)) {
        throw new PolicyError('file-changed', { file }, `\`${file}\` changed after it was read; run again`)
      }
      return inOrder(edits.filter((edit) => edit.file === file))
    })
  })
}

/** Values first, then removals from the end, so that no edit moves the place of one after it. */
function inOrder(edits: readonly FixEdit[]): Edit[] {
  const steps = ({ pointer, value }: FixEdit): Edit => ({
    path: pointer
      .split('/')
      .slice(1)
      .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'))),
    value,
  })
  const set = edits.filter(({ value }) => value !== undefined).map(steps)
  const removed = edits.filter(({ value }) => value === undefined).map(steps)
  return [...set, ...removed.sort((a, b) => lastIndex(b) - lastIndex(a))]
}

function lastIndex({ path }: Edit): number {
  const last = path.at(-1)
  return typeof last === 'number' ? last : 0
}
