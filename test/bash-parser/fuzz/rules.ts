import { normalPath } from '../../../src/path.ts'
import { bash, cwd, decideIn } from '../../support/decide.ts'
import { type Random, readers, writers } from './generate.ts'
import type { Run } from './real-bash.ts'
import { quoted, wrapperPrograms } from './wrapped.ts'

/** A rule that what bash did goes past. */
export interface Bypass {
  readonly text: string
  /** What ran or was written. */
  readonly seen: string
  readonly rule: string
}

/** What stands where the texts are run. */
const disk = [`${cwd}/file`, `${cwd}/sub/below`, `${cwd}/../near`].map((path) => normalPath(path))

const plainWord = /^[\w.-]+$/

/** Deny rules that must not let a text pass that did this in bash: on any program that ran, alone and with its first word, or on its files. */
export function passedDeny(text: string, { argvs, folders, files }: Run): Bypass[] {
  const found: Bypass[] = []
  const call = bash(text)
  const effect = (deny: string) => decideIn({ allow: ['Bash', 'Edit', 'Read'], deny: [deny], files: disk }, call).effect
  const ran = new Map(argvs.map((argv) => [JSON.stringify(argv), argv]))
  const asked = new Set<string>()
  for (const [seen, argv] of ran) {
    const [name = '', first] = argv
    // What logs under the name of a shell is a stub that a shell has read; `time` is a word of bash and a program to others, and
    // `id` what the machine's own start-up script of an interactive bash asks for.
    if (!plainWord.test(name) || wrapperPrograms.includes(name) || ['time', 'id'].includes(name)) continue
    const rules = [`Bash(${name}:*)`]
    // A variable in quotes counts as an operand.
    if (first !== undefined && plainWord.test(first) && !first.startsWith('-')) rules.push(`Bash(${name} ${first}:*)`)
    for (const rule of rules) {
      if (asked.has(rule)) continue
      asked.add(rule)
      if (effect(rule) === 'allow') found.push({ text, seen, rule: `deny ${rule}` })
    }
  }
  for (const file of files) {
    if (plainWord.test(file) && effect(`Edit(./${file})`) === 'allow')
      found.push({ text, seen: `wrote ${file}`, rule: `deny Edit(./${file})` })
  }
  const made = new Set<string>()
  for (const [i, [name = '', ...words]] of argvs.entries()) {
    if (writers.includes(name)) for (const word of words) made.add(normalPath(`${cwd}/${folders[i]}/${word}`))
    // What only lists files is denied them by their very names.
    const access = ['ls', 'du', 'stat'].includes(name)
      ? null
      : readers.includes(name)
        ? 'Read'
        : writers.includes(name)
          ? 'Edit'
          : null
    if (access === null) continue
    for (const [at, word] of words.entries()) {
      const path = normalPath(`${cwd}/${folders[i]}/${word}`)
      if (!/^[\w/]+$/.test(word) || word.startsWith('/') || !path.startsWith(`${cwd}/`)) continue
      const file = path.slice(cwd.length + 1)
      const rule = `${access}(./${file})`
      // What the text itself has made is nobody's secret, and a pattern may match it.
      if (access === 'Read' && (made.has(path) || (!disk.includes(path) && /[*?]/.test(text)))) continue
      // A name that the text does not hold may be any file.
      if (asked.has(rule) || files.includes(file) || !names(text, word)) continue
      if (!touches([name, ...words.with(at, path)], rule)) continue
      asked.add(rule)
      if (effect(rule) === 'allow')
        found.push({ text, seen: `${JSON.stringify([name, ...words])} in ${folders[i]}`, rule: `deny ${rule}` })
    }
  }
  return found
}

/** Allow rules on some programs, past which another one ran in bash, or a file was written. */
export function passedAllow(text: string, { argvs, files }: Run, random: Random): Bypass[] {
  const found: Bypass[] = []
  // Now and then none: what passes then is held to be read-only.
  const allowed = random.chance(0.3) ? [] : [...'abcdefgx', ...readers, ...writers].filter(() => random.chance(0.7))
  const allow = allowed.map((name) => `Bash(${name}:*)`)
  if (decideIn({ allow }, bash(text)).effect !== 'allow') return found
  for (const [name = '', ...given] of argvs) {
    // What `<(..)` is replaced by is nobody's file.
    const words = given.filter((word) => !word.startsWith('/dev/fd/'))
    if (allowed.includes(name) || wrapperPrograms.includes(name) || name === 'time') continue
    if (decideIn({}, bash([name, ...words].map(quoted).join(' '))).effect !== 'allow')
      found.push({ text, seen: JSON.stringify([name, ...given]), rule: `allow ${allowed.join(' ')}` })
  }
  for (const file of files) found.push({ text, seen: `wrote ${file}`, rule: `allow ${allowed.join(' ')}` })
  return found
}

/** Whether a text is held to be read-only, where texts that move are run. */
export function isHarmless(text: string): boolean {
  return decideIn({ files: disk }, bash(text)).effect === 'allow'
}

/** What a text that is held to be read-only, under no rule, ran that is not: each program by itself in the folder it ran in. */
export function harmfulRuns(text: string, { argvs, folders, root, files }: Run): Bypass[] {
  if (!isHarmless(text)) return []
  const rule = 'read-only'
  const found: Bypass[] = files.map((file) => ({ text, seen: `wrote ${file}`, rule }))
  argvs.forEach((words, i) => {
    const argv = words.map((word) => word.replaceAll(root, cwd))
    const folder = folders[i] ?? '.'
    // What a name from outside of the folders is named in there is read from there all the same.
    const outside = folder.startsWith('..') && !argv.slice(1).every((word) => /^(-|\/work\/proj)/.test(word))
    const alone = `${folder === '.' ? '' : `cd ${quoted(`${cwd}/${folder}`)} && `}${argv.map(quoted).join(' ')}`
    if (outside || !isHarmless(alone)) found.push({ text, seen: `${JSON.stringify(argv)} in ${folder}`, rule })
  })
  return found
}

/** What a text that may edit without being asked wrote outside of its folder, or in a folder that settings are kept in. */
export function harmfulWrites(text: string, { files, outside }: Run): Bypass[] {
  if (!mayEdit(text)) return []
  const kept = files.filter((name) => name === '.git' || name === '.claude')
  return [...outside.map((name) => `../${name}`), ...kept].map((name) => ({
    text,
    seen: `wrote ${name}`,
    rule: 'accept-edits',
  }))
}

/** Whether a text may run in accept-edits mode, where such texts are run. */
export function mayEdit(text: string): boolean {
  return decideIn({ mode: 'acceptEdits', files: disk }, bash(text)).effect === 'allow'
}

/** Whether a word stands in the text by itself. */
const names = (text: string, word: string) => new RegExp(`(^|[^\\w./~@%+:*?-])${word}($|[^\\w./~@%+:*?-])`).test(text)

/** Whether a program with these words alone is stopped by a rule: of some words it takes no file. */
function touches(words: readonly string[], rule: string): boolean {
  return (
    decideIn({ allow: ['Bash', 'Edit', 'Read'], deny: [rule], files: disk }, bash(words.map(quoted).join(' ')))
      .effect !== 'allow'
  )
}
