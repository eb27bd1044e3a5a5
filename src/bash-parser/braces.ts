import type { Part } from './draft.ts'

/** More words than this from one brace expansion are not listed. */
const maxWords = 64

/** Words with braces that are longer than this are not expanded. */
const maxLength = 500

/** One unquoted character, or a part that braces only carry along. */
type Atom = string | Part

/**
 * Words a brace expansion makes of a word; null when it makes none.
 * `undefined` when braces stand in it whose meaning is not certain, or too many words come out.
 */
export function expandBraces(parts: readonly Part[]): readonly (readonly Part[])[] | null | undefined {
  let bare = ''
  for (const part of parts) bare += part.kind === 'bare' ? part.text : '"'
  const open = bare.indexOf('{')
  if (open < 0 || bare.indexOf('}', open) < 0 || !/,|\.\./.test(bare)) return null
  const atoms: Atom[] = parts.flatMap((part): Atom[] => (part.kind === 'bare' ? [...part.text] : [part]))
  if (bare.length > maxLength || !isBalanced(atoms)) return undefined
  const words = expand(atoms)
  if (words === undefined || words.length > maxWords) return undefined
  const [only, ...others] = words
  const untouched = only !== undefined && others.length === 0 && only.length === atoms.length
  // `{x..x}` is one word, and not the one that was written.
  return untouched && only.every((atom, i) => atom === atoms[i]) ? null : words.map(joined)
}

function isBalanced(atoms: readonly Atom[]): boolean {
  let depth = 0
  for (const atom of atoms) {
    if (atom === '{') depth++
    else if (atom === '}' && --depth < 0) return false
  }
  return depth === 0
}

function expand(atoms: readonly Atom[]): Atom[][] | undefined {
  for (let open = atoms.indexOf('{'); open >= 0; open = atoms.indexOf('{', open + 1)) {
    const close = closing(atoms, open)
    const middle = alternatives(atoms.slice(open + 1, close))
    if (middle === undefined) return undefined
    if (middle === null) continue
    const after = expand(atoms.slice(close + 1))
    if (after === undefined || middle.length * after.length > maxWords) return undefined
    return middle.flatMap((choice) => after.map((rest) => [...atoms.slice(0, open), ...choice, ...rest]))
  }
  return [[...atoms]]
}

function closing(atoms: readonly Atom[], open: number): number {
  let depth = 0
  for (let at = open; at < atoms.length; at++) {
    if (atoms[at] === '{') depth++
    else if (atoms[at] === '}' && --depth === 0) return at
  }
  return atoms.length
}

/** What stands between two braces, expanded; null when the braces stand for themselves. */
function alternatives(inner: readonly Atom[]): Atom[][] | null | undefined {
  const choices: Atom[][] = [[]]
  let depth = 0
  for (const atom of inner) {
    if (atom === ',' && depth === 0) choices.push([])
    else {
      if (atom === '{') depth++
      else if (atom === '}') depth--
      choices.at(-1)?.push(atom)
    }
  }
  if (choices.length === 1) {
    const text = inner.every((atom) => typeof atom === 'string') ? inner.join('') : ''
    const words = sequence(text)
    // What other braces or expansions around `..` come to is left open.
    return words === null && /\.\./.test(inner.filter((atom) => typeof atom === 'string').join('')) ? undefined : words
  }
  const words: Atom[][] = []
  for (const choice of choices) {
    const expanded = expand(choice)
    if (expanded === undefined || words.length + expanded.length > maxWords) return undefined
    words.push(...expanded)
  }
  return words
}

/** `1..9`, `01..10..2`, `a..e`. */
function sequence(text: string): Atom[][] | null | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text)
  const letters = /^([a-zA-Z])\.\.([a-zA-Z])$/.exec(text)
  if (letters !== null) {
    const [from, to] = [text.charCodeAt(0), text.charCodeAt(3)]
    // Between the alphabets stand quotes and backslashes.
    if (/[a-z]/.test(text[0] as string) !== /[a-z]/.test(text[3] as string)) return undefined
    return range(from, to, 1)?.map((code) => [String.fromCharCode(code)])
  }
  if (numbers === null) return null
  const [, first = '', last = '', step = '1'] = numbers
  const padded = [first, last].some((number) => /^-?0\d/.test(number))
  const width = padded ? Math.max(first.length, last.length) : 0
  return range(Number(first), Number(last), Math.abs(Number(step)) || 1)?.map((number) => {
    const digits = String(Math.abs(number))
    return [...(number < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0'))]
  })
}

function range(from: number, to: number, step: number): number[] | undefined {
  const count = Math.floor(Math.abs(to - from) / step) + 1
  if (count > maxWords) return undefined
  return Array.from({ length: count }, (_, i) => from + i * (to < from ? -step : step))
}

function joined(atoms: readonly Atom[]): Part[] {
  const parts: Part[] = []
  let bare = ''
  for (const atom of atoms) {
    if (typeof atom === 'string') bare += atom
    else {
      if (bare !== '') parts.push({ kind: 'bare', text: bare })
      bare = ''
      parts.push(atom)
    }
  }
  if (bare !== '') parts.push({ kind: 'bare', text: bare })
  return parts
}
