import { seeded } from '../../support/seeded.ts'
import { agentLines } from '../agent-lines.ts'

export interface Random {
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** The same choices for the same seed. */
export function randomFrom(seed: number): Random {
  const next = seeded(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, chance: (share) => next() < share, pick: (list) => list[below(list.length)] as never }
}

/** Fragments that decide how a text is read, thrown into texts that were whole. */
const fragments = [
  ...`a b -n 1 'q r' "q r" "$v" $v \${v} \${v:-d} \${v#$(e)} \${v/x/y} \${#v} \${v%x} \${v##*x} $1 "$2" "$@" $# $() $(e) $(e f) \`e\` $((1+2)) <(e) >(e) $'q' $"q" $ \\ \\; ' " \` # ; & && || | |& ;; ! time coproc`.split(
    ' ',
  ),
  ...`if then else fi for in do done set shift while case esac function { } [[ ]] [ ] (( )) ( ) v=1 v= v=(a b) v[1]=2 export local declare < > >> << <<< <& >& >&- 2>&1 2>/dev/null >o {fd}>o`.split(
    ' ',
  ),
  ...`<<E <<'E' * ? [a-z] ~ {a,b} {1..3} @(a) a* 2 0 % = - -- :`.split(' '),
  '\n',
  '\n\n',
  '\nE\n',
  '\\\n',
  ' # c\n',
  ' ',
  '\t',
]

/** Everyday texts over programs that exist as stubs. */
export const texts = [
  'a | b | c\nd x && e',
  'a; b && c || d & e',
  'if a; then b "$v"; elif e; then c; else d; fi > o',
  'while e; do a; done | b',
  'for v in a "b c" $(b) {x,y}; do c "$v" $v; done',
  'for ((i = 0; i < 2; i++)); do a $i; done',
  'case $v in a|b) c;; "q r") d ;; *) e;; esac',
  'f1() { a "$1"; b; }; f1 x\nf1 $(b)',
  'function f2 { local y=$1; c "$y"; }\nf2 1',
  'v=1; w="a b"; a $v "$w" $w ${v} "${w}x"',
  'v=$(b); a $v "$v"',
  'a=1 b=2 c d',
  '(a; b) & wait',
  '{ a; b; } 2>/dev/null',
  'a "$(b "$(c)" d)" `d x`',
  'a <(b) >(c) < <(d)',
  "cat <<'E' | a\n$(b) `c`\nE\nd",
  'cat <<E\n$(b) `c` ${v:-$(d)} \\$(e)\nE\na',
  "a \"$(cat <<'E'\nit's $(b) (c\nE\n)\" && d",
  'x=$(cat <<E\nhi $(b)\nE\n)\na "$x"',
  'cat <<-E\n\t$(b)\n\tE\na',
  'a <<< "$(b) $v" | c',
  '[[ -n $v && $v == a* || ! -f x ]] && a',
  '[[ $v =~ ^(a|b)$ ]] || c',
  '(( 1 + 2 > 2 )) && a $((3 * 4))',
  'arr=(a "b c" $(b)); a "${arr[@]}" ${#arr[@]} ${arr[0]}',
  'declare -A m=([k]=v [l]="w x"); a "${m[k]}" "${!m[@]}"',
  'a {x,y}/{1..3} pre{,fix} {a} {,}',
  "a 'b'\"c\"$v\\ d $'e\\tf'",
  'a ${v:-b} ${v:+c} ${v%x} ${v//a/b} ${v^^} ${v:1:2} "${v:-d e}"',
  '! a; time b; ! { c; }',
  'until a; do b; done',
  'export A=1 B="$v"; c "$A" $B',
  'exec 3>o; a >&3; exec 3>&-',
  'a &> o; b >> o 2>&1; c 2>/dev/null | d',
  'while read -r l; do a "$l"; done <<< "x y"',
  'read -r p q <<< "1 2"; a $p "$q"',
  'set -- x "y z"; a "$@" $1 "$*" $#',
  'set -- x y z; shift; a "$1" $2 $#; shift 2; b "$1" "$@"',
  'set x; a $1; if b; then set -- y "z w"; fi; c "$1" "$@" $#',
  'set -- x y; while [ $# -gt 0 ]; do a "$1"; shift; done; b "$1"',
  'set -- x; for v; do a "$v"; set -- "$@" y; done; b "$@"',
  'set -- x y; (shift; a $1); b $1; { shift; }; c $1',
  'f4() { a $1 "$2" $#; shift; b "$@"; }; f4 x "y z"; f4 w',
  'f5() { f6 "$2" y; c "$1"; }; f6() { a "$1" "$@"; set -- z; b "$1"; }; f5 v w; f6 x',
  'f7() { for v in "$@"; do a "$v"; done; }; f7 x "y z" *; f7',
  'v=x.y.z; a ${v%.*} ${v%%.*} ${v#*.} ${v##*.} ${v%.z} ${v:-w}',
  'for v in x.y z.y; do a ${v%.y} "${v%y}z"; done',
  'a $() "$( )" x$()y `` "``"z',
  'a ~ ~/x "~" \\~ x=~',
  'a * ?? [a]* "*" \\*',
  'a # b\nc#d "e # f"',
  'a \\\n  b \\\n  c',
  'printf "%s\\n" a b; echo c; test -f x; [ a = b ]',
  'select v in a b; do c; done < /dev/null',
  'if ! a; then b; fi; if (( v )); then c; fi',
]

/** A text near to what people write: one of the everyday ones or several, nested, cut and mixed. */
export function generateText(random: Random): string {
  let text = random.pick(random.chance(0.2) ? agentLines : texts)
  while (random.chance(0.35))
    text += random.pick(['\n', ' && ', '; ', ' | ', '\n\n', ' || ', ' & ']) + random.pick(texts)
  if (random.chance(0.3)) text = random.pick(wrappers)(text)
  for (let edits = random.below(4); edits > 0; edits--) text = edit(text, random)
  return random.chance(0.3) ? withKnownPrograms(text, random) : text
}

/** Programs of known effects in place of some that nobody knows; what they print is no matter to any text. */
export const readers = ['ls', 'cat', 'head', 'sort', 'grep', 'stat', 'du', 'nl']
export const writers = ['rm', 'touch', 'mkdir', 'cp', 'mv', 'tee', 'chmod', 'ln']

/** The text with known programs where a command of one letter begins. */
export function withKnownPrograms(text: string, random: Random): string {
  const names = new Map([...'abcdefg'].map((letter) => [letter, random.pick([...readers, ...readers, ...writers])]))
  return text.replace(
    /(^|[;&|({\n`!"']|\b(?:do|then|else|if|while|until|time|xargs|exec|command|env)\s)(\s*)([a-g])(?=[\s;)'"`])/g,
    (_, before: string, blank: string, letter: string) => `${before}${blank}${names.get(letter)}`,
  )
}

const wrappers: readonly ((inner: string) => string)[] = [
  (inner) => `(${inner})`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `a $(${inner})`,
  (inner) => `a "$(${inner}\n)" b`,
  (inner) => `if ${inner}\nthen b; fi`,
  (inner) => `f3() { ${inner}\n}\nf3 1`,
  (inner) => `a \`${inner}\``,
  (inner) => `a <(${inner})`,
  (inner) => `for v in 1 2; do ${inner}\ndone`,
  (inner) => `case x in x) ${inner} ;; esac`,
  (inner) => `time ${inner}`,
  (inner) => `x=$(${inner})`,
  (inner) => `cat <<E\n$(${inner})\nE\n`,
  (inner) => `[[ a == "$(${inner})" ]]`,
  (inner) => `a "\${v:-$(${inner})}"`,
]

/** The text with something put in, left out or doubled. */
export function edit(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  const kind = random.below(10)
  if (kind < 5) return text.slice(0, at) + random.pick(fragments) + random.pick(['', '', ' ']) + text.slice(at)
  if (kind < 7) return text.slice(0, at) + text.slice(at + 1 + random.below(3))
  if (kind < 9) return text.slice(0, at) + random.pick(fragments) + text.slice(at + 1)
  return text.slice(0, at) + text.slice(at, at + 4) + text.slice(at)
}
