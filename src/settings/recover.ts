import type { Node, ParseError } from 'jsonc-parser'
import type { Issue } from '../errors.ts'
import type { RuleEntry } from '../rules/context.ts'
import { issueAt } from './faults.ts'
import { asList, asObject, escapePointer, frozenCopy, type JsonObject } from './json.ts'
import type { FoundLayer } from './layers.ts'
import { jsonc } from './packages.ts'
import { type Document, onStack, positionAt, treeOf } from './positions.ts'

export interface Recovered {
  readonly settings: JsonObject
  readonly hidden: readonly RuleEntry[]
  readonly document: Document
}

/**
 * Reads a text that JSON.parse refuses (`error`) or in which a key may stand twice, as far as it can be read: comments,
 * trailing commas and missing ends are passed over, and every copy of a repeated key gives its deny and ask rules.
 */
export function recover(found: FoundLayer, document: Document, error: Error | undefined, issues: Issue[]): Recovered {
  const text = error !== undefined && /[\0\ufffd]/.test(document.text) ? withoutNuls(document.text) : document.text
  const readable = text === document.text ? document : { text }
  const place = { layer: found.layer, file: found.file, document: readable }
  if (readable !== document) {
    issues.push(issueAt(place, '', 'not-utf8', 'error', { expected: 'UTF-8 text' }, { line: 1, column: 1 }))
  }
  if (error !== undefined) reportSyntax(found, readable, error, issues)
  const root = treeOf(readable)
  const hidden: RuleEntry[] = []
  if (root !== undefined)
    visitRepeats(root, '', (key, node, pointer) => {
      const data = { key, wins: 'the last' }
      issues.push(issueAt(place, pointer, 'duplicate-key', 'warning', data, positionAt(text, node.offset)))
      collectRules(node, pointer, (effect, rule, at) => {
        const { line, column } = positionAt(text, rule.offset)
        const source = Object.freeze({ layer: found.layer, file: found.file, pointer: at, line, column })
        hidden.push(Object.freeze({ effect, text: rule.value as string, source }))
      })
    })
  if (error === undefined) return { settings: nothing, hidden, document: readable }
  const value = root && onStack(() => jsonc().getNodeValue(root))
  const settings = asObject(frozenCopy(value, { keys: 0, tooDeep: false })) ?? nothing
  return { settings, hidden: [...hidden, ...looseRules(found, text, settings)], document: readable }
}

const nothing: JsonObject = Object.freeze(Object.create(null))

/** A text in quotes on one line, and whether it is a key; or a name of a list whose quotes are out of step. */
const tokens = /"(?:[^"\\\n]|\\.)*"(\s*:)?|\b(?:deny|ask)\b(?=")/g

/**
 * Deny and ask rules that the tree of a broken text has lost: the texts after `"deny"` and `"ask"` up to the next key,
 * wherever they stand. Reading one too many only tightens.
 */
function looseRules(found: FoundLayer, text: string, settings: JsonObject): RuleEntry[] {
  const permissions = asObject(settings['permissions'])
  const loose: RuleEntry[] = []
  let effect: 'deny' | 'ask' | undefined
  for (const match of text.matchAll(tokens)) {
    const token = match[0].replace(/\s*:$/, '')
    if (token === '"deny"' || token === 'deny') effect = 'deny'
    else if (token === '"ask"' || token === 'ask') effect = 'ask'
    else if (match[1] !== undefined) effect = undefined
    else if (effect !== undefined) {
      const rule = unquoted(token)
      if (rule === undefined || asList(permissions?.[effect]).includes(rule)) continue
      const position = positionAt(text, match.index)
      const source = Object.freeze({
        layer: found.layer,
        file: found.file,
        pointer: `/permissions/${effect}`,
        ...position,
      })
      loose.push(Object.freeze({ effect, text: rule, source }))
    }
  }
  return loose
}

function unquoted(token: string): string | undefined {
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}

function reportSyntax(found: FoundLayer, document: Document, error: Error, issues: Issue[]): void {
  const errors: ParseError[] = []
  onStack(() => jsonc().parseTree(document.text, errors, { disallowComments: true, allowTrailingComma: false }))
  const first = errors[0]
  const expected =
    first === undefined ? error.message : (expectations[jsonc().printParseErrorCode(first.error)] ?? 'JSON')
  const at = first === undefined ? { line: 1, column: 1 } : positionAt(document.text, first.offset)
  issues.push(issueAt({ file: found.file, document }, '', 'invalid-json', 'error', { expected, drops: true }, at))
}

/** What the text should have had, by the name the library gives the error. */
const expectations: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a JSON value',
  InvalidNumberFormat: 'a number',
  PropertyNameExpected: 'a name in double quotes',
  ValueExpected: 'a value',
  ColonExpected: '`:`',
  CommaExpected: '`,`',
  CloseBraceExpected: '`}`',
  CloseBracketExpected: '`]`',
  EndOfFileExpected: 'the end of the file',
  InvalidCommentToken: 'no comment',
  UnexpectedEndOfComment: 'no comment',
  UnexpectedEndOfString: 'a closing quote',
  UnexpectedEndOfNumber: 'a number',
  InvalidUnicode: 'four hexadecimal digits',
  InvalidEscapeCharacter: 'a known escape',
  InvalidCharacter: 'no control character',
}

/** UTF-16 read as UTF-8 has a NUL beside every ASCII character; without them the rules can be read. */
function withoutNuls(text: string): string {
  return text.replace(/^\ufffd+/, '').replaceAll('\0', '')
}

type OnRepeat = (key: string, value: Node, pointer: string) => void

/** Calls back for every value that a later copy of its key hides. */
function visitRepeats(node: Node, pointer: string, onRepeat: OnRepeat): void {
  if (node.type === 'array')
    for (const [i, child] of (node.children ?? []).entries()) visitRepeats(child, `${pointer}/${i}`, onRepeat)
  if (node.type !== 'object') return
  const last = new Map<string, Node>()
  for (const property of node.children ?? []) last.set(String(property.children?.[0]?.value), property)
  for (const property of node.children ?? []) {
    const [name, value] = property.children ?? []
    if (name === undefined || value === undefined) continue
    const key = String(name.value)
    const at = `${pointer}/${escapePointer(key)}`
    if (last.get(key) === property) visitRepeats(value, at, onRepeat)
    else onRepeat(key, value, at)
  }
}

type OnRule = (effect: 'deny' | 'ask', rule: Node, pointer: string) => void

const hiding = /^(?:\/permissions(?:\/(deny|ask))?)$/

/** The deny and ask rules in a hidden copy of `permissions` or of one of its lists. */
function collectRules(node: Node, pointer: string, onRule: OnRule): void {
  const [hides, effect] = hiding.exec(pointer) ?? []
  if (hides === undefined) return
  if (effect === 'deny' || effect === 'ask') {
    for (const [i, rule] of (node.type === 'array' ? (node.children ?? []) : []).entries()) {
      if (rule.type === 'string') onRule(effect, rule, `${pointer}/${i}`)
    }
    return
  }
  for (const property of node.type === 'object' ? (node.children ?? []) : []) {
    const [name, value] = property.children ?? []
    if (name !== undefined && value !== undefined)
      collectRules(value, `${pointer}/${escapePointer(String(name.value))}`, onRule)
  }
}
