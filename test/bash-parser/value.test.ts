import { describe, expect, it } from 'vitest'
import { parse } from '../../src/bash-parser/parse.ts'
import type { Word } from '../../src/bash-parser/script.ts'
import { valuesOf } from './shapes.ts'

/** Words of each command: value, `?` for an unknown one, `a|b` for one of several, a star where it may be several words or none. */
const values: Readonly<Record<string, readonly (readonly [text: string, ...commands: string[]])[]>> = {
  quotes: [
    ['a \'b\'"c"d\\ e "" $\'f\\n\'', 'a bcd e  f\n'],
    ['a "b\\"c\\d\\$e\\\nf" \'g\\\'', 'a b"c\\d$ef g\\'],
  ],
  tildes: [
    ['a ~ ~/b "~" ~\\/c d~ ~root', 'a /home/u /home/u/b ~ ~/c d~ ?'],
    ['HOME=/x; a ~ $HOME', 'a /x /x'],
    ['HOME=$PWD/h; a ~ ~/b "~"; HOME=$(b); c ~', 'a /w/h /w/h/b ~', 'b', 'c ?'],
    ['a && HOME=/x; b ~', 'a', 'b ?'],
    ['a ~+ ~+/b x=~+ ~- ~+1 ~0 "~+" ~+b', 'a /w /w/b x=/w ? ? ? ~+ ?'],
    ['a x=~/b x=c:~ --y=~ x~', 'a x=/home/u/b x=c:/home/u --y=~ x~'],
    ['export PATH=~/bin:$PATH; a', 'export ?', 'a'],
    ['a {b,c}=~ ~/{d,e}', 'a ?* /home/u/d /home/u/e'],
    ['a ~\\\n/b x\\\n=~', 'a ? ?'],
    ['export A=~/b; a "$A"', 'export A=/home/u/b', 'a ?'],
  ],
  braces: [
    ['a {b,c}{1,2} d{,e} {,} {f} {g', 'a b1 b2 c1 c2 d de {f} {g'],
    ['a {1..3} {3..1..2} {08..10} {a..c} {-1..1}', 'a 1 2 3 3 1 08 09 10 a b c -1 0 1'],
    ['a {b,{c,d}e} x{"y z",w}v', 'a b ce de xy zv xwv'],
    ['a {1..900} {$x..3}', 'a ?* ?*'],
    ['x={a,b}; c $x "{d,e}"', 'c {a,b} {d,e}'],
    ['export x={a,b}; c "$x"', 'export x=a x=b', 'c ?'],
    ['a "${v:-"$@"}" "${v:-${w[@]}}" "${v:-b}"', 'a ?* ?* ?'],
  ],
  variables: [
    ['a $x "$x" $HOME "${HOME}/b"', 'a ?* ? /home/u /home/u/b'],
    ['x=1; a $x "${x}2" \'$x\'', 'a 1 12 $x'],
    ['x=a; x=b; c $x', 'c b'],
    ['x="a b"; c $x "$x"', 'c ?* a b'],
    ['x="*"; c $x "$x"', 'c ?* *'],
    ['x=; c $x "$x" d', 'c ?*  d'],
    ['x=a; if b; then x=c; fi; d $x "$x/e"', 'b', 'd a|c a/e|c/e'],
    ['a && x=1 && b $x', 'a', 'b 1'],
    ['a || x=1 && b $x', 'a', 'b ?*'],
    ['a || x=1; b "$x"', 'a', 'b ?'],
    ['for x in a b; do c $x "$x.d"; done', 'c a|b a.d|b.d'],
    ['for x in a $(b); do c "$x"; done', 'b', 'c ?'],
    ['for x in *.ts; do c "$x"; done', 'c ?'],
    ['for x in {1..3}; do c $x; done', 'c 1|2|3'],
    ['D=src; for f in $D/a $D/b; do c $f; done', 'c src/a|src/b'],
    ['x=1; y=$x; z=$y/2; a $z', 'a 1/2'],
    ['(x=1); a $x; x=2 | b; c $x', 'a ?*', 'b', 'c ?*'],
    ['x=1 a; b $x', 'a', 'b ?*'],
    ['x=1 > /no/such; b $x', 'b ?*'],
    ['export x=1 > /no/such; b $x', 'export x=1', 'b ?*'],
    ['{ x=1; } > /no/such; b $x', 'b ?*'],
    ['{ x=1; }; b $x', 'b 1'],
    ['if x=1; then b $x; fi; c $x', 'b 1', 'c 1'],
    ['local x=1; b $x', 'local x=1', 'b ?*'],
    ['a $((1 / 0)); x=1\nb $x', 'a ?', 'b ?*'],
    ['a $((1 / 0))\nx=1\nb $x', 'a ?', 'b 1'],
    ['a ${y:?}; x=1; b $x', 'a ?*', 'b 1'],
    ['UID=1; x=1\nb $x', 'b ?*'],
    ['y=$((1 / 0)) x=1\nb $x', 'b ?*'],
    ['readonly y=1\ny=2; x=1\nb $x', 'readonly y=1', 'b ?*'],
    ['f() { x=2; }; x=1; f; a $x', 'f', 'a 2|1'],
    ['x=1; f() { a $x; }; f', 'a ?*', 'f'],
    ['while a; do b $x; x=1; done', 'a', 'b ?*'],
    ['x=0; while a; do b $x; x=1; done', 'a', 'b 0|1'],
    ['x=1; export x; a $x', 'export x', 'a 1'],
    ['export x=1 y="$x/2"; a $x $y', 'export x=1 ?', 'a 1 ?*'],
    ['declare -u x; x=a; b $x', 'declare -u x', 'b ?*'],
    ['readonly x=1; x=2; a $x', 'readonly x=1', 'a ?*'],
    ['x=1; read -r x; a $x', 'read -r x', 'a ?*'],
    ['x=1; eval "$y"; a $x', 'eval ?', 'a ?*'],
    ['x=1; . ./y; a $x', '. ./y', 'a ?*'],
    ['x=1; $y x; a "$x"', '?* x', 'a ?'],
    ['x=1; unset x; a $x', 'unset x', 'a ?*'],
    ['x=a,b; IFS=,; c $x "$x"', 'c ?* a,b'],
    ['x=(a b); c $x ${x[0]} "${x[@]}"', 'c ?* ?* ?*'],
    ['x+=1; a "$x"', 'a ?'],
    ['UID=0; a $UID', 'a ?'],
    ['i=1; i=$((i + 1)); a $i', 'a ?'],
  ],
  'the start folder': [
    ['a $PWD "$PWD/b" "${PWD}" ${PWD}/../b $OLDPWD', 'a /w /w/b /w /w/../b ?*'],
    ['D=$PWD; a $D "$D/x"; export E=$PWD/x; b $E', 'a /w /w/x', 'export E=/w/x', 'b /w/x'],
    ['a $PWD; cd b; c $PWD', 'a /w', 'cd b', 'c /w|/w/b'],
    ['cd ..; cd $PWD/b; c $PWD', 'cd ..', 'cd /w/b|//b', 'c /w|/|/w/b|/b'],
    ['cd b/../c; c $PWD; cd -; d $PWD', 'cd b/../c', 'c ?*', 'cd -', 'd ?*'],
    ['for x in a b; do cd $x; done; c $PWD', 'cd a|b', 'c ?*'],
    ['set -P; cd b; c $PWD', 'set -P', 'cd b', 'c ?*'],
    ['cd -P b; c $PWD', 'cd -P b', 'c ?*'],
    ['(cd b; c $PWD); d $PWD', 'cd b', 'c /w|/w/b', 'd /w'],
    ['cd b | c; d $PWD', 'cd b', 'c', 'd /w'],
    ['a && cd b; c "$PWD"', 'a', 'cd b', 'c /w|/w/b'],
    ['command cd b; c $PWD', 'command cd b', 'c /w|/w/b'],
    ['pushd b; c $PWD ~+', 'pushd b', 'c /w|/w/b /w|/w/b'],
    ['popd; c $PWD', 'popd', 'c ?*'],
    ['f() { cd b; }; f; c $PWD', 'cd b', 'f', 'c ?*'],
    ['f() { c $PWD; cd b; }; f; f', 'c ?*', 'cd b', 'f', 'f'],
    ['for x in a b; do c $PWD; cd $x; done', 'c ?*', 'cd a|b'],
    ['for x in a b; do c $PWD; done', 'c /w'],
    ['c $PWD; eval b', 'c ?*', 'eval b'],
    ['. b; c $PWD', '. b', 'c ?*'],
    ['$x; c $PWD', '?*', 'c ?*'],
    ['PWD=/c; a $PWD ~+', 'a ?* ?'],
    ['read PWD; a $PWD', 'read PWD', 'a ?*'],
    ['for PWD in b; do :; done; a $PWD', ':', 'a ?*'],
    ['PWD=/c a $PWD', 'a /w'],
    ['a ${PWD%/*} ${PWD:-b}', 'a ?* ?*'],
    ['a $(pwd) "$(pwd)/b" `pwd` $( pwd )/c', 'a /w /w/b /w /w/c', 'pwd', 'pwd', 'pwd', 'pwd'],
    ['D=$(pwd); cd b; c $D $(pwd)', 'pwd', 'cd b', 'c /w /w|/w/b', 'pwd'],
    ['cd $(pwd)/b; c $PWD', 'cd /w/b', 'pwd', 'c /w|/w/b'],
    ['a <(pwd) $(pwd > b) $([[ x ]] && pwd)', 'a ? ?* ?*', 'pwd', 'pwd', 'pwd'],
    ['a $(pwd -P) $(pwd; b) $(pwd | b)', 'a ?* ?* ?*', 'pwd -P', 'pwd', 'b', 'pwd', 'b'],
    ['pwd() { b; }; a $(pwd)', 'b', 'a ?*', 'pwd'],
  ],
  'the folder of a process': [['a /proc/$$/cwd/b "/proc/$$/cwd" /proc/$PPID/x /proc/$x/cwd', 'a ?* ?* ?* ?*']],
  'what the shell computes': [
    ['a $(b) "$(b)" x$(b) `b`', 'a ?* ? ?* ?*', 'b', 'b', 'b', 'b'],
    ['a $((1 + 1)) "$#" $? $! $@ "$@" "$*" $1', 'a ? ? ? ?* ?* ?* ? ?*'],
    ['a ${x:-b} "${x:-b}" ${#x}', 'a ?* ? ?'],
    ['a *.ts "*" [ab]c x? \\*', 'a ?* * ?* ?* *'],
    ['a <(b)', 'a ?', 'b'],
  ],
}

const rows = Object.entries(values).flatMap(([group, list]) => list.map((row) => [group, ...row] as const))

describe('values of words', () => {
  it.each(rows.map(([group, text, ...commands]) => [group, text, commands] as const))('%s: %j', (_, text, commands) => {
    const shown = valuesOf(parse(text, { home: '/home/u', cwd: '/w' })).map((words) => words.join(' '))
    expect([...shown].sort()).toEqual([...commands].sort())
  })
})

const fields = ({ literal, value, glob, prefix, splits, brace }: Word) => ({
  literal,
  value,
  glob,
  prefix,
  splits,
  brace,
})

describe('a word', () => {
  const table: readonly (readonly [text: string, ...words: Partial<Word>[]])[] = [
    ['src/*.ts', { literal: 'src/*.ts', value: null, glob: 'src/*.ts', prefix: 'src/', splits: true, brace: false }],
    ['"a*"*\\?[b]', { literal: 'a**?[b]', value: null, glob: 'a\\**\\?[b]', prefix: 'a*', splits: true, brace: false }],
    ['a"$x"', { literal: null, value: null, glob: null, prefix: 'a', splits: false, brace: false }],
    ['a$x', { literal: null, value: null, glob: null, prefix: '', splits: true, brace: false }],
    ['"a$@"', { literal: null, value: null, glob: null, prefix: '', splits: true, brace: false }],
    ['~/a', { literal: '~/a', value: '/home/u/a', glob: null, prefix: '/home/u/a', splits: false, brace: false }],
    [
      '$HOME/*',
      { literal: '/home/u/*', value: null, glob: '/home/u/*', prefix: '/home/u/', splits: true, brace: false },
    ],
    [
      '/proc/$$/cwd',
      { literal: null, value: null, glob: '/proc/[0-9]*/cwd', prefix: '/proc/', splits: true, brace: false },
    ],
    ['"$x"/*.ts', { literal: null, value: null, glob: null, prefix: '', splits: true, brace: false }],
    [
      'a{b,*}',
      { literal: 'a{b,*}', value: 'ab', glob: null, prefix: 'ab', splits: false, brace: true },
      { literal: 'a{b,*}', value: null, glob: 'a*', prefix: 'a', splits: true, brace: true },
    ],
  ]
  it.each(table)('%j', (text, ...words) => {
    const [command] = parse(`cmd ${text}`, { home: '/home/u' }).commands
    expect(command?.words.slice(1).map(fields)).toEqual(words)
    for (const word of command?.words.slice(1) ?? []) expect(word.text).toBe(text)
  })
})

describe('assignments', () => {
  it('are told apart from words', () => {
    const [command] = parse('a=1 b+=$x c[2]=~ d=("x y" *.z $w) cmd e=f').commands
    const shown = command?.assignments.map(({ name, subscript, append, value, array }) => [
      name,
      subscript,
      append,
      value?.value ?? null,
      array?.map((word) => word.value) ?? null,
    ])
    expect(shown).toEqual([
      ['a', null, false, '1', null],
      ['b', null, true, null, null],
      ['c', '2', false, null, null],
      ['d', null, false, null, ['x y', null, null]],
    ])
    expect(command?.words.map((word) => word.value)).toEqual(['cmd', 'e=f'])
  })
})
