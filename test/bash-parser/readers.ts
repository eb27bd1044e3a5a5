import fc from 'fast-check'
import { flattenTree } from '../../src/bash-parser/grammar.ts'
import type { Script } from '../../src/bash-parser/script.ts'
import { treeCommands } from '../../src/bash-parser/tree.ts'

const word = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...'a ls git -la --k=v x.ts src/ HEAD~1 @x 1 22 a:b x,y %s +1 ^a é a-b_c. / - --'.split(' '),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      `'a b'`,
      `"a b"`,
      `''`,
      `""`,
      `'*'`,
      `"#"`,
      `'$x'`,
      `a'b'"c"`,
      `"a\nb"`,
      `'|'`,
      `"&& ;"`,
      `-m"x"`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...'if do $x "$x" * a=b a#b # {a} ! \\a [ ] ~ time export read 日本 😀'.split(' ')),
  },
)
const redirect = fc.constantFrom(
  '>o',
  '> o',
  '>>o',
  '2>/dev/null',
  '2>&1',
  '>&2',
  '&>o',
  '<i',
  '< "i j"',
  '2>>e',
  '3>f',
  '>&x',
  '<&0',
  '>|o',
)
const command = fc
  .tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: redirect }), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.constantFrom(' ', '  ', '\t'),
  )
  .map(([words, blank]) => words.join(blank))
const separator = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(' | ', '|', ' && ', ' || ', '; ', ';', '\n', '\n\n', ' &&\n', ' |\n ') },
  { weight: 1, arbitrary: fc.constantFrom(' & ', ';;', ' |& ', ' # c\n', '|||', '&&&') },
)

/** Texts of plain words, quotes, redirects and separators, now and then with something that is not plain. */
export const plainText = fc
  .tuple(
    command,
    fc.array(fc.tuple(separator, command), { maxLength: 4 }),
    fc.constantFrom('', '', '', ';', '\n', ' ', '&', ' |'),
  )
  .map(([first, rest, end]) => first + rest.map((pair) => pair.join('')).join('') + end)

/** Where the words of each command stand. */
export function wordSpans({ commands }: Script): string[] {
  return commands.map(({ words }) => words.map(({ start, end }) => `${start}-${end}`).join(' ')).sort()
}

/**
 * What the grammar shows wrong without an error: a newline after a pipeline of three, digits before a redirect after a dash (`- 2>f`) or glued to
 * a word, words after a redirect, a command that begins with a dash alone.
 */
const faults = [
  /(?:^|[\n;&|])\s*--?\s/,

  /\|[^|]*\|[^|]*\n/,
  /-\s*\d+[<>]/,
  /[^\s]\d[<>]/,
  /[<>]&?[ \t]*(?:'[^']*'|"[^"]*"|[^\s;|&'"])+[ \t]+[^\s;|&<>]/,
]

/** The same as the grammar shows it; null where it says that it cannot, or is known to be wrong. */
export function grammarWords(text: string): string[] | null {
  if (faults.some((fault) => fault.test(text))) return null
  const tree = flattenTree(text)
  if (tree === undefined) throw new Error('the grammar is not there')
  if (tree === null || tree.types.includes('ERROR')) return null
  return treeCommands(tree)
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => words.map(({ start, end }) => `${start}-${end}`).join(' '))
    .sort()
}
