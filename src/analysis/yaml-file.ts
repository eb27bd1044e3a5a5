import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Issue } from '../errors.ts'
import type { System } from '../system.ts'

interface Position {
  readonly line: number
  readonly column: number
}

/** A YAML file that was read: its value and the place of anything in it. */
export interface YamlFile {
  readonly file: string
  readonly value: unknown
  /** Where the value at a path of keys and indexes begins; the nearest enclosing one when there is none. */
  positionOf(path: readonly PropertyKey[]): Position
  /** Where the last key of a path begins. */
  keyPositionOf(path: readonly PropertyKey[]): Position
}

/** More than any case file has; a larger one is some other file. */
const maxCharacters = 4_000_000

/** Reads one YAML file; every fault that keeps it from being read is an issue with its place. */
export function readYamlFile(file: string, system: System): YamlFile | readonly Issue[] {
  let text: string | undefined
  try {
    text = system.readText(file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    return [whole(file, 'unreadable', code === 'EISDIR' ? 'is a folder, expected a file' : `cannot be read: ${code}`)]
  }
  if (text === undefined) return [whole(file, 'missing-file', 'does not exist')]
  return parseYaml(file, text)
}

export function parseYaml(file: string, content: string): YamlFile | readonly Issue[] {
  const text = content.replace(/^\ufeff/, '')
  if (text.length > maxCharacters) return [whole(file, 'too-large', `has more than ${maxCharacters} characters`)]
  const strange = /\0|\ufffd/.exec(text)
  if (strange !== null) {
    const before = text.slice(0, strange.index).split('\n')
    const place = { line: before.length, column: (before.at(-1) as string).length + 1 }
    return [{ ...whole(file, 'not-utf8', 'is not UTF-8 text'), ...place }]
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  // The first fault is the one to mend; what follows is often its echo.
  const [fault] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0])
    return [issue(file, 'invalid-yaml', lowered(fault.message), line, col)]
  }
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    // Aliases of aliases: the library refuses to unfold them without end.
    return [whole(file, 'invalid-yaml', (error as Error).message)]
  }
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  return {
    file,
    value,
    positionOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
        const range = (node as Node | null | undefined)?.range
        if (range) return place(range[0])
      }
      return { line: 1, column: 1 }
    },
    keyPositionOf(path) {
      const map = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
      const pair = isMap(map) ? map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined
      const range = (pair?.key as Node | undefined)?.range
      return range ? place(range[0]) : { line: 1, column: 1 }
    },
  }
}

/** The value as the schema describes it, or what is wrong with it and where. */
export function checkShape<T>(yaml: YamlFile, schema: z.ZodType<T>, code: string): T | readonly Issue[] {
  const checked = schema.safeParse(yaml.value ?? {})
  if (checked.success) return checked.data
  return checked.error.issues.map((fault) => {
    const { line, column } =
      fault.code === 'unrecognized_keys'
        ? yaml.keyPositionOf([...fault.path, fault.keys[0] as string])
        : yaml.positionOf(fault.path)
    const at = fault.path.length === 0 ? '' : `${fault.path.map(String).join('.')}: `
    return issue(yaml.file, code, `${at}${plain(fault.message)}`, line, column)
  })
}

export function isIssues<T>(read: T | readonly Issue[]): read is readonly Issue[] {
  return Array.isArray(read)
}

/** An error about one place of a file, with its sentence. */
export function issue(file: string, code: string, message: string, line: number, column: number): Issue {
  return { code, severity: 'error', file, line, column, data: { message } }
}

function whole(file: string, code: string, message: string): Issue {
  return issue(file, code, message, 0, 0)
}

/** A library sentence in our manner: lower case at the start, user text in backticks, no final stop. */
function plain(message: string): string {
  return lowered(message).replaceAll('"', '`')
}

function lowered(message: string): string {
  const [line = ''] = message.split('\n')
  return (line.charAt(0).toLowerCase() + line.slice(1)).replace(/[.:]$/, '')
}
