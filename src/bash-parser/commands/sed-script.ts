/** What a sed script does besides printing. */
export interface SedEffects {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** Command lines for a shell (`e command`, the replacement of `s///e`). */
  readonly shells: readonly string[]
  /** It runs what it reads: the text of a line, or of a replacement. */
  readonly runsInput: boolean
}

/** Reads a sed script (GNU sed 4.9); null when it is not understood to the last character. */
export function readSedScript(script: string): SedEffects | null {
  const reads: string[] = []
  const writes: string[] = []
  const shells: string[] = []
  let runsInput = false
  let at = 0

  const skip = (blanks: RegExp) => {
    while (at < script.length && blanks.test(script[at] as string)) at++
  }
  const restOfLine = () => {
    const end = script.indexOf('\n', at)
    const line = script.slice(at, end < 0 ? undefined : end)
    at = end < 0 ? script.length : end + 1
    return line
  }
  const fileName = () => {
    skip(/[ \t]/)
    return restOfLine()
  }
  const write = (path: string) => {
    if (path !== '/dev/stdout' && path !== '/dev/stderr') writes.push(path)
  }
  /** Text up to the delimiter; null when there is no end or two readers of sed would differ about it. */
  const upTo = (delimiter: string, regex: boolean): string | null => {
    const from = at
    let bracket = false
    for (; at < script.length; at++) {
      const char = script[at] as string
      if (char === '\\') at++
      else if (char === delimiter) {
        // GNU sed ends here, POSIX says a bracket hides the delimiter.
        if (bracket) return null
        return script.slice(from, at++)
      } else if (char === '\n' && regex) return null
      else if (regex && char === '[' && !bracket) {
        bracket = true
        if (script[at + 1] === '^') at++
        if (script[at + 1] === ']') at++
      } else if (char === ']') bracket = false
    }
    return null
  }
  const address = (): boolean => {
    const number = /^(\d+(~\d+)?|\$)/.exec(script.slice(at, at + 40))
    if (number !== null) {
      at += number[0].length
      return true
    }
    const char = script[at]
    if (char !== '/' && char !== '\\') return true
    at += char === '/' ? 1 : 2
    const delimiter = script[at - 1]
    if (delimiter === undefined || !plainDelimiter(delimiter) || upTo(delimiter, true) === null) return false
    skip(/[IM]/)
    return true
  }

  while (true) {
    skip(/[\s;]/)
    if (at >= script.length) return { reads, writes, shells, runsInput }
    const start = at
    if (!address()) return null
    if (at > start) {
      skip(/[ \t]/)
      if (script[at] === ',') {
        at++
        skip(/[ \t]/)
        const from = at
        const offset = /^[+~]\d+/.exec(script.slice(at, at + 20))
        if (offset !== null) at += offset[0].length
        else if (!address() || at === from) return null
      }
    }
    skip(/[ \t!]/)
    const command = script[at++]
    if (command === undefined) return null
    if (command === '#') restOfLine()
    else if (command === '{' || command === '}') continue
    else if ('=dDgGhHnNpPxzF'.includes(command)) {
      if (!ends()) return null
    } else if ('qQlL'.includes(command)) {
      skip(/[ \t]/)
      skip(/\d/)
      if (!ends()) return null
    } else if ('btT:v'.includes(command)) {
      skip(/[ \t]/)
      skip(/[\w.-]/)
      if (!ends()) return null
    } else if ('aic'.includes(command)) {
      skip(/[ \t]/)
      if (script[at] === '\\') {
        at++
        skip(/[ \t]/)
        if (script[at] === '\n') at++
      }
      while (at < script.length && script[at] !== '\n') at += script[at] === '\\' ? 2 : 1
    } else if (command === 'r' || command === 'R') reads.push(fileName())
    else if (command === 'w' || command === 'W') write(fileName())
    else if (command === 'e') {
      const text = fileName()
      if (text === '') runsInput = true
      else shells.push(text)
    } else if (command === 's' || command === 'y') {
      const delimiter = script[at++]
      if (delimiter === undefined || !plainDelimiter(delimiter)) return null
      if (upTo(delimiter, true) === null) return null
      const replacement = upTo(delimiter, false)
      if (replacement === null) return null
      if (command === 's') {
        let flag = script[at]
        for (; flag !== undefined && /[gpiImMe\d]/.test(flag); flag = script[++at]) {
          if (flag !== 'e') continue
          runsInput = true
          shells.push(replacement)
        }
        if (flag === 'w') {
          at++
          write(fileName())
          continue
        }
      }
      if (!ends()) return null
    } else return null
  }

  function ends(): boolean {
    skip(/[ \t]/)
    const char = script[at]
    return char === undefined || char === ';' || char === '\n' || char === '}' || char === '#'
  }
}

/** Other delimiters depend on the locale or are refused. */
function plainDelimiter(char: string): boolean {
  return /[!-[\]-~ \t]/.test(char)
}
