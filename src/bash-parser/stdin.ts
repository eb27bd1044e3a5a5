import type { Script, SimpleCommand, Word } from './script.ts'

/** Shells that run what they read when no script is named. */
const shells = new Set('sh bash dash ash zsh ksh mksh rbash'.split(' '))

/** Whether a program's words leave it to read commands from its standard input. */
export function readsCommands(program: string | null, words: readonly Word[]): boolean {
  if (program === null || !shells.has(program)) return false
  const values = words.slice(1).map((word) => word.value)
  if (values.some((value) => value !== null && /^-[a-z]*c/.test(value))) return false
  return (
    values.every((value) => value !== null && (/^[-+]/.test(value) || value === '/dev/stdin')) || values.includes('-s')
  )
}

/**
 * The text a command gets on standard input, where it stands in the script itself: a here-document, a here-string, or
 * what `echo` or `printf` in front of a pipe says. null: nobody can know.
 */
export function stdinText(command: SimpleCommand, script: Script): string | null {
  const redirect = command.redirects.findLast(
    ({ operator, descriptor }) => operator.startsWith('<') && (descriptor ?? '0') === '0',
  )
  if (redirect !== undefined) {
    if (redirect.body !== null) return redirect.body.text
    return redirect.operator === '<<<' ? redirect.target.value : null
  }
  const before = script.commands.find(
    (each) => each.end <= command.start && /^\s*\|&?\s*$/.test(script.text.slice(each.end, command.start)),
  )
  return before === undefined ? null : printed(before)
}

function printed({ words }: SimpleCommand): string | null {
  const [name, ...rest] = words.map((word) => word.value)
  if (rest.some((value) => value === null)) return null
  const values = rest as string[]
  if (name === 'cat') return null
  if (name === 'echo')
    return values
      .filter((value) => !/^-[neE]+$/.test(value))
      .join(' ')
      .replace(/\\n/g, '\n')
  if (name !== 'printf' || values.length === 0) return null
  const [format = '', ...operands] = values[0] === '--' ? values.slice(1) : values
  // Each operand may stand wherever the format takes one; for a deny it is enough that it is seen.
  return [format.replace(/%-?\d*[sbq]/g, () => operands.shift() ?? ''), ...operands].join('\n').replace(/\\n/g, '\n')
}
