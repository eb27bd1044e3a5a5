import type { Report } from '../effects.ts'
import type { Word } from '../script.ts'
import type { Program } from './program.ts'
import { wordOf } from './words.ts'

/** Long options of bash that take the next word. */
const takesWord = new Set(['--rcfile', '--init-file'])
const longFlags = new Set(
  '--debugger --dump-po-strings --dump-strings --login --noediting --noprofile --norc --posix --pretty-print --restricted --verbose'.split(
    ' ',
  ),
)

/**
 * Text that means the same to every shell of the family as it does to bash. In dash `[[ a > b ]]` writes `b`, `((rm x))` runs rm and
 * `a &> b` starts `a` in the background.
 */
function isPortable(text: string): boolean {
  return !/&>|\$'|\$"/.test(text) && !holdsCommands.test(text)
}

/** Tests and arithmetic to bash; commands and redirects to dash. */
const holdsCommands = /\[\[|(^|[^$])\(\(/

/** `bash [options] [file [arguments]]`, `bash -c text [name [arguments]]`: bash 5.2, dash, and shells with the same shape. */
function readShell(words: readonly Word[], report: Report, kind: 'bash' | 'posix' | 'other'): void {
  const name = kind === 'bash' ? 'bash' : 'sh'
  let text = false
  let stdin = false
  let dry = false
  let i = 0
  for (; i < words.length; i++) {
    const word = words[i] as Word
    const { value } = word
    if (value === null) {
      // It may be `-c` and the text with it.
      const option = /^[-+]/.test(word.prefix)
      if (word.prefix === '' || option || word.splits) report.unknown('unknown-script', word.text)
      if (option) report.unread(word.text)
      break
    }
    if (value === '--' || value === '-') {
      i++
      break
    }
    if (!/^[-+]./.test(value)) break
    if (value === '--help' || value === '--version') return
    if (takesWord.has(value)) {
      if (words[++i] !== undefined) report.read(words[i] as Word)
      report.unknown('unknown-script', value)
    } else if (value.startsWith('--')) {
      if (!longFlags.has(value)) report.unknown('unknown-option', value)
      if (value === '--login') report.unknown('unknown-script', value)
    } else {
      for (const flag of value.slice(1)) {
        if (flag === 'c') text = true
        else if (flag === 's') stdin = true
        else if (flag === 'n' && value.startsWith('-')) dry = true
        else if (flag === 'l' || flag === 'i') report.unknown('unknown-script', value)
        else if (flag === 'o' || flag === 'O') {
          const option = words[++i]
          if (
            option?.value == null ||
            !/^(pipefail|errexit|nounset|xtrace|noglob|noclobber|verbose)$/.test(option.value)
          ) {
            report.unknown('shell-state', option?.text ?? value)
          }
        } else if (!'euxvfCpD'.includes(flag)) report.unknown('unknown-option', value)
      }
    }
  }
  const first = words[i]
  if (dry && kind !== 'other') {
    // `-n` reads commands and runs none.
    if (!text && first !== undefined) report.read(first)
    return
  }
  if (text) {
    if (first === undefined) return
    if (kind === 'other') report.unknown('unknown-script', first.text)
    else if (kind === 'posix' && first.value !== null && !isPortable(first.value)) {
      report.unknown('unknown-script', first.text)
      if (holdsCommands.test(first.value)) report.unread(first.text)
    }
    report.shell(first, { args: argumentsOf(name, words.slice(i + 1)) })
    return
  }
  const input = first === undefined || stdin || first.value === '/dev/stdin'
  if (first !== undefined && !stdin) report.read(first)
  report.unknown('unknown-script', input ? 'standard input' : first.text)
  if (input) report.input([wordOf(name), ...words.slice(stdin ? i : i + 1)])
  else reportScript(words.slice(i), report)
}

/** `$0` is the word after the text, where there is one. */
function argumentsOf(name: string, words: readonly Word[]): readonly Word[] {
  return words.length === 0 ? [wordOf(name)] : words
}

/** The script that a shell or `source` reads, with its arguments: a program as if it were started itself, or a text that nobody sees. */
export function reportScript(words: readonly Word[], report: Report): void {
  const [file] = words
  if (file === undefined) return
  const unseen =
    file.value !== null
      ? /^\/(dev|proc)\//.test(file.value)
      : /^<\(/.test(file.text) || file.splits || (file.prefix === '' && !file.text.includes('/'))
  if (unseen) report.unread(file.text)
  else report.run(words)
}

export const shells: readonly Program[] = [
  { names: ['bash', 'rbash'], interpret: (words, report) => readShell(words, report, 'bash') },
  { names: ['sh', 'dash', 'ash'], interpret: (words, report) => readShell(words, report, 'posix') },
  // Their languages differ from bash where it matters, so what bash would read there is not all they do.
  {
    names: [
      'zsh',
      'ksh',
      'ksh93',
      'mksh',
      'posh',
      'oksh',
      'loksh',
      'fish',
      'csh',
      'tcsh',
      'xonsh',
      'nu',
      'elvish',
      'yash',
    ],
    interpret: (words, report) => readShell(words, report, 'other'),
  },
]
