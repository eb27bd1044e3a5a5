import { expect, it } from 'vitest'
import { collectEffects } from '../../../src/bash-parser/collect.ts'
import { findProgram } from '../../../src/bash-parser/commands/index.ts'
import { parse } from '../../../src/bash-parser/parse.ts'

/** The text for a shell that the first command of a line keeps to itself. */
function unreadOf(line: string): string | null {
  const [first, ...rest] = parse(line, { home: '/home/dev' }).commands[0]?.words ?? []
  const name = first?.value ?? ''
  const program = findProgram(name)
  if (program === undefined) throw new Error(`\`${name}\` is in no table`)
  return collectEffects(program, name, rest).unread
}

it.each([
  "make --eval='x:; rm y' x",
  "make -E 'x:; rm y' x",
  'make -f -',
  'make -f /dev/stdin',
  'make -f <(echo x)',
  'ssh -F conf x',
  "sed -n '1!d;e'",
  'sed s/a/b/e',
  `awk 'BEGIN{system("r" "m x")}'`,
  `awk '{print | $1}'`,
  'ed -s a',
  'vim -es a',
  `vim -c 'call system("rm x")' a`,
  'git --config-env=alias.x=V x',
  `git -c alias.p="'push'" p`,
  'compgen -W "$x"',
])('`%s` hides what it runs', (line) => {
  expect(unreadOf(line)).not.toBeNull()
})

it.each([
  'make test',
  'make -f build.mk all',
  'ssh -F none x',
  "sed -n '1,5p' a",
  `awk '{print $1 | "sort"}' a`,
  'vim +10 a',
  "vim -c 'wq!' a",
  'git --config-env=user.name=V log',
  'git -c alias.p=push p',
  "compgen -W 'a b' a",
  'perl -pi -e s/a/b/ f',
])('`%s` hides nothing of the kind', (line) => {
  expect(unreadOf(line)).toBeNull()
})
