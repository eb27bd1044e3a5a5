import { unknownWord, wordOf } from './commands/words.ts'
import type { Run } from './effects.ts'
import { pipedNames } from './origins.ts'
import type { Script, SimpleCommand, Word } from './script.ts'
import { stdinText } from './stdin.ts'

/** The words a wrapper appends: those `xargs` is seen to be given, for deny and ask, and what else there may be. */
export function appendedWords(command: SimpleCommand, run: Run, script: Script | null): readonly Word[] {
  const any = anyWords(command)
  if (run.through !== 'xargs' || script === null) return [any]
  const { text, whole } = stdinText(command, script)
  const given = text?.split(/\s+/).filter(Boolean) ?? []
  const { start, end } = command
  const words = given
    .slice(0, maxGiven)
    .map((value) => ({ ...wordOf(value.replace(/['"\\]/g, '')), start, end, brace: true }))
  // After a program that lists names it is those names; no other word follows those of a text that is known whole.
  const glob = pipedNames(command, script)
  const only = whole && text !== null && !/['"\\]/.test(text) && given.length <= maxGiven
  const other = glob !== null ? { ...any, glob, listed: true } : only ? { ...any, shapes: () => [] } : any
  // With options of its own xargs may call the program more than once, or split what it reads elsewhere.
  const once = run.fills === null && command.words.slice(1).every(({ value }) => !/^-[^rt]|^--/.test(value ?? '-'))
  return once ? [...words, other] : [other, ...words]
}

/** Stands for words that appear only when the command runs. */
function anyWords({ start, end }: SimpleCommand): Word {
  return { ...unknownWord({ start, end, text: '…' }), splits: true }
}

const maxGiven = 64

/** The words of `xargs -I` with the lines it is seen to be given in place of its mark; null where it may be given others. */
export function filledWords(command: SimpleCommand, { fills }: Run, script: Script): readonly Word[] | null {
  if (fills === null) return null
  const { text, whole } = stdinText(command, script)
  if (text === null || !whole || /['"\\]/.test(text)) return null
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''))
    .filter(Boolean)
  if (lines.length === 0 || lines.length > maxGiven) return null
  return fills.words.map((word) => {
    const { value } = word
    if (!value?.includes(fills.mark)) return word
    const values = [...new Set(lines.map((line) => value.replaceAll(fills.mark, () => line)))]
    const [only = '', ...others] = values
    if (others.length === 0) return { ...wordOf(only, word), text: word.text }
    return { ...word, value: null, literal: null, values, prefix: '' }
  })
}
