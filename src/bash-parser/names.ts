import type { DraftWord, Reader } from './draft.ts'

/** The name a command is called by; braces and patterns may make another of it. */
export function commandName(reader: Reader, word: DraftWord): string | null {
  const opens = word.parts?.some((part) => part.kind === 'bare' && wild.test(part.text))
  return opens === true ? null : fixed(reader, word)
}

const wild = /[{*?~]|\[./s

/** What a word is where nothing in it is computed; null for any other. */
export function fixed(reader: Reader, word: DraftWord): string | null {
  if (word.parts === null) return reader.text.slice(word.start, word.end)
  let text = ''
  for (const part of word.parts) {
    if (part.kind !== 'bare' && part.kind !== 'quoted') return null
    text += part.text
  }
  return text
}

/** Whether the text may make a function of this name. */
export function defines(reader: Reader, name: string): boolean {
  return reader.defines.some((definition) => definition.name === name)
}
