import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import { resolvePaths } from '../bash-parser/bounds.ts'
import type { System } from '../system.ts'
import type { PermissionContext } from './context.ts'
import { isInWorkingDirectories, namePath, writeGuard } from './paths.ts'

/**
 * The file commands that accept-edits mode approves, with the options that keep them plain (spec/permissions.md 2.2; the
 * options are recorded behaviour of the client).
 */
const plainOptions: Readonly<Record<string, RegExp>> = {
  mkdir: /^(-p|-m|--parents|\d{3,4})$/,
  touch: /^$/,
  rm: /^-[rRfiv]+$/,
  rmdir: /^(-p|--parents)$/,
  mv: /^$/,
  cp: /^$/,
  sed: /^(-i|-E|-r)$/,
}

/** One substitution and nothing else: what an edit of a file by `sed` looks like. */
const substitution = /^s\/[^/\n;{}\\]*\/[^/\n;{}\\]*\/[gIi0-9]*$/

/** Whether accept-edits mode approves a command: a plain file command whose every path is in a working directory. */
export function acceptsEdit(command: AnalysedCommand, context: PermissionContext, system: System): boolean {
  const { program, words, effects, inner } = command
  if (program === null || !Object.hasOwn(plainOptions, program) || inner.length > 0) return false
  if (effects.doubt !== null || effects.hosts.length > 0 || command.command.assignments.length > 0) return false
  if (command.command.place.nesting.includes('background')) return false
  const options = plainOptions[program] as RegExp
  for (const word of words.slice(1)) {
    if (word.value === null || word.brace) return false
    if (word.value.startsWith('-') && word.value !== '--' && !options.test(word.value)) return false
  }
  const script = words.slice(1).find((word) => !(word.value ?? '').startsWith('-'))
  if (program === 'sed' && !substitution.test(script?.value ?? '')) return false
  const uses = [...effects.reads, ...effects.writes, ...effects.deletes]
  const paths = uses.map((use) => resolvePaths(use, command.folders, { ...context, system }))
  return paths.every((list) =>
    list?.every((path) => {
      const named = namePath(path, context, system)
      return isInWorkingDirectories(named, context, system) && writeGuard(named, context) === null
    }),
  )
}
