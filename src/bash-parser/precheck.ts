import type { Doubt } from './script.ts'

/** Longest text whose commands are trusted. The reference client reads rules no further either. */
export const longest = 10_000

/**
 * Characters that readers, shells and people see differently: control characters other than tab and newline, blanks and marks of
 * Unicode that do not show, halves of surrogate pairs.
 */
const unusual =
  /[\x00-\x08\x0b-\x1f\x7f-\xa0\u061c\u1680\u180e\u2000-\u200c\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff0-\uffff]/

/** Doubt that needs no reading; null when the text may be read. */
export function checkCharacters(text: string): Doubt | null {
  const at = text.search(unusual)
  if (at >= 0) {
    const code = text.charCodeAt(at)
    return {
      code: code < 0x20 || code === 0x7f ? 'control-character' : 'unusual-character',
      detail: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      start: at,
      end: at + 1,
    }
  }
  const half = text.search(/\p{Surrogate}/u)
  return half < 0 ? null : { code: 'unusual-character', detail: 'half of a surrogate pair', start: half, end: half + 1 }
}

/** Whether a text of this doubt is one line that is no command: the shell runs nothing of it. A here-document may end with the text. */
export function runsNothing(text: string, { code }: Doubt): boolean {
  return code === 'syntax-error' && !/[$`\n]|<</.test(text.trim())
}
