import { programs } from '../../src/bash-parser/commands/index.ts'
import type { Subcommand } from '../../src/bash-parser/commands/program.ts'
import { seeded } from '../support/seeded.ts'

const operands =
  `a.txt b.txt src data.json . list.txt conf.yaml t.tar a.txt.gz HEAD main side v1 1 2 alpha src/x.ts '*.ts' *.txt src/* "$HOME" -- x script.sh .env ''`.split(
    ' ',
  )
const values = `1 2 a x a.txt b.txt json never always . '%s' 0 alpha main src 5,7p = , list.txt out.txt name`.split(' ')
/** Languages of their own, where options alone would never make a line that runs. */
const lines = [
  "find . -name '*.ts' -print",
  'find src -type f -newer a.txt',
  'find . -maxdepth 2 -printf "%p\\n"',
  'find . -ls',
  'find . -size +1 -o -empty',
  "sed -n '1,2p' a.txt",
  "sed 's/a/b/g' a.txt",
  "sed -n '/alpha/,$p;$=' a.txt",
  "sed 'y/abc/xyz/;s/x/y/2' a.txt",
  "awk '{print $1}' a.txt",
  "awk -F, 'NR>1 {n++} END {print n}' a.txt",
  "jq '.a[] | select(. > 1)' data.json",
  "jq -r '.b' data.json",
  'test -f a.txt',
  '[ -d src ]',
  '[[ -f a.txt && alpha == a* ]]',
  'git log --oneline -2',
  'git diff HEAD~1 --stat',
  'git show HEAD:a.txt',
  'git blame a.txt',
  'git grep -n alpha',
  'git rev-parse --show-toplevel',
  'xargs cat <list.txt',
  'cat <list.txt | xargs wc -l',
  'printf "%s\\n" a b',
  'for f in *.txt; do wc -l "$f"; done',
  'while read -r l; do echo "$l"; done <a.txt',
  'if [ -f a.txt ]; then head -1 a.txt; fi',
  'diff <(sort a.txt) <(sort b.txt)',
  'cat <<E\nalpha\nE',
  'X=1; echo "$X"',
  'cd src && ls',
  '(cd src; cat x.ts)',
]

/** Command lines made from the program tables: every option they know, with operands of the fixture, joined as people join them. */
export function generate(count: number, seed: number): readonly string[] {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const one = (): string => {
    if (random() < 0.15) return pick(lines)
    const program = pick(programs)
    return [pick(program.names), ...wordsOf(program, random, pick)].join(' ')
  }
  return Array.from({ length: count }, () => {
    const first = one()
    const kind = random()
    if (kind < 0.75) return first
    if (kind < 0.85) return `${first} | ${one()}`
    if (kind < 0.92) return `${first} && ${one()}`
    if (kind < 0.96) return `echo "$(${first})"`
    return `for i in 1 2; do ${first}; done`
  })
}

function wordsOf(program: Subcommand, random: () => number, pick: <T>(list: readonly T[]) => T): string[] {
  const words: string[] = []
  const options = (program.options ?? '').split(/\s+/).filter(Boolean)
  const count = options.length === 0 ? 0 : Math.floor(random() * 3)
  for (let i = 0; i < count; i++) words.push(...optionWords(pick(options), random, pick))
  if (program.subcommands !== undefined && random() < 0.95) {
    const name = pick(Object.keys(program.subcommands))
    return [...words, name, ...wordsOf(program.subcommands[name] as Subcommand, random, pick)]
  }
  for (let i = Math.floor(random() * 3); i > 0; i--) words.push(pick(operands))
  return words
}

function optionWords(entry: string, random: () => number, pick: <T>(list: readonly T[]) => T): string[] {
  const [, spellings = '', takes = ''] = /^([^=[:]+)(\[=\]|==?)?/.exec(entry) ?? []
  const name = pick(spellings.split(','))
  if (takes === '==') return [name, pick(values), pick(values)]
  if (takes === '=') return name.startsWith('--') && random() < 0.5 ? [`${name}=${pick(values)}`] : [name, pick(values)]
  if (takes === '[=]' && random() < 0.5)
    return [name.startsWith('--') ? `${name}=${pick(values)}` : `${name}${pick(values)}`]
  return [name]
}
