import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import { readAwkProgram } from './awk-script.ts'
import type { Args, Program } from './program.ts'
import { unknownWord, wordOf } from './words.ts'

function readAwk(args: Args, report: Report): void {
  const given = args.has('-f', '-e', '-E', '-i', '-l')
  const files = args.has('-f', '-e', '-E') ? args.operands : args.operands.slice(1)
  const program = given ? undefined : args.operands[0]
  for (const script of program === undefined ? args.values('-e') : [program]) reportProgram(script, report)
  if (args.has('-f', '-E')) report.unknown('unknown-script', (args.value('-f') ?? args.value('-E'))?.text ?? '-f')
  for (const file of files) {
    // `name=value` among the files is an assignment.
    if (!/^[A-Za-z_]\w*=/.test(file.prefix)) report.read(file)
  }
}

function reportProgram(script: Word, report: Report): void {
  if (script.value === null) {
    report.unknown('dynamic-word', script.text)
    return
  }
  const effects = readAwkProgram(script.value)
  if (effects === null) {
    report.unknown('unknown-script', script.text)
    return
  }
  for (const path of effects.reads) report.readPath(path)
  for (const path of effects.writes) report.writePath(path)
  for (const text of effects.shells) report.shell(wordOf(text, script))
  if (effects.unknown === 'reads') report.read(unknownWord(script))
  else if (effects.unknown === 'writes') report.write(unknownWord(script))
  else if (effects.unknown !== null) {
    report.unknown(effects.unknown, script.text)
    if (effects.unknown === 'runs') report.shell(unknownWord(script))
  }
}

/** awk by POSIX, gawk 5.2 and mawk 1.3, from their manual pages. */
export const awk: readonly Program[] = [
  {
    names: ['awk', 'gawk', 'mawk', 'nawk'],
    options:
      '-F,--field-separator= -v,--assign= -f,--file=:read -e,--source= -E,--exec=:read -i,--include=:unknown -l,--load=:unknown -b,--characters-as-bytes ' +
      '-c,--traditional -C,--copyright:ends -d,--dump-variables[=]:unknown -D,--debug[=]:unknown -g,--gen-pot -h,--help:ends -I,--trace -k,--csv ' +
      '-L,--lint[=] -M,--bignum -n,--non-decimal-data -N,--use-lc-numeric -o,--pretty-print[=]:unknown -O,--optimize -p,--profile[=]:unknown ' +
      '-P,--posix -r,--re-interval -s,--no-optimize -S,--sandbox -t,--lint-old -V,--version:ends -W=:unknown',
    permutes: false,
    does: readAwk,
  },
]
