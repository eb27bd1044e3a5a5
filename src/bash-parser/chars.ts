/** Codes of the characters the shell gives a meaning. */
export const tab = 9
export const newline = 10
export const space = 32
export const bang = 33
export const doubleQuote = 34
export const hash = 35
export const dollar = 36
export const ampersand = 38
export const singleQuote = 39
export const openParen = 40
export const closeParen = 41
export const semicolon = 59
export const less = 60
export const equals = 61
export const greater = 62
export const openBracket = 91
export const backslash = 92
export const closeBracket = 93
export const backtick = 96
export const openBrace = 123
export const bar = 124
export const closeBrace = 125

const plainClass = 1
const nameClass = 2
const digitClass = 4
const endClass = 8

const classes = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_')
  classes[char.charCodeAt(0)] = plainClass | nameClass
for (const char of '0123456789') classes[char.charCodeAt(0)] = plainClass | digitClass
for (const char of './:=@%+,-^') classes[char.charCodeAt(0)] = plainClass
for (const char of ' \t\n;&|()<>') classes[char.charCodeAt(0)] = endClass

/** Stands for itself anywhere in a word, and no expansion of the shell looks at it. Above ASCII everything that the checks let through. */
export function isPlain(code: number): boolean {
  return code < 128 ? ((classes[code] ?? 0) & plainClass) !== 0 : code >= 128
}

/** May begin a variable name. */
export function isNameStart(code: number): boolean {
  return code >= 0 && code < 128 && ((classes[code] ?? 0) & nameClass) !== 0
}

/** May stand in a variable name. */
export function isNamePart(code: number): boolean {
  return code >= 0 && code < 128 && ((classes[code] ?? 0) & (nameClass | digitClass)) !== 0
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Ends an unquoted word: blank, newline or an operator; also the end of the text (-1). */
export function endsWord(code: number): boolean {
  return code < 0 || (code < 128 && ((classes[code] ?? 0) & endClass) !== 0)
}
