/** Variables of ours that hold a folder, whose name may hold a blank. */
const folders =
  /\$(?:\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}|(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\b)/y

/** The first documented folder variable of a shell command that stands outside quotes, as written; null when none does. */
export function unquotedVariable(command: string): string | null {
  let quote: '"' | "'" | null = null
  for (let at = 0; at < command.length; at++) {
    const char = command[at]
    if (char === '\\' && quote !== "'") at++
    else if (quote !== null) {
      if (char === quote) quote = null
    } else if (char === '"' || char === "'") quote = char
    else if (char === '$') {
      folders.lastIndex = at
      const found = folders.exec(command)
      if (found !== null) return found[0]
    }
  }
  return null
}

/** The words of a shell command up to the first operator, quotes removed and variables as written. For hints only. */
export function firstWords(command: string): string[] {
  const words: string[] = []
  let word = ''
  let open = false
  let quote: '"' | "'" | null = null
  for (let at = 0; at < command.length; at++) {
    const char = command[at] as string
    if (char === '\\' && quote !== "'") {
      word += command[++at] ?? ''
      open = true
    } else if (quote !== null) {
      if (char === quote) quote = null
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      open = true
    } else if (/[\s;|&<>()]/.test(char)) {
      if (open || word !== '') words.push(word)
      word = ''
      open = false
      if (/[;|&<>()\n]/.test(char)) return words
    } else word += char
  }
  if (open || word !== '') words.push(word)
  return words
}
