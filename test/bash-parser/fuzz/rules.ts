import { bash, decideIn } from '../../support/decide.ts'
import type { Random } from './generate.ts'
import type { Run } from './real-bash.ts'
import { wrapperPrograms } from './wrapped.ts'

/** A rule that what bash did goes past. */
export interface Bypass {
  readonly text: string
  /** What ran or was written. */
  readonly seen: string
  readonly rule: string
}

const plainWord = /^[\w.-]+$/

/**
 * Rules that must not let a text pass that did this in bash: a deny rule on any program that ran, alone and with its first word, or on a
 * file that was made; and an allow rule on some programs where another one ran.
 */
export function bypasses(text: string, { argvs, files }: Run, random: Random): Bypass[] {
  const found: Bypass[] = []
  const call = bash(text)
  const effect = (deny: string) => decideIn({ allow: ['Bash', 'Edit', 'Read'], deny: [deny] }, call).effect
  const ran = new Map(argvs.map((argv) => [JSON.stringify(argv), argv]))
  const asked = new Set<string>()
  for (const [seen, argv] of ran) {
    const [name = '', first] = argv
    // What logs under the name of a shell is a stub that a shell has read; `time` is a word of bash and a program to others.
    if (!plainWord.test(name) || wrapperPrograms.includes(name) || name === 'time') continue
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
  const allowed = [...'abcdefgx'].filter(() => random.chance(0.7))
  const allow = allowed.map((name) => `Bash(${name}:*)`)
  if (decideIn({ allow }, call).effect !== 'allow') return found
  for (const [seen, [name = '', ...words]] of ran) {
    if (allowed.includes(name)) continue
    const alone = [name, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    if (decideIn({}, bash(alone)).effect !== 'allow') found.push({ text, seen, rule: `allow ${allowed.join(' ')}` })
  }
  for (const file of files) found.push({ text, seen: `wrote ${file}`, rule: `allow ${allowed.join(' ')}` })
  return found
}
