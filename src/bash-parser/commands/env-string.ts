/** What a backslash makes of the character after it, outside quotes and in double ones (env(1) -S, GNU coreutils 9.1). */
const escapes: Readonly<Record<string, string>> = {
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '#': '#',
  $: '$',
  '"': '"',
  "'": "'",
  '\\': '\\',
}

/** The words `env -S` makes of a text; null where it puts in a variable, or refuses the text. */
export function splitString(text: string): readonly string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (char === '\\') {
      const next = text[++i]
      if (quote === "'") word = `${word ?? ''}${next === "'" || next === '\\' ? '' : char}${next ?? ''}`
      else if (next === 'c' && quote === '') break
      else if (next === '_' && quote === '') {
        if (word !== null) words.push(word)
        word = null
      } else {
        const made = next === '_' ? ' ' : escapes[next ?? '']
        if (made === undefined) return null
        word = `${word ?? ''}${made}`
      }
    } else if (char === '$' && quote !== "'") return null
    else if (quote === '' ? char === '"' || char === "'" : char === quote) {
      quote = quote === '' ? char : ''
      word ??= ''
    } else if (quote === '' && /[ \t\n\v\f\r]/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else if (quote === '' && char === '#' && word === null) break
    else word = `${word ?? ''}${char}`
  }
  if (quote !== '') return null
  return word === null ? words : [...words, word]
}
