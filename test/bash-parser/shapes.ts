import type { Script, SimpleCommand } from '../../src/bash-parser/script.ts'

/** The words of each command as `policy check --batch` reports them: literals, the words of one brace expansion once. */
export function namedCommands(commands: readonly SimpleCommand[]): (string | null)[][] {
  return commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) =>
      words.filter((word, i) => !(word.brace && words[i - 1]?.start === word.start)).map((word) => word.literal),
    )
}

/** The certain value of each word; `?` for an unknown one, `a|b` for one of several, a star after one that may be several words or none. */
export function valuesOf(script: Script): string[][] {
  return script.commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => words.map((word) => `${word.value ?? word.values?.join('|') ?? '?'}${word.splits ? '*' : ''}`))
}
