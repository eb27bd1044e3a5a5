/** How a word takes tildes: at its start; also after `:` (the value of an assignment); after `=` and `:` (`name=value` as an argument). */
export type TildeForm = 'word' | 'value' | 'argument'

/** Unquoted text cut at its tildes: characters as they are, or the user whose home folder stands there (empty: one's own). */
export type TildePiece =
  | { readonly text: string; readonly user: null }
  | { readonly text: string; readonly user: string }

const patterns: Readonly<Record<TildeForm, RegExp>> = {
  word: /(^)~([^/]*)/g,
  value: /(^|:)~([^/:]*)/g,
  argument: /([=:])~([^/:]*)/g,
}

/** Cuts one unquoted part of a word. `first` and `last`: nothing stands before or after it in the word. */
export function cutTildes(text: string, form: TildeForm, first: boolean, last: boolean): readonly TildePiece[] {
  if (!text.includes('~')) return [{ text, user: null }]
  const pieces: TildePiece[] = []
  let from = 0
  for (const match of text.matchAll(patterns[form])) {
    const [whole, before = '', user = ''] = match
    if (before === '' && !first) continue
    // Only the first `=` of `name=value` ends a name.
    if (before === '=' && (!first || match.index !== text.indexOf('='))) continue
    // A quote or an expansion in the name of the user leaves the tilde as it is.
    if (match.index + whole.length === text.length && !last) continue
    const at = match.index + before.length
    if (at > from) pieces.push({ text: text.slice(from, at), user: null })
    from = match.index + whole.length
    pieces.push({ text: text.slice(at, from), user })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), user: null })
  return pieces
}
