import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from '../../src/bash-parser/parse.ts'
import { agentLines } from './agent-lines.ts'
import { comesFrom } from './fuzz/check.ts'
import { type RealBash, startBash, whyNoBash } from './fuzz/real-bash.ts'
import { namedCommands } from './shapes.ts'

type Row = readonly [text: string, commands: readonly (readonly (string | null)[])[]]

const known: Readonly<Record<string, readonly Row[]>> = {
  'lists and pipelines': [
    ['a', [['a']]],
    ['a b; c && d || e | f & g', [['a', 'b'], ['c'], ['d'], ['e'], ['f'], ['g']]],
    ['a | b | c\nrm -rf x && ls', [['a'], ['b'], ['c'], ['rm', '-rf', 'x'], ['ls']]],
    ['a |& b |& c\n\n\nrm x > o', [['a'], ['b'], ['c'], ['rm', 'x']]],
    ['a &&\n\n b ||\n# c\n d', [['a'], ['b'], ['d']]],
    ['a # b; c\nd#e f', [['a'], ['d#e', 'f']]],
    ['a;b;\n', [['a'], ['b']]],
    ['! a; ! ! b', [['a'], ['b']]],
    ['time a; time -p b | c; time { d; }', [['a'], ['b'], ['c'], ['d']]],
    ['a \\\n  b \\\n  c', [['a', 'b', 'c']]],
    ['r\\\nm x', [['rm', 'x']]],
    [
      'echo hi\n\\rm x',
      [
        ['echo', 'hi'],
        ['rm', 'x'],
      ],
    ],
    ['', []],
    ['# only a comment', []],
  ],
  'compound commands': [
    ['(a; b)', [['a'], ['b']]],
    ['{ a; b; } | c', [['a'], ['b'], ['c']]],
    ['! { a; }', [['a']]],
    ['if a; then b; elif c; then d; else e; fi', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['if a\nthen b\nfi', [['a'], ['b']]],
    ['while a; do b; done; until c; do d; done', [['a'], ['b'], ['c'], ['d']]],
    ['for x in a $(b) "c d"; do e "$x"; done', [['b'], ['e', null]]],
    ['for x in a b; { c; }', [['c']]],
    ['for ((i = 0; i < $(nproc); i++)); do b; done', [['nproc'], ['b']]],
    ['select x in a $(b); do c; done', [['b'], ['c']]],
    ['case $(a) in b|"$(c)") d;; (e) f ;& *) g; esac', [['a'], ['c'], ['d'], ['f'], ['g']]],
    ['case x in esac', []],
    ['f() { a; }; function g { b; }; h() ( c )', [['a'], ['b'], ['c']]],
    ['f()\n{\n a\n}\nf', [['a'], ['f']]],
    ['[[ -n $(a) && ( b == c* || ! -f $(d) ) ]]', [['a'], ['d']]],
    ['[[ $(a) =~ ^(x|y)z$ ]] && b', [['a'], ['b']]],
    ['[[ $x == @(a|$(b))*.+(c|d) && $y != !(e) ]] && c', [['b'], ['c']]],
    ['coproc a b; coproc { c; }; coproc N { d; }; coproc N (e)', [['a', 'b'], ['c'], ['d'], ['e']]],
    ['[[x ]]', [['[[x', ']]']]],
    ['(( $(nproc) + 1 ))', [['nproc']]],
    ['if [ a = b ]; then c; fi', [['[', 'a', '=', 'b', ']'], ['c']]],
  ],
  expansions: [
    ['a "$(b "$(c)" d)"', [['a', null], ['b', null, 'd'], ['c']]],
    [
      'a `b c` d',
      [
        ['a', null, 'd'],
        ['b', 'c'],
      ],
    ],
    [
      'a ${v:-$(b)} "${w#$(c)}" ${x//$(d)/e} ${y:$(nproc):1}',
      [['a', null, null, null, null], ['b'], ['c'], ['d'], ['nproc']],
    ],
    ['a ${v%%`b`}', [['a', null], ['b']]],
    ['a "${v#"$w"/}" "${v:-"b $(c)"}"', [['a', null, null], ['c']]],
    ['a $((1 + $(nproc)))', [['a', null], ['nproc']]],
    ['a <(b) >(c)', [['a', null, null], ['b'], ['c']]],
    ['x=$(a) y="$(b)" c', [['a'], ['b'], ['c']]],
    ['x=(a $(b)); x+=(`c`)', [['b'], ['c']]],
    ['declare -a x=(1 $(a))', [['declare', '-a', null], ['a']]],
    ['a ${x[$(nproc)]}', [['a', null], ['nproc']]],
    ['a $\'b\\tc\\x41\' $"d e"', [['a', 'b\tcA', 'd e']]],
    ['a $$ $1$2 -$ "$" a$', [['a', null, null, '-$', '$', 'a$']]],
    ['""\\rm x', [['rm', 'x']]],
    ['\\ rm x', [[' rm', 'x']]],
    ['a {b,c}{1,2} [ { } ]', [['a', '{b,c}{1,2}', '[', '{', '}', ']']]],
    ['export$v', [[null]]],
    ['x=$\nrm y', [['rm', 'y']]],
  ],
  redirects: [
    ['a > b 2>&1 < c', [['a']]],
    ['head -200>f', [['head', '-200']]],
    ['a "$b" 2>&1>c', [['a', null]]],
    ['a {fd}>f b', [['a', 'b']]],
    ['a >&- b <&- c', [['a', 'b', 'c']]],
    ['x=1>f\nrm y', [['rm', 'y']]],
    ['x= y=\nrm z', [['rm', 'z']]],
    ['> "$(a)"', [['a']]],
    ['a <<< "$(b)" c', [['a', 'c'], ['b']]],
    ['{ a; } > "$(b)"', [['a'], ['b']]],
    ['[ a > b ]', [['[', 'a', ']']]],
  ],
  'here-documents': [
    ["cat <<'E'\n$(a) `b`\nE\nc", [['cat'], ['c']]],
    ['cat <<E\n$(a) `b` ${v:-$(c)} \\$(d)\nE\ne', [['cat'], ['a'], ['b'], ['c'], ['e']]],
    ["cat <<'E' | tr a b\n\\x y\nE\n", [['cat'], ['tr', 'a', 'b']]],
    ['cat <<E; rm x\n$v\nE\n', [['cat'], ['rm', 'x']]],
    ['cat <<-E\n\t$(a)\n\t\tE\nb', [['cat'], ['a'], ['b']]],
    ["cat <<A - <<'B'; c\n$(a)\nA\n$(b)\nB\n", [['cat', '-'], ['c'], ['a']]],
    ["a \"$(cat <<'E'\nit's (fine $(b)\nE\n)\"", [['a', null], ['cat']]],
    ['a "$(cat <<E\n$(b)\nE\n)" && c', [['a', null], ['cat'], ['b'], ['c']]],
    ['if a; then cat <<E\n$(b)\nE\nfi', [['a'], ['cat'], ['b']]],
    ['cat <<"E F"\n$(a)\nE F\nb', [['cat'], ['b']]],
    ['cat <<\\E\n$(a)\nE\nb', [['cat'], ['b']]],
    ['cat <<E\nRUN a && \\\n b $c ${d}\nE\ne', [['cat'], ['e']]],
  ],
}

const rows = Object.entries(known).flatMap(([group, list]) => list.map((row) => [group, ...row] as const))

describe('commands of a text', () => {
  it.each(rows)('%s: %j', (_, text, commands) => {
    const script = parse(text)
    const sorted = (list: readonly (readonly (string | null)[])[]) => list.map((one) => JSON.stringify(one)).sort()
    expect({ doubt: script.doubt, commands: sorted(namedCommands(script.commands)) }).toEqual({
      doubt: null,
      commands: sorted(commands),
    })
    expect(script.wide).toEqual(script.commands)
  })

  it('stand in the order of the text, with their source', () => {
    for (const [, text] of rows) {
      const { commands } = parse(text)
      expect(commands.map(({ start }) => start)).toEqual(commands.map(({ start }) => start).sort((a, b) => a - b))
      for (const command of commands) expect(command.text).toBe(text.slice(command.start, command.end))
    }
  })
})

const obstacle = whyNoBash()
if (obstacle !== null) console.warn(`\n*** REAL BASH SKIPPED: ${obstacle} ***\n`)

describe.skipIf(obstacle !== null)('real bash runs nothing else', () => {
  let bash: RealBash
  beforeAll(() => {
    bash = startBash()
  })
  afterAll(() => bash.close())

  it.each(rows)('%s: %j', async (_, text) => {
    const { commands } = parse(text, { home: '/home/u' })
    const { argvs } = await bash.run(text)
    expect(argvs.filter((argv) => !commands.some(({ words }) => comesFrom(argv, words)))).toEqual([])
  })

  it('for the lines of agents', async () => {
    for (const text of agentLines.filter((line) => !/sleep|wait|tail -f/.test(line))) {
      const { commands } = parse(text, { home: '/home/u' })
      const { argvs } = await bash.run(text)
      const unseen = argvs.filter((argv) => !commands.some(({ words }) => comesFrom(argv, words)))
      expect({ text, unseen }).toEqual({ text, unseen: [] })
    }
  }, 120_000)
})

describe('lines of agents', () => {
  it.each(agentLines.map((line) => [line]))('are known: %j', (line) => {
    expect(parse(line, { home: '/home/u' }).doubt).toBeNull()
  })
})
