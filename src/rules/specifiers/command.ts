/**
 * `Bash(npm run *)`: a command by its text. Exact; prefix with a word boundary (`ls:*`, `ls *`); or `*` anywhere for any
 * run of characters, blanks included (spec/permissions.md 3.2.1). There is no escape for `*`.
 */
export interface CommandPattern {
  readonly kind: 'exact' | 'prefix' | 'wildcard'
  /** Whether it speaks of a whole command line (`a && b`), which no single command can match. */
  readonly compound: boolean
  /** The text as written, which may be a whole command that happens to hold a `*`. */
  readonly literal: string
  /** The words of a prefix rule; empty for the other kinds, which speak of a text and not of words. */
  readonly words: readonly string[]
  matches(command: string): boolean
}

export function compileCommand(specifier: string): CommandPattern {
  const compound = /[|&;<>\n]/.test(specifier)
  if (specifier.endsWith(':*')) {
    const prefix = specifier.slice(0, -2)
    return {
      kind: 'prefix',
      literal: specifier,
      compound,
      words: wordsOf(prefix),
      matches: (command) => prefix !== '' && hasPrefix(command, prefix),
    }
  }
  // Rules written by older clients escape parentheses; the command they stand for has none.
  const text = specifier.replace(/\\([()])/g, '$1')
  const parts = text.split('*')
  if (parts.length === 1) {
    return {
      kind: 'exact',
      literal: specifier,
      compound,
      words: [],
      matches: (command) => command === specifier || command === text,
    }
  }
  if (parts.length === 2 && text.endsWith(' *')) {
    const prefix = text.slice(0, -2)
    return {
      kind: 'prefix',
      literal: specifier,
      compound,
      words: wordsOf(prefix),
      matches: (command) => hasPrefix(command, prefix),
    }
  }
  return {
    kind: 'wildcard',
    literal: specifier,
    compound,
    words: [],
    matches: (command) => matchesParts(command, parts),
  }
}

function wordsOf(prefix: string): readonly string[] {
  return prefix.split(/\s+/).filter(Boolean)
}

function hasPrefix(command: string, prefix: string): boolean {
  if (!command.startsWith(prefix)) return false
  const next = command[prefix.length]
  return next === undefined || next === ' ' || next === '\t' || next === '\n'
}

/** Whether the parts occur in order, the first at the start and the last at the end. Linear in the command. */
export function matchesParts(text: string, parts: readonly string[]): boolean {
  const first = parts[0] as string
  const last = parts.at(-1) as string
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  const end = text.length - last.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
