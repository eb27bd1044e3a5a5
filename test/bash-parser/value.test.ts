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
    ['a ${PWD%/*} ${PWD%/w}/b ${PWD:-b}', 'a ?* /b /w'],
    ['a $(pwd) "$(pwd)/b" `pwd` $( pwd )/c', 'a /w /w/b /w /w/c', 'pwd', 'pwd', 'pwd', 'pwd'],
    ['D=$(pwd); cd b; c $D $(pwd)', 'pwd', 'cd b', 'c /w /w|/w/b', 'pwd'],
    ['cd $(pwd)/b; c $PWD', 'cd /w/b', 'pwd', 'c /w|/w/b'],
    ['a <(pwd) $(pwd > b) $([[ x ]] && pwd)', 'a ? ?* ?*', 'pwd', 'pwd', 'pwd'],
    ['a $(pwd -P) $(pwd; b) $(pwd | b)', 'a ?* ?* ?*', 'pwd -P', 'pwd', 'b', 'pwd', 'b'],
    ['pwd() { b; }; a $(pwd)', 'b', 'a ?*', 'pwd'],
  ],
  arguments: [
    ['set -- b "c d"; a $1 "$2" $2 $3 "$3" $# "$*" "$@"', 'set -- b c d', 'a b c d ?* ?*  2 b c d b c d'],
    ['set b c; a $1$2 ${1}x "${2}" ${10}', 'set b c', 'a bc bx c ?*'],
    ['set -e b; a $1; set -- ; a "$1" $#', 'set -e b', 'a b', 'set --', 'a  0'],
    [
      'set -o pipefail b; a $1; set - c; a $1; set -e; a $1',
      'set -o pipefail b',
      'a b',
      'set - c',
      'a c',
      'set -e',
      'a c',
    ],
    ['set -- b; set -% c; a "$1"; set --x c; a "$1"', 'set -- b', 'set -% c', 'a ?', 'set --x c', 'a ?'],
    [
      'set -- b; set -o x c; a "$1"; set -oe pipefail c; a "$1"',
      'set -- b',
      'set -o x c',
      'a ?',
      'set -oe pipefail c',
      'a ?',
    ],
    ['set -- b c; shift 1 2; a "$1"; shift x; a "$1"', 'set -- b c', 'shift 1 2', 'a ?', 'shift x', 'a ?'],
    ['set -- b c; shift; a $1 $#; shift 2; a $1', 'set -- b c', 'shift', 'a c 1', 'shift 2', 'a c'],
    ['set -- b c d; shift 2; a $1; x || shift; a "$1"', 'set -- b c d', 'shift 2', 'a d', 'x', 'shift', 'a d|'],
    ['set -- b; shift $x; a "$1"', 'set -- b', 'shift ?*', 'a ?'],
    ['set -- b; if x; then set -- c; fi; a $1', 'set -- b', 'x', 'set -- c', 'a b|c'],
    ['set -- b; (set -- c; a $1); a $1', 'set -- b', 'set -- c', 'a c', 'a b'],
    ['set -- b; set -- c > d; a $1', 'set -- b', 'set -- c', 'a b|c'],
    ['set -- b c; while x; do a "$1"; shift; done; d "$1"', 'set -- b c', 'x', 'a b|c|', 'shift', 'd b|c|'],
    ['set -- b; for x in 1 2; do a $1; set -- c; done', 'set -- b', 'a b|c', 'set -- c'],
    ['set -- b; for x in 1 2; do a "$1"; set -- "$@" c; done', 'set -- b', 'a ?', 'set -- ?* c'],
    ['set -- b; set -- "$@" c; a "$@"', 'set -- b', 'set -- b c', 'a b c'],
    ['set -- b c; for x; do a $x; done', 'set -- b c', 'a b|c'],
    ['set -- b c; for x in "$@" d; do a $x; done', 'set -- b c', 'a b|c|d'],
    ['set -- $x; a "$1"; eval b; set -- c; a "$1"', 'set -- ?*', 'a ?', 'eval b', 'set -- c', 'a ?'],
    ['a "$1" "$@" "$#" "$0"', 'a ? ?* ? ?'],
    ['f() { a $1 "$2" $#; }; f b', 'a b  1', 'f b'],
    ['f() { a $1; }; f b; f c', 'a b|c', 'f b', 'f c'],
    ['f() { a "$@"; }; f b c; f d e', 'a b|d c|e', 'f b c', 'f d e'],
    ['f() { a "$@"; }; f b c; f d', 'a ?*', 'f b c', 'f d'],
    ['f() { a $1; }; \\f b; "f" c', 'a b|c', 'f b', 'f c'],
    ['f() { a "$1"; }; f b; {f,c}', 'a ?', 'f b', 'f c'],
    ['f() { a "$1"; }; f b; $x c', 'a ?', 'f b', '?* c'],
    ['f() { a "$1"; }; export -f f; f b', 'a ?', 'export -f f', 'f b'],
    ['f() { a "$1"; }; f $x', 'a ?', 'f ?*'],
    ['f() { a "$1"; }', 'a ?'],
    ['f() { set -- c; a $1; }; f b; a "$1"', 'set -- c', 'a c', 'f b', 'a ?'],
    ['f() { shift; a $1; }; f b c', 'shift', 'a c', 'f b c'],
    ['set -- b; f() { a "$1"; }; f; a $1', 'set -- b', 'a ', 'f', 'a b'],
    ['g() { a $1; }; f() { g "$2"; }; f b c', 'a c', 'g c', 'f b c'],
    ['f() { f "$1"; a "$1"; }; f b', 'f ?', 'a ?', 'f b'],
    ['command_not_found_handle() { a "$1"; }; command_not_found_handle b', 'a ?', 'command_not_found_handle b'],
    ['f() { x=$1; a $x; }; f b', 'a b', 'f b'],
    ['set -- "b c"; a $1 $* "$*"', 'set -- b c', 'a ?* ?* b c'],
    ['set -- "b c"; IFS=-; a "$*" "$1"', 'set -- b c', 'a ? b c'],
  ],
  'parts of values': [
    ['x=b.c.d; a ${x%.*} ${x%%.*} ${x#*.} ${x##*.} ${x%.d} ${x#b} ${x%z}', 'a b.c b c.d d b.c .c.d b.c.d'],
    ['x=b; a ${x:-c} ${x-c}; x=; a ${x:-c} "${x-c}"', 'a b b', 'a c '],
    ['a ${x:-c} ${y%.d}', 'a ?* ?*'],
    ['x=b; a ${x%[b]} ${x/b/c} ${x^}', 'a ?* ?* ?*'],
    ['for x in b.c d.c; do a ${x%.c}; done', 'a b|d'],
  ],
  'what a substitution prints': [
    ['a $() x$( )y "$()" `` `b`', 'a ?* xy  ?* ?*', 'b'],
    ['x=$(); a "$x" $x', 'a  ?*'],
    [
      'a $(echo b) "$(echo b c)" $(echo b c) $(printf %s.d b)',
      'a b b c ?* b.d',
      'echo b',
      'echo b c',
      'echo b c',
      'printf %s.d b',
    ],
    [
      'a $(echo -n b) $(echo "$x") $(echo *) $(echo b | c)',
      'a ?* ?* ?* ?*',
      'echo -n b',
      'echo ?',
      'echo ?*',
      'echo b',
      'c',
    ],
    ['echo() { b; }; a $(echo c)', 'b', 'a ?*', 'echo c'],
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
