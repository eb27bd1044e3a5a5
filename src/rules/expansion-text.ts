/** Stands in a possible text for an expansion that may be empty. */
export const hole = '\u0000'
/** Stands for an expansion of unknown value that is certain not to be empty. */
const some = '\u0001'
/** More combinations than this are not looked at. */
const maxTexts = 64

/** The values a variable or positional parameter may have; null when nobody knows. */
export type Resolve = (name: string) => readonly string[] | null

/**
 * What a word may be when it runs, as far as its text tells: known values put in, `${x:-text}` as that text, any other
 * expansion as a hole. Quoted glob characters stand behind a backslash, as they do in the pattern of a word.
 */
export function possibleTexts(text: string, resolve: Resolve): readonly string[] {
  let texts = ['']
  let quoted = false
  const add = (choices: readonly string[]) => {
    texts = texts.flatMap((before) => choices.map((choice) => before + choice)).slice(0, maxTexts)
  }
  let i = 0
  if (/^~\+(?=\/|$)/.test(text)) {
    add(resolve('PWD') ?? [hole])
    i = 2
  }
  while (i < text.length) {
    const char = text[i] as string
    const end = expansionEnd(text, i)
    if (end > i) {
      add(expanded(text.slice(i, end), resolve))
      i = end
    } else if (char === '\\') {
      add([literal(text[i + 1] ?? '')])
      i += 2
    } else if (char === '"') {
      quoted = !quoted
      i++
    } else if (char === "'" && !quoted) {
      const close = text.indexOf("'", i + 1)
      const stop = close < 0 ? text.length : close
      add([literal(text.slice(i + 1, stop))])
      i = stop + 1
    } else {
      add([quoted ? literal(char) : char])
      i++
    }
  }
  return texts
}

function literal(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&')
}

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')' }

/** Where the expansion that starts at an offset ends; the offset itself when none does. */
function expansionEnd(text: string, at: number): number {
  if (text[at] === '`') {
    const close = text.indexOf('`', at + 1)
    return close < 0 ? text.length : close + 1
  }
  if (text[at] !== '$') return at
  const open = text[at + 1] ?? ''
  const close = closers[open]
  if (close === undefined) return at + (/^\$([A-Za-z_]\w*|[\d@*#?$!-])/.exec(text.slice(at))?.[0].length ?? 0)
  let depth = 0
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === open) depth++
    else if (text[i] === close && --depth === 0) return i + 1
  }
  return text.length
}

const parameter = /^\$(?:\{([!#]?)([A-Za-z_]\w*|\d+|[@*])(\[[^\]]*\])?(.*)\}|([A-Za-z_]\w*|[\d@*]))$/s

function expanded(text: string, resolve: Resolve): readonly string[] {
  if (/^(\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(text)) return resolve('PWD') ?? [hole]
  const found = parameter.exec(text)
  if (found === null) return [hole]
  const [, sign = '', name = found[5] as string, subscript, change = ''] = found
  if (sign !== '') return [sign === '#' ? some : hole]
  const values = subscript === undefined ? resolve(name) : null
  const [, operator, word = ''] = /^(:?[-=+?])(.*)$/s.exec(change) ?? []
  if (operator === undefined) return change === '' ? (values ?? [hole]) : [...(values ?? []), hole]
  const given = () => possibleTexts(word, resolve).map((each) => each || hole)
  if (operator.endsWith('?')) return values ?? [operator === ':?' ? some : hole]
  if (operator.endsWith('+')) return [...given(), hole]
  return [...given(), ...(values ?? [operator.startsWith(':') ? some : hole])]
}
