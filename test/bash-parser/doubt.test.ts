import { describe, expect, it } from 'vitest'
import { parse } from '../../src/bash-parser/parse.ts'
import type { DoubtCode } from '../../src/bash-parser/script.ts'

/** Texts that are not known, why, and programs that deny and ask must see all the same. */
const table: Readonly<Partial<Record<DoubtCode, readonly (readonly [text: string, ...seen: string[]])[]>>> = {
  'too-long': [
    [`ls ${'x'.repeat(10_000)}\nrm x`, 'ls', 'rm'],
    [`${'ls; '.repeat(100_000)} rm x`, 'ls', 'rm'],
  ],
  'control-character': [['ls\rrm x'], ['ls\0rm x'], ['ls \x1b[0m; rm x', 'ls', 'rm'], ['a\vb'], ['a\x7f']],
  'unusual-character': [
    ['ls\u00a0rm x'],
    ['\ufeffls; rm x', 'rm'],
    ['ls \u202e; rm x', 'ls', 'rm'],
    ['ls \ud800; rm', 'rm'],
    ['a\u2003b'],
  ],
  'syntax-error': [
    ['rm x\n)', 'rm'],
    ['if rm x; then', 'rm'],
    ["ls 'a; rm x", 'ls'],
    ['echo "$(rm x', 'rm'],
    ['cat <<E\n$(rm x)\n', 'cat', 'rm'],
    ['a && ; rm b', 'rm'],
    ['ls a(b); rm x', 'ls', 'rm'],
    ['for x in a; b; rm c', 'rm'],
    ['a | | rm b', 'rm'],
    ['{ rm x', 'rm'],
    ['a > ; rm b', 'rm'],
    [`${'('.repeat(5_000)}rm${')'.repeat(4_000)}`, 'rm'],
  ],
  'unknown-construct': [
    ['coproc coproc rm x', 'rm'],
    ['echo `echo \\`rm x\\``', 'echo', 'rm'],
    ['echo $[ $(rm x) ]', 'echo', 'rm'],
    ['echo $(cat <<E\nx\nE\nls a;rm x;id)', 'rm'],
    ["cat <<E\n$(rm 'x\\\n')\nE\n", 'cat', 'rm'],
    ["a $(b <<'E' | c; rm x\nx\nE\n)", 'a', 'b', 'c', 'rm'],
    ['cat <<A<(rm x); b\nx\nA', 'rm'],
    ['a[$(rm x)]=1', 'rm'],
    ["a['$(rm x)']=1"],
    ["echo $(('a[$(rm x)]'))", 'echo'],
    ['echo "${v#\'$(rm x)\'}"', 'echo'],
    ['echo ${ rm x; }', 'rm'],
    ['[[ a == @(b |$(rm x)) ]]', 'rm'],
    ['$(>f if)', 'if'],
    [`${'( '.repeat(70)}rm${' )'.repeat(70)}`, 'rm'],
  ],
  'shell-state': [
    ['((x))'],
    ['echo $((x + 1))'],
    ['x=$(a); ((x > 1)) && b', 'a', 'b'],
    ['[[ $x -lt 1 ]]'],
    ['[[ -v "a[$x]" ]]'],
    ['[ -v "$x" ]', '['],
    ["test -v 'a[$(rm x)]'", 'test'],
    ["printf -v 'a[$(rm x)]' y", 'printf'],
    ["read 'a[$(rm x)]'", 'read'],
    ["unset 'a[$(rm x)]'", 'unset'],
    ["declare 'a[$(rm x)]=1'", 'declare'],
    ['declare -i x="$y"', 'declare'],
    ['declare -n x=y', 'declare'],
    ['let "x=$y"', 'let'],
    ['echo ${x@P}', 'echo'],
    ['echo ${!x}', 'echo'],
    ['echo ${v:x}', 'echo'],
    ['echo ${v[x]}', 'echo'],
    ["OPTIND='a[$(rm x)]'"],
    ["RANDOM='a[$(rm x)]'"],
    ["PS4='$(rm x)'; set -x", 'set'],
    ['read OPTIND', 'read'],
    ['for RANDOM in x; do a; done', 'a'],
    ['shopt -s extglob', 'shopt'],
    ['shopt -s expand_aliases', 'shopt'],
    ['set -o posix', 'set'],
    ['POSIXLY_CORRECT=1 a', 'a'],
    ['mapfile -C "rm x" -c 1 a', 'mapfile'],
    ['[ $x = y ]', '['],
  ],
}

const rows = Object.entries(table).flatMap(([code, texts]) =>
  texts.map(([text, ...seen]) => [code, text, seen] as const),
)

describe('texts in doubt', () => {
  it.each(rows.map(([code, text, seen]) => [code, text.slice(0, 60), text, seen] as const))(
    '%s: %j',
    (code, _, text, seen) => {
      const script = parse(text)
      const names = script.wide.flatMap(({ words }) => words.slice(0, 1).map((word) => word.literal))
      expect({ code: script.doubt?.code, unseen: seen.filter((name) => !names.includes(name)) }).toEqual({
        code,
        unseen: [],
      })
    },
  )

  it('say the place where there is one', () => {
    expect(parse('ls; echo $((x))').doubt).toEqual({ code: 'shell-state', detail: 'x', start: 12, end: 13 })
    expect(parse('ls "a').doubt).toEqual({ code: 'syntax-error', detail: 'a quote without its end', start: 3, end: 5 })
  })
})

describe('texts that may tire a reader', () => {
  const n = 10_000
  const texts: Readonly<Record<string, string>> = {
    parentheses: `${'('.repeat(n)}ls${')'.repeat(n)}`,
    'open parentheses': '('.repeat(9_000),
    substitutions: '"$('.repeat(3_000),
    braces: `${'{'.repeat(4_000)},${'}'.repeat(4_000)}`,
    'brace expansions': '{a,b}'.repeat(1_900),
    quotes: "'".repeat(50_000),
    'quotes of both kinds': `'"`.repeat(25_000),
    'one long word': 'a'.repeat(1_000_000),
    'many words': 'ls '.repeat(333_000),
    'many pipes': `${'a|'.repeat(400_000)}b`,
    loops: 'for(('.repeat(n),
    'here-documents': '<<A '.repeat(2_400),
    functions: 'f()'.repeat(3_000),
    'variables that hold each other': 'x=$x$x;'.repeat(1_400),
    'variables in a loop': `while :; do ${'a=$a$b;b=$b$a;'.repeat(600)} done`,
    backslashes: '\\'.repeat(1_000_000),
    newlines: '\n'.repeat(1_000_000),
  }
  it.each(Object.entries(texts))('%s get an answer', (_, text) => {
    const script = parse(text)
    expect(script.text).toBe(text)
    expect(script.doubt === null ? script.wide : []).toEqual(script.doubt === null ? script.commands : [])
  })
})
