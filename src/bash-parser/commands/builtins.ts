import type { Report } from '../effects.ts'
import { isHarmlessExport, isSpecialVariable } from '../environment.ts'
import { segmentMatcher } from '../glob.ts'
import type { Word } from '../script.ts'
import { mayBeOption } from './arguments.ts'
import { interactive } from './interactive.ts'
import { harmlessProgram, type Program, type Subcommand } from './program.ts'
import { reportScript } from './shells.ts'
import { areSteady, joined, wordOf } from './words.ts'

/** A plain variable name. bash evaluates a subscript in any other, and runs the commands in it. */
const plainName = /^[A-Za-z_]\w*$/

/** A variable that this shell alone gets. */
function setVariable(name: Word, report: Report): void {
  if (name.value === null || !plainName.test(name.value) || isSpecialVariable(name.value))
    report.unknown('shell-state', name.text)
}

/** `$?`, `$#`, `$$`, `$!` and `$((...))` are numbers whatever they hold. */
function isNumber(word: Word): boolean {
  return word.value === null && /^"?\$([?#$!]|\(\([^()]*\)\))"?$/.test(word.text)
}

/** `test -v name` runs what stands in a subscript of the name, so no unknown word may be `-v` with an unknown one after it. */
function readTest(words: readonly Word[], report: Report): void {
  words.forEach((word, i) => {
    const next = words[i + 1]
    if (word.value === null && word.splits && (word.glob === null || mayMatchFlag(word.glob)) && !isNumber(word))
      report.unknown('dynamic-word', word.text)
    else if (next !== undefined && mayBeVariableTest(word) && maySubscript(next))
      report.unknown('dynamic-word', next.text)
  })
}

function mayBeVariableTest(word: Word): boolean {
  if (word.value !== null) return word.value === '-v' || word.value === '-R'
  return !isNumber(word) && ('-v'.startsWith(word.prefix) || '-R'.startsWith(word.prefix))
}

/** A glob may bring a file named `-v`, and the name after it. */
function mayMatchFlag(glob: string): boolean {
  const match = segmentMatcher(glob)
  return match === null || match('-v') || match('-R')
}

function maySubscript(word: Word): boolean {
  if (word.value !== null) return word.value.includes('[')
  return !isNumber(word)
}

/** `printf -v name format`, and `%n`, set a variable. */
function readPrintf(words: readonly Word[], report: Report): void {
  const [first, second, third] = words
  if (first === undefined) return
  const mayBeFlag = first.value === null && (first.prefix === '' || '-v'.startsWith(first.prefix))
  if (mayBeFlag && (first.splits || (second !== undefined && maySubscript(second))))
    report.unknown('shell-state', first.text)
  let format: Word | undefined = first
  if (first.value === '-v' && second !== undefined) {
    setVariable(second, report)
    format = third
  } else if (first.value?.startsWith('-v')) {
    setVariable(wordOf(first.value.slice(2), first), report)
    format = second
  } else if (first.value === '--') format = second
  if (/%[^%A-Za-z]*n/.test(format?.value ?? '')) report.unknown('shell-state', format?.text ?? '%n')
}

const declares: Subcommand = {
  options:
    '-a -A -f -F -g -i:shell-state -I -l -n:shell-state -p -r -t -u -x +a +A +f +F +g +i +I +l +n +r +t +u +x --help:ends',
  abbreviates: false,
}

/** `export NAME=value`, `declare -a names`: names of this shell, some of which tell later programs what to run. */
const declare: Program = {
  names: ['export', 'declare', 'typeset', 'local', 'readonly'],
  ...declares,
  does(args, report) {
    if (args.operands.length === 0 && !args.has('-f', '-F')) report.unknown('environment', 'declare')
    for (const word of args.operands) {
      const [, name, assigns] = /^([A-Za-z_]\w*)(\+?=)?/s.exec(word.prefix) ?? []
      const whole =
        word.value === null
          ? assigns !== undefined
          : name !== undefined && (assigns !== undefined || word.value === name)
      if (args.has('-f', '-F')) continue
      // `declare "$x"` and `declare a[..]=` name what nobody knows; unquoted values do not split here but other words may.
      if (!whole || name === undefined) report.unknown('shell-state', word.text)
      else if (args.has('-p')) report.unknown('environment', name)
      else if (isSpecialVariable(name) && !setsHarmless(name, assigns, word)) report.unknown('shell-state', name)
    }
  },
}

function setsHarmless(name: string, assigns: string | undefined, { value }: Word): boolean {
  return assigns === '=' && value !== null && isHarmlessExport(name, value.slice(name.length + 1))
}

const quietOptions = new Set(
  'pipefail errexit nounset xtrace noclobber verbose errtrace functrace notify ignoreeof nolog monitor'.split(' '),
)

/** Options that change which files a pattern stands for, or whether it is one; off as the shell starts. */
const globOptions = new Set('noglob nullglob failglob dotglob globstar'.split(' '))

/** `set -euo pipefail`: flags that stop or trace. Others change how later text is read. */
function readSet(words: readonly Word[], report: Report): void {
  if (words.length === 0) report.unknown('environment', 'set')
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word
    const { value } = word
    if (value === null) {
      if (mayBeOption(word, true)) report.unknown('shell-state', word.text)
      return
    }
    if (value === '--' || value === '-' || !/^[-+]/.test(value)) return
    for (const flag of value.slice(1)) {
      if (flag === 'o') {
        const name = words[i + 1]
        if (name === undefined) continue
        i++
        const off = value.startsWith('+') && globOptions.has(name.value ?? '')
        if (name.value === null || !(off || quietOptions.has(name.value))) report.unknown('shell-state', name.text)
      } else if (!'euxvCETbhm'.includes(flag) && value !== '+f') report.unknown('shell-state', value)
    }
  }
}

const quietShopts = new Set('inherit_errexit checkwinsize checkjobs histappend cmdhist huponexit'.split(' '))

/** `wait -p name` sets a variable. */
function readWait(words: readonly Word[], report: Report): void {
  words.forEach((word, i) => {
    if (words[i - 1]?.value === '-p' || /^-[fn]*p/.test(word.prefix)) setVariable(word, report)
    else if (word.value === null && mayBeOption(word, false) && !isNumber(word))
      report.unknown('shell-state', word.text)
  })
}

function readKill(words: readonly Word[], report: Report): void {
  const [first, second] = words
  if (first?.value != null && /^(-l|-L|--list(=.*)?|--table|--help|--version)$/.test(first.value)) return
  const named = (first?.value === '-s' || first?.value === '-n') && /^(0|EXIT)$/.test(second?.value ?? '')
  if (first?.value === '-0' || named) {
    // Signal 0 only asks whether the process is there; a later option could still name another (`kill -0 -s 9`).
    const rest = words.slice(named ? 2 : 1)
    if (rest.every((word) => isNumber(word) || word.value === '--' || !mayBeOption(word, false))) return
  }
  report.change('process')
}

const names = (options: string, rest: Partial<Program> = {}): Omit<Program, 'names'> => ({
  options: `${options} --help:ends`,
  abbreviates: false,
  does: (args, report) => {
    for (const operand of args.operands) setVariable(operand, report)
  },
  ...rest,
})

/** The builtins of bash 5.2, from its manual page. Where a program of the same name exists, the builtin is what runs. */
export const builtins: readonly Program[] = [
  harmlessProgram(': true false times caller break continue exit return shift logout'),
  harmlessProgram('echo', '-n -e -E'),
  harmlessProgram('pwd', '-L,--logical -P,--physical'),
  harmlessProgram('help', '-d -m -s'),
  harmlessProgram('type', '-a -f -p -P -t'),
  harmlessProgram(
    'which',
    '-a -s --all --skip-alias --skip-functions --skip-dot --skip-tilde --show-dot --show-tilde --tty-only -i --read-alias -v -V',
  ),
  harmlessProgram('bg fg disown', '-a -h -r'),
  harmlessProgram('dirs', '-c -l -p -v'),
  { names: ['test', '['], interpret: readTest },
  { names: ['printf'], interpret: readPrintf },
  {
    names: ['cd'],
    options: '-L -P -e -@ --help:ends',
    does({ operands }, report) {
      for (const operand of operands) if (operand.value !== '-') report.read(operand)
    },
  },
  {
    names: ['pushd', 'popd'],
    options: '-n --help:ends',
    numeric: /^[-+]\d+$/,
    does({ operands }, report) {
      for (const operand of operands) report.read(operand)
    },
  },
  {
    names: ['read'],
    ...names('-a= -d= -e -E -i= -n= -N= -p= -r -s -t= -u='),
    does(args, report) {
      for (const name of [...args.values('-a'), ...args.operands]) setVariable(name, report)
    },
  },
  {
    names: ['mapfile', 'readarray'],
    ...names('-d= -n= -O= -s= -t -u= -C=:shell-state -c='),
    does(args, report) {
      const callback = args.value('-C')
      if (callback !== undefined) report.shell(callback)
      for (const name of args.operands) setVariable(name, report)
    },
  },
  {
    names: ['getopts'],
    options: '',
    does: ({ operands }, report) => {
      if (operands[1] !== undefined) setVariable(operands[1], report)
      if (!areSteady(operands.slice(0, 2))) report.unknown('dynamic-word', operands[0]?.text ?? '')
    },
  },
  { names: ['unset'], ...names('-f -v -n') },
  { names: ['wait'], interpret: readWait },
  declare,
  { names: ['set'], interpret: readSet },
  {
    names: ['shopt'],
    options: '-p -q -s -u -o --help:ends',
    does(args, report) {
      // A word nobody knows may be `-s`.
      if (!args.has('-s', '-u') && !args.operands.some((name) => mayBeOption(name, false))) return
      const quiet = args.has('-o') ? quietOptions : quietShopts
      for (const name of args.operands) {
        const off = args.has('-u') && !args.has('-s') && globOptions.has(name.value ?? '')
        if (name.value === null || !(off || quiet.has(name.value))) report.unknown('shell-state', name.text)
      }
    },
  },
  {
    names: ['jobs'],
    options: '-l -n -p -r -s -x --help:ends',
    permutes: false,
    does(args, report) {
      if (args.has('-x')) report.run(args.operands)
    },
  },
  { names: ['kill'], interpret: readKill },
  { names: ['suspend'], options: '-f', does: (_, report) => report.change('process') },
  {
    names: ['ulimit'],
    options:
      '-S -H -a -b -c[=] -d[=] -e[=] -f[=] -i[=] -k[=] -l[=] -m[=] -n[=] -p[=] -q[=] -r[=] -s[=] -t[=] -u[=] -v[=] -x[=] -P[=] -R[=] -T[=] --help:ends',
    operands: ['nothing'],
  },
  {
    names: ['umask'],
    options: '-p -S --help:ends',
    does({ operands }, report) {
      if (operands[0] !== undefined) report.unknown('shell-state', 'umask')
    },
  },
  {
    names: ['hash'],
    options: '-d -l -p=:shell-state -r -t --help:ends',
    does(args, report) {
      // The name runs that program from then on.
      for (const program of args.values('-p')) report.run([program], { appends: true })
    },
  },
  {
    names: ['command'],
    options: '-p -v -V --help:ends',
    permutes: false,
    does(args, report) {
      if (!args.has('-v', '-V') && args.operands.length > 0) report.run(args.operands)
    },
  },
  {
    names: ['builtin'],
    options: '--help:ends',
    permutes: false,
    does({ operands }, report) {
      if (operands.length > 0) report.run(operands)
    },
  },
  {
    names: ['exec'],
    options: '-c:unknown -l -a= --help:ends',
    permutes: false,
    does({ operands }, report) {
      // Without words it only moves the shell's own descriptors.
      if (operands.length > 0) report.run(operands)
    },
  },
  {
    names: ['eval'],
    interpret(words, report) {
      const line = joined(words[0]?.value === '--' ? words.slice(1) : words)
      if (line === undefined) return
      // What it does to this shell (a variable, a folder, a function) is not followed.
      report.unknown('shell-state', line.text)
      report.shell(line)
    },
  },
  {
    names: ['source', '.'],
    options: '--help:ends',
    permutes: false,
    does({ operands }, report) {
      const [file] = operands
      if (file === undefined) return
      report.read(file)
      report.unknown('unknown-script', file.text)
      reportScript(operands, report)
    },
  },
  {
    names: ['trap'],
    options: '-l -p -P --help:ends',
    permutes: false,
    does({ operands }, report) {
      const [action, ...signals] = operands
      if (action === undefined || signals.length === 0) return
      if (action.value === '-' || action.value === '' || /^\d+$/.test(action.value ?? '')) return
      report.shell(action)
    },
  },
  {
    names: ['alias'],
    options: '-p --help:ends',
    does({ operands }, report) {
      // Later lines may mean something else, where aliases are expanded.
      for (const operand of operands)
        if (operand.value === null || operand.value.includes('=')) report.unknown('shell-state', operand.text)
    },
  },
  { names: ['unalias'], options: '-a --help:ends' },
  {
    names: ['let'],
    interpret(words, report) {
      // Arithmetic evaluates the text of variables, subscripts and the commands in them.
      for (const word of words) {
        if (word.value === null || !/^([A-Za-z_]\w*=)?-?\d+([-+*]\d+)*$/.test(word.value))
          report.unknown('shell-state', word.text)
        else if (isSpecialVariable(word.value.split('=')[0] ?? '')) report.unknown('shell-state', word.text)
      }
    },
  },
  {
    names: ['enable'],
    options: '-a -p -s -n:shell-state -d:shell-state -f=:shell-state --help:ends',
  },
  ...interactive,
]
