import type { Report } from '../effects.ts'
import { escapeGlob } from '../glob.ts'
import type { Word } from '../script.ts'
import { withValue } from './folder.ts'
import type { Program } from './program.ts'
import { joined, part } from './words.ts'

/** Names of files that a pattern stands for, though the shell did not expand it. */
function readNames(start: Word, rest: string, report: Report): void {
  const pattern = start.value === null ? null : `${rest === '' ? start.value : escapeGlob(start.value)}${rest}`
  report.read({ ...withValue(start, null), glob: pattern })
}

/** Builtins for the line somebody types: completion, key bindings, the history (bash(1), READLINE and HISTORY). */
export const interactive: readonly Program[] = [
  {
    names: ['compgen'],
    options:
      '-a -b -c -d -e -f -g -j -k -s -u -v -o= -A= -G= -W= -P= -S= -X= -F=:unknown -C=:shell -V=:unknown --help:ends',
    abbreviates: false,
    harmfulOptions: true,
    does(args, report) {
      // The word list is expanded as in a command line.
      for (const list of args.values('-W')) {
        if (list.value !== null && !/[$`]/.test(list.value)) continue
        report.unknown('runs', list.text)
        report.shell(withValue(list, list.value === null ? null : `: ${list.value.replaceAll('\n', ' ')}`))
      }
      for (const pattern of args.values('-G')) readNames(pattern, '', report)
      const lists =
        args.has('-d', '-f') || args.values('-A').some(({ value }) => /^(file|directory)$/.test(value ?? 'file'))
      if (!lists) return
      if (args.operands.length === 0) report.readPath('.')
      for (const start of args.operands) readNames(start, '*', report)
    },
  },
  { names: ['complete', 'compopt'], options: '-p --help:ends', operands: ['unknown'] },
  { names: ['bind'], options: '-l -p -P -s -S -v -V -X -q= -x:shell-state --help:ends', operands: ['shell-state'] },
  {
    names: ['history'],
    options:
      '-c:change_history -d=:change_history -a:unknown -n:unknown -r:unknown -w:unknown -p:unknown -s:unknown --help:ends',
    abbreviates: false,
    does(args, report) {
      const { operands } = args
      const [file] = operands
      if (args.has('-a', '-w')) {
        if (file === undefined) report.writePath('~/.bash_history')
        else report.write(file)
      } else if (args.has('-n', '-r')) {
        if (file !== undefined) report.read(file)
      } else if (args.has('-s', '-p')) {
        // `fc` runs what stands there.
        const line = joined(operands)
        if (line !== undefined) report.shell(line)
      }
      for (const operand of operands)
        if (!/^\d+$/.test(operand.value ?? '')) report.unknown('unknown-option', operand.text)
    },
  },
  {
    names: ['fc'],
    interpret(words, report) {
      if (words.some((word) => word.value === null) || !/^-[lnr]*l[lnr]*$/.test(words[0]?.value ?? ''))
        report.unknown('runs', 'fc')
      // `-e` names an editor, which the shell evaluates as a command line.
      words.forEach((word, i) => {
        const glued = /^-[lnrs]*e/.exec(word.prefix)?.[0].length
        const editor = glued === undefined ? undefined : word.prefix.length > glued ? part(word, glued) : words[i + 1]
        if (editor !== undefined) report.shell(editor)
      })
    },
  },
]
