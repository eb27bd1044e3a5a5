import type { ToolCall } from '../call.ts'
import type { Decision, Part, Reason, Source } from '../decision.ts'
import { place, remedy, sentence, stricterText, warningText } from '../explain.ts'
import { marked } from './marked.ts'
import { columns, cut, type Screen, visible, wrap } from './screen.ts'

/** Folders that paths are printed relative to. */
export interface Here {
  readonly cwd: string
  readonly home: string
}

/** Parts beyond this are counted, not listed; the strict ones come first then. */
const maxParts = 16

/** Width of `allow  `, `next   ` and the like. */
const label = 7

/** A decision for people: the call with its parts marked, what decided each, and what to do next. */
export function showDecision(
  call: ToolCall,
  decision: Decision,
  here: Here,
  screen: Screen,
  hooks: readonly string[] = [],
): string {
  const { effect, reason } = decision
  const parts = listed(call, decision)
  const shown = parts.slice(0, maxParts)
  const lines = ['', ...showCall(call, decision.parts, screen), ...showParts(shown, here, screen)]
  if (parts.length > shown.length) lines.push(screen.dim(`  … ${parts.length - shown.length} more parts`))
  if (hooks.length > 0) lines.push('', `  ${screen.dim('hooks')}`, ...hooks.map((line) => `  ${line}`))
  lines.push('', `  ${screen.bold(screen.effect[effect](effect.toUpperCase()))}`)
  const notes: [string, string][] = decision.warnings.map((warning) => ['warn', warningText(warning)])
  if (decision.stricter !== null) notes.unshift(['note', stricterText(decision.stricter)])
  const next = remedy(effect, near(reason, here))
  if (next !== undefined) notes.push(['next', next])
  for (const [name, text] of notes) lines.push(...hanging(screen.dim(name.padEnd(label)), text, screen))
  return `${lines.join('\n')}\n\n`
}

/** The call itself: a command line as written, any other input as its tool and main argument. */
function showCall(call: ToolCall, parts: readonly Part[], screen: Screen): string[] {
  const command = call.input['command']
  if (typeof command === 'string' && command !== '') return marked(command, parts, screen)
  return wrap(visible(`${call.tool} ${JSON.stringify(call.input)}`), screen.width - 2)
    .slice(0, maxParts)
    .map((line) => `  ${line}`)
}

/** The parts, and the whole call where none of them gave the decision its reason. */
function listed(call: ToolCall, { effect, reason, parts }: Decision): readonly Part[] {
  const decided = parts.some((part) => part.effect === effect && same(part.reason, reason))
  const all = decided
    ? parts
    : [...parts, { subject: parts.length === 0 ? call.tool : 'the whole call', effect, reason }]
  if (all.length <= maxParts) return all
  return [...all.filter((part) => part.effect !== 'allow'), ...all.filter((part) => part.effect === 'allow')]
}

function same(a: Reason, b: Reason): boolean {
  return a.code === b.code && a.rule === b.rule && a.detail === b.detail
}

function showParts(parts: readonly Part[], here: Here, screen: Screen): string[] {
  const room = screen.width - 2 - label
  const subjects = parts.map((part) => cut(visible(part.subject), Math.min(44, room)))
  const widest = Math.max(...subjects.map(columns))
  // Side by side only where the reason keeps a readable width.
  const beside = room - widest - 2 >= 30
  return parts.flatMap((part, i) => {
    const effect = screen.effect[part.effect](part.effect.padEnd(label))
    const width = beside ? room - widest - 2 : room
    const source =
      part.reason.source === undefined ? [] : wrap(visible(place(nearSource(part.reason.source, here))), width)
    const told = [...wrap(visible(sentence(part.effect, part.reason)), width), ...source.map(screen.dim)]
    const margin = ' '.repeat(2 + label)
    if (!beside) return [`  ${effect}${subjects[i]}`, ...told.map((line) => `${margin}${line}`)]
    const [first = '', ...rest] = told
    const pad = ' '.repeat(widest - columns(subjects[i]!) + 2)
    return [
      `  ${effect}${subjects[i]}${pad}${first}`,
      ...rest.map((line) => `${margin}${' '.repeat(widest + 2)}${line}`),
    ]
  })
}

/** A name padded to `width` and a text that wraps beside it. */
export function hanging(head: string, text: string, screen: Screen, width = label): string[] {
  const [first = '', ...rest] = wrap(visible(text), Math.max(screen.width - 2 - width, 12))
  return [`  ${head}${first}`, ...rest.map((line) => `${' '.repeat(2 + width)}${line}`)]
}

function near(reason: Reason, here: Here): Reason {
  return reason.source === undefined ? reason : { ...reason, source: nearSource(reason.source, here) }
}

/** Relative to the working directory, or to `~`: what a terminal can open and a person can read. */
export function nearSource(source: Source, here: Here): Source {
  return { ...source, file: nearPath(source.file, here) }
}

export function nearPath(file: string, { cwd, home }: Here): string {
  if (cwd !== '/' && file.startsWith(`${cwd}/`)) return file.slice(cwd.length + 1)
  if (home !== '/' && file.startsWith(`${home}/`)) return `~${file.slice(home.length)}`
  return file
}
