import { describe, expect, it } from 'vitest'
import { parse } from '../../src/bash-parser/parse.ts'

/** Name of each command and where it stands: constructs, shell process, enclosing processes, `|` when it reads a pipe, function. */
const table: readonly (readonly [text: string, ...places: string[]])[] = [
  ['a; b && c', 'a 0', 'b 0', 'c 0'],
  ['a | b', 'a pipeline 1<0', 'b pipeline 2<0 |'],
  ['(a; b)', 'a subshell 1<0', 'b subshell 1<0'],
  ['{ a; }', 'a group 0'],
  ['a & b', 'a background 1<0', 'b 0'],
  ['a && b & c', 'a background 1<0', 'b background 1<0', 'c 0'],
  ['a | b & c', 'a background.pipeline 2<1<0', 'b background.pipeline 3<1<0 |', 'c 0'],
  ['(a | b)', 'a subshell.pipeline 2<1<0', 'b subshell.pipeline 3<1<0 |'],
  ['(a) | (b; c)', 'a pipeline.subshell 2<1<0', 'b pipeline.subshell 4<3<0 |', 'c pipeline.subshell 4<3<0 |'],
  ['a | while b; do c; done', 'a pipeline 1<0', 'b pipeline.loop 2<0 |', 'c pipeline.loop 2<0 |'],
  [
    'a $(b | c) <(d)',
    'a 0',
    'b substitution.pipeline 2<1<0',
    'c substitution.pipeline 3<1<0 |',
    'd process-substitution 4<0',
  ],
  ['a "$(b $(c))"', 'a 0', 'b substitution 1<0', 'c substitution.substitution 2<1<0'],
  [
    'a $(b) | c $(d)',
    'a pipeline 1<0',
    'b pipeline.substitution 2<1<0',
    'c pipeline 3<0 |',
    'd pipeline.substitution 4<3<0 |',
  ],
  ['a $(b) &', 'a background 1<0', 'b background.substitution 2<1<0'],
  ['if a; then b; fi', 'a condition 0', 'b condition 0'],
  ['for x in $(a); do b; done', 'a loop.substitution 1<0', 'b loop 0'],
  ['case x in y) a;; esac', 'a case 0'],
  [
    'f() { a; b | c; }; d',
    'a function.group 0 f',
    'b function.group.pipeline 1<0 f',
    'c function.group.pipeline 2<0 | f',
    'd 0',
  ],
  ['coproc a; coproc N { b | c; }', 'a coproc 1<0', 'b coproc.group.pipeline 3<2<0', 'c coproc.group.pipeline 4<2<0 |'],
  ['! a', 'a negation 0'],
  ['! a | b', 'a negation.pipeline 1<0', 'b negation.pipeline 2<0 |'],
  ['[[ -n $(a) ]]', 'a condition.substitution 1<0'],
  ['a <<E | b\n$(c)\nE', 'a pipeline 1<0', 'b pipeline 2<0 |', 'c pipeline.here-document.substitution 3<1<0'],
]

describe('the place of a command', () => {
  it.each(table)('%j', (text, ...places) => {
    const shown = parse(text).commands.map(({ words, place }) =>
      [
        words[0]?.value,
        place.nesting.join('.'),
        [place.shell, ...place.outer].join('<'),
        place.piped ? '|' : '',
        place.functionName ?? '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
    expect(shown).toEqual(places)
  })
})

describe('redirects', () => {
  it('carry operator, descriptor and target', () => {
    const [command] = parse('a <b 2>>"c d" &>e 3>&- {fd}<>f >|$g <<<"h $i" 1>&2').commands
    expect(command?.redirects.map((one) => [one.descriptor, one.operator, one.target.value])).toEqual([
      [null, '<', 'b'],
      ['2', '>>', 'c d'],
      [null, '&>', 'e'],
      ['3', '>&', '-'],
      ['{fd}', '<>', 'f'],
      [null, '>|', null],
      [null, '<<<', null],
      ['1', '>&', '2'],
    ])
  })

  it('carry the text of a here-document', () => {
    const [command] = parse("a <<'X' <<-Y\n$(b)\nX\n\tc $d\n\tY\n").commands
    expect(command?.redirects.map((one) => [one.operator, one.target.value, one.body])).toEqual([
      ['<<', 'X', { quoted: true, text: '$(b)\n' }],
      ['<<-', 'Y', { quoted: false, text: 'c $d\n' }],
    ])
  })

  it('of compound commands stand apart', () => {
    const { redirects, commands } = parse('{ a; } > b; (c) <<E\nx\nE\nwhile d; do e; done < "$f"')
    expect(redirects.map((one) => [one.operator, one.target.value, one.body?.text ?? null])).toEqual([
      ['>', 'b', null],
      ['<<', 'E', 'x\n'],
      ['<', null, null],
    ])
    expect(commands.flatMap((command) => command.redirects)).toEqual([])
  })
})

describe('definitions', () => {
  it('are the functions and aliases of a text', () => {
    expect(parse('f() { a; }; function g { b; }\nh () ( c )').defines).toEqual(['f', 'g', 'h'])
    expect(parse("alias x='rm -rf' y=z; alias p").defines).toEqual(['x', 'y'])
  })
})
