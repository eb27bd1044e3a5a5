import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import { unknownWord, wordOf } from './words.ts'

/** What an alias of `-c alias.name=...` runs: a command line after `!`, else a command of git with words of its own in front. */
export function readAlias(name: Word, rest: readonly Word[], aliases: ReadonlyMap<string, Word>, report: Report): void {
  let words: readonly Word[] = [name, ...rest]
  // git refuses an alias that leads back to itself.
  for (let left = aliases.size; left > 0; left--) {
    const [first, ...after] = words as [Word, ...Word[]]
    const alias = aliases.get(first.value?.toLowerCase() ?? '')
    if (alias === undefined) break
    const text = alias.value ?? ''
    if (text.startsWith('!')) {
      report.shell(withValue(alias, [text.slice(1), ...after.map((word) => word.text)].join(' ')))
      return
    }
    // Quotes inside an alias are git's own.
    if (/['"\\]/.test(text)) report.shell(unknownWord(alias))
    words = [
      ...text
        .split(/\s+/)
        .filter(Boolean)
        .map((each) => wordOf(each, alias)),
      ...after,
    ]
    if (words.length === 0) return
  }
  if (words[0] !== name) report.run([wordOf('git', name), ...words])
}
