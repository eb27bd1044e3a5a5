import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readyGrammar } from '../../src/bash-parser/grammar.ts'
import { lex } from '../../src/bash-parser/lexer.ts'
import { parse, readWithBoth } from '../../src/bash-parser/parse.ts'
import { agentLines } from './agent-lines.ts'
import { grammarWords, plainText, wordSpans } from './readers.ts'

const runs = Number(process.env['READER_RUNS'] ?? 3_000)
const seed = Number(process.env['READER_SEED'] ?? 1)

describe('the lexer, both readers and the grammar', () => {
  beforeAll(() => readyGrammar())

  it('give one script for plain texts', async () => {
    let answered = 0
    let compared = 0
    let texts = 0
    await fc.assert(
      fc.asyncProperty(plainText, async (text) => {
        // The native grammar gives memory back, and makes trees again, when the event loop turns.
        if (++texts % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
        const script = lex(text)
        if (script === null) return
        answered++
        expect(readWithBoth(text, {})).toEqual(script)
        const words = grammarWords(text)
        if (words === null) return
        compared++
        expect(words).toEqual(wordSpans(script))
      }),
      { numRuns: runs, seed },
    )
    // A lexer that never answers, or a grammar never asked, would agree as well.
    expect(answered).toBeGreaterThan(runs / 6)
    expect(compared).toBeGreaterThan(runs / 20)
  }, 600_000)

  it('give one script for the lines of agents', () => {
    for (const line of agentLines) {
      const script = lex(line)
      if (script !== null) expect(readWithBoth(line, {})).toEqual(script)
    }
  })
})

describe('the lexer', () => {
  it.each([
    'git status',
    'ls -la | head -20 2>/dev/null && echo "a b" > \'c d\'',
    'a\n\nb;c\n',
    'a &&\n b || c',
    'x --k=v a=b "q"\'r\'s >>o 2>&1 </dev/null &>p',
    'git commit -m "fix: it\'s done!"',
  ])('answers for %j', (text) => {
    const script = lex(text)
    expect(script).not.toBeNull()
    expect(parse(text)).toEqual(script)
  })

  it.each([
    'a $b',
    'a "$b"',
    'a `b`',
    'a \\b',
    'a *',
    'a {b,c}',
    'a ~',
    'a & b',
    'a=1 b',
    'if a',
    'time a',
    '! a',
    '(a)',
    'f() { a; }',
    'a # b',
    'a <<E',
    'a <<<b',
    'a <(b)',
    'a |& b',
    'a;;',
    ';a',
    'a &&',
    'a | ',
    '| a',
    'a\r',
    "a 'b",
    'a "b\x01"',
    'a\u00a0b',
    '>f a',
    'a >',
    'a >&b',
    'a > 2 > 3 4>',
    'export a',
    'read a',
    '[ a ]',
    'a'.repeat(10_001),
  ])('leaves %j to the readers', (text) => {
    expect(lex(text)).toBeNull()
  })
})
