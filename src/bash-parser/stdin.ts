import type { Script, SimpleCommand } from './script.ts'

/** What a command gets on standard input. */
export interface StdinText {
  /** As far as it stands in the script itself: a here-document, a here-string, or what `echo` or `printf` say before a pipe. */
  readonly text: string | null
  /** Whether that is all of it, exactly. */
  readonly whole: boolean
}

const nobodyKnows: StdinText = { text: null, whole: false }

export function stdinText(command: SimpleCommand, script: Script): StdinText {
  const redirect = command.redirects.findLast(
    ({ operator, descriptor }) => operator.startsWith('<') && (descriptor ?? '0') === '0',
  )
  if (redirect !== undefined) {
    const { body, operator, target } = redirect
    if (body !== null) return { text: body.text, whole: body.quoted || !/[$`\\]/.test(body.text) }
    return operator === '<<<' ? { text: target.value, whole: target.value !== null } : nobodyKnows
  }
  const before = script.commands.find(
    (each) => each.end <= command.start && /^\s*\|&?\s*$/.test(script.text.slice(each.end, command.start)),
  )
  return before === undefined ? nobodyKnows : printed(before, script)
}

function printed(command: SimpleCommand, script: Script): StdinText {
  const [name, ...rest] = command.words.map((word) => word.value)
  if (typeof name === 'string' && script.defines.includes(name)) return nobodyKnows
  if (name === 'cat' && rest.length === 0) return stdinText(command, script)
  if (rest.some((value) => value === null)) return nobodyKnows
  const values = rest as string[]
  if (name === 'echo') {
    const text = values
      .filter((value) => !/^-[neE]+$/.test(value))
      .join(' ')
      .replace(/\\n/g, '\n')
    return { text, whole: !text.includes('\\') }
  }
  if (name !== 'printf' || values.length === 0) return nobodyKnows
  const [format = '', ...operands] = values[0] === '--' ? values.slice(1) : values
  // Each operand may stand wherever the format takes one; for a deny it is enough that it is seen.
  const text = [format.replace(/%-?\d*[sbq]/g, () => operands.shift() ?? ''), ...operands]
    .join('\n')
    .replace(/\\n/g, '\n')
  return { text, whole: !/[\\%]/.test(text) && operands.length === 0 }
}
