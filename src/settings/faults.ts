import type { Issue } from '../errors.ts'
import { type Document, nowhere, type Position, positionOf } from './positions.ts'
import { once } from './source.ts'

type Data = Readonly<Record<string, unknown>>

/** Every fault that reading settings can find, as one clause. */
const sentences = {
  'invalid-json': ({ expected }: Data) => `not valid JSON: expected ${expected}; ${dropping}`,
  'wrong-type': ({ pointer, expected, found, drops, taken }: Data) =>
    `${named(pointer)} is ${found}, expected ${expected}${drops ? `; ${dropping}` : ''}${taken ? `; taken as ${taken}` : ''}`,
  'invalid-entry': ({ pointer, expected, found }: Data) =>
    `${named(pointer)} is ${found}, expected ${expected}; skipped`,
  'unknown-event': ({ event }: Data) => `no event is called \`${event}\`; its hooks never run`,
  'duplicate-key': ({ key }: Data) => `\`${key}\` stands twice: the last one counts, deny and ask rules of both hold`,
  'too-deep': ({ expected }: Data) => `nested too deeply, expected ${expected}; what lies deeper is not read`,
  'not-utf8': ({ expected }: Data) => `not ${expected}`,
  unreadable: ({ found, expected }: Data) => `cannot be read: ${found}, expected ${expected}`,
  'missing-file': ({ expected }: Data) => `no such file, expected ${expected}`,
  'too-large': ({ found, expected }: Data) => `${found}, expected ${expected}; not read`,
  'refuses-to-start': () =>
    'the reference client does not start with these settings: no allow rule, extra directory or approving mode counts',
  'key-not-here': ({ key, layer, allowed }: Data) =>
    `\`${key}\` does nothing in ${layer} settings, only in ${(allowed as readonly string[]).join(', ')}`,
  'misplaced-key': ({ key, belongs }: Data) => `\`${key}\` does nothing at the top level; it belongs in \`${belongs}\``,
  'no-effect': ({ key, expected, found }: Data) => `\`${key}\` is ${found} and does nothing, expected ${expected}`,
  'unknown-mode': ({ mode, expected }: Data) =>
    `no mode is called \`${mode}\`, expected one of ${expected}; taken as default`,
  'mode-not-here': ({ mode, layer }: Data) => `mode \`${mode}\` does not count in ${layer} settings; taken as default`,
  'mode-disabled': ({ mode }: Data) => `mode \`${mode}\` is disabled by settings; taken as default`,
  untrusted: ({ rules, directories }: Data) =>
    `the folder is not trusted: ${rules} allow rules and ${directories} directories do not count`,
  'refused-directory': ({ found, expected }: Data) => `${found} is no directory to add, expected ${expected}`,
  'variable-not-here': ({ name, layer }: Data) => `\`${name}\` cannot be set in ${layer} settings`,
}

export type SettingsIssueCode = keyof typeof sentences

const dropping = 'the reference client drops the whole file; here its deny and ask rules hold, its allow rules do not'

function named(pointer: unknown): string {
  return pointer === '' ? 'the file' : `\`${String(pointer).slice(1).replaceAll('/', '.')}\``
}

/** A fault in a settings file; its position is looked up when somebody reads it. */
export function issueAt(
  { file, document }: { readonly file: string; readonly document: Document | undefined },
  pointer: string,
  code: SettingsIssueCode,
  severity: Issue['severity'],
  facts: Data,
  at?: Position,
): Issue {
  const data = Object.freeze({ message: sentences[code]({ pointer, ...facts }), pointer, ...facts })
  if (at !== undefined || document === undefined) {
    return Object.freeze({ code, severity, file, ...(at ?? nowhere), data })
  }
  const position = once(() => positionOf(document, pointer))
  return Object.freeze({
    code,
    severity,
    file,
    get line() {
      return position().line
    },
    get column() {
      return position().column
    },
    data,
  })
}
