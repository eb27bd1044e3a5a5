/** A Markdown file with settings in front. */
export interface FrontMatter {
  /** Null-prototype; empty when there is no front matter. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
  /** Why the front matter could not be read; null when it could. */
  readonly fault: string | null
}

/** Takes the YAML between the first two `---` lines off a text. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/m.exec(text)
  if (match === null || match.index !== 0) return { fields: empty, body: text, fault: null }
  const body = text.slice(match[0].length)
  try {
    const { parse } = await import('yaml')
    const fields: unknown = parse(match[1] ?? '', { maxAliasCount: 100 }) ?? {}
    if (typeof fields !== 'object' || Array.isArray(fields)) {
      return { fields: empty, body, fault: 'the front matter is no list of fields' }
    }
    return { fields: Object.assign(Object.create(null), fields), body, fault: null }
  } catch (error) {
    return { fields: empty, body, fault: firstLine(error) }
  }
}

const empty: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null))

const firstLine = (error: unknown) => String((error as Error).message ?? error).split('\n', 1)[0] as string

/** A list of rules in one field: YAML list, or text apart at commas and blanks outside parentheses. */
export function ruleList(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value))
    return value.filter((item): item is string => typeof item === 'string').map((rule) => rule.trim())
  if (typeof value !== 'string') return null
  return value.match(/(?:[^\s,()]|\([^()]*(?:\([^()]*\)[^()]*)*\)|[()])+/g) ?? []
}

export function textField(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
