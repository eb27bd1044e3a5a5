const simple: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** Value of the text between `$'` and `'`; null where it depends on the locale, holds NUL or a control escape. */
export function decodeAnsi(text: string): string | null {
  let value = ''
  for (let at = 0; at < text.length; ) {
    const slash = text.indexOf('\\', at)
    if (slash < 0) return value + text.slice(at)
    value += text.slice(at, slash)
    const found =
      /^\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([abefnrtvE\\'"?]))/.exec(
        text.slice(slash, slash + 10),
      )
    if (found === null) return null
    const [whole, octal, hex, short, long, letter] = found
    if (letter !== undefined) value += simple[letter]
    else {
      const code = octal !== undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex ?? short ?? long ?? '', 16)
      if (!(code > 0 && code < 0x80)) return null
      value += String.fromCharCode(code)
    }
    at = slash + whole.length
  }
  return value
}
