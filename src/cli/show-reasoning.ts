import type { Change } from '../analysis/why-not.ts'
import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import type { CommandEffects, PathUse } from '../bash-parser/effects.ts'
import { doubtText, explain, place, sentence } from '../explain.ts'
import { handlerLabel } from '../hooks/handler.ts'
import type { RuleEntry } from '../rules/context.ts'
import { decidedBy, layerCounts, type Reasoning } from './reasoning.ts'
import { beside, columns, cut, type Screen, visible, wrap } from './screen.ts'
import { nearPath, nearSource, showDecision } from './show.ts'
import { hookLines } from './show-hooks.ts'

/** The reasoning for people, as sections under plain headings. */
export function showReasoning(reasoning: Reasoning, screen: Screen): string {
  const { call, context, decision } = reasoning
  const sections: [string, string[]][] = [
    ['settings', settings(reasoning, screen)],
    ['commands', reasoning.analysis === null ? [] : reasoning.analysis.commands.flatMap((c) => tree(c, 0, screen))],
    ['subjects', subjects(reasoning, screen)],
    ['hooks', hooks(reasoning, screen)],
    [`why not ${reasoning.whyNot?.wanted}`, changes(reasoning, screen)],
  ]
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${screen.bold(name)}\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
  return `${showDecision(call, decision, context, screen)}${text.join('\n')}\n`
}

function settings({ context }: Reasoning, screen: Screen): string[] {
  const { mode, platform, trusted, workingDirectories, layers, issues } = context
  const read = layers.flatMap((layer) => {
    const { rules, hooks } = layerCounts(layer, context)
    const dropped = layer.dropped ? ', not valid: its allow rules do not count' : ''
    const told = `${visible(nearPath(layer.file, context))}  ${count(rules, 'rule')}, ${count(hooks, 'hook')}${dropped}`
    return beside(`${layer.layer.padEnd(8)} `, told, screen.width - 2)
  })
  return [
    ...(read.length === 0 ? ['no settings file found'] : read),
    ...wrap(`mode ${mode}, ${platform}, ${trusted ? 'trusted' : 'not trusted'} folder`, screen.width - 2).map(
      screen.dim,
    ),
    ...wrap(`working directories: ${workingDirectories.join(', ')}`, screen.width - 2).map(screen.dim),
    ...issues.flatMap((issue) => wrap(visible(explain(issue)), screen.width - 2)),
  ]
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

/** A command, what it does, and the commands it runs below it. */
function tree(command: AnalysedCommand, depth: number, screen: Screen): string[] {
  const { through, words, effects, redirects, inner, readOnly, because } = command
  const place = depth === 0 ? command.command.place.nesting.map((nesting) => `${nesting}: `).join('') : ''
  const by = depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ ${through.at(-1) ?? ''}: `
  const text = depth === 0 ? command.command.text : words.map((word) => word.text).join(' ')
  const line = `${by}${screen.dim(place)}${cut(visible(text), Math.max(20, screen.width - columns(by + place) - 4))}`
  const notes = [...touches(effects), ...touches(redirects)]
  if (readOnly) notes.push('only reads')
  else if (because !== null && !shown.has(because.code) && inner.every((each) => each.readOnly)) {
    notes.push(doubtText(because))
  }
  const margin = '  '.repeat(depth + 1)
  return [
    line,
    ...notes
      .flatMap((note) => wrap(visible(note), screen.width - margin.length - 2))
      .map((note) => screen.dim(`${margin}${note}`)),
    ...inner.flatMap((each) => tree(each, depth + 1, screen)),
  ]
}

/** Doubts that say what the effects beside them say already. */
const shown: ReadonlySet<string> = new Set(['writes', 'deletes', 'network'])

function touches(effects: CommandEffects): string[] {
  const paths = (name: string, uses: readonly PathUse[]) =>
    uses.length === 0
      ? []
      : [`${name} ${uses.map((use) => use.path ?? use.glob ?? 'a path only the shell knows').join(', ')}`]
  const hosts = effects.hosts.map((host) => host ?? 'a host only the shell knows')
  return [
    ...paths('reads', effects.reads),
    ...paths('writes', effects.writes),
    ...paths('deletes', effects.deletes),
    ...(hosts.length === 0 ? [] : [`reaches ${hosts.join(', ')}`]),
  ]
}

function subjects({ decision, matched, context }: Reasoning, screen: Screen): string[] {
  return decision.parts.flatMap((part, i) => {
    const head = `${screen.effect[part.effect](part.effect.padEnd(7))}${cut(visible(part.subject), screen.width - 9)}`
    const why = beside('       ', visible(sentence(part.effect, part.reason)), screen.width - 2)
    const rules = (matched[i] ?? []).flatMap((entry) => {
      const outcome = decidedBy(part, entry) ? 'decided' : 'lost   '
      return beside(`       ${outcome} `, ruleText(entry, context), screen.width - 2, screen.dim)
    })
    return [head, ...why, ...rules]
  })
}

function hooks({ report, hooks, context }: Reasoning, screen: Screen): string[] {
  if (report !== null) return hookLines(report, context, screen)
  return hooks.flatMap(({ entry, skip, detail, blocks }) => {
    const fate = skip === null ? 'would run' : blocks ? 'blocks   ' : 'skipped  '
    const margin = ' '.repeat(fate.length + 2)
    return [
      ...beside(`${fate}  `, visible(handlerLabel(entry.handler)), screen.width - 2),
      ...beside(margin, place(nearSource(entry.source, context)), screen.width - 2, screen.dim),
      ...(detail === '' ? [] : beside(margin, visible(detail), screen.width - 2, screen.dim)),
    ]
  })
}

function ruleText(entry: RuleEntry, here: { readonly cwd: string; readonly home: string }): string {
  return `${entry.effect} \`${visible(entry.text)}\` ${place(nearSource(entry.source, here))}`
}

function changes({ whyNot, context }: Reasoning, screen: Screen): string[] {
  if (whyNot === undefined) return []
  const { wanted, decision } = whyNot
  if (whyNot.changes.length === 0 && decision.effect === wanted) return [`it is ${wanted} already`]
  const told = whyNot.changes.map((change, i) => `${i + 1}. ${changeText(change, context)}`)
  const left =
    decision.effect === wanted
      ? `then it is ${screen.effect[wanted](wanted)}`
      : `no ${told.length === 0 ? '' : 'further '}rule changes it: still ${decision.effect}, ${sentence(decision.effect, decision.reason)}`
  return [...told, left].flatMap((line) => wrap(line, screen.width - 2))
}

function changeText(change: Change, here: { readonly cwd: string; readonly home: string }): string {
  if (change.kind === 'remove') return `remove ${ruleText(change.entry, here)}`
  return `add \`${visible(change.rule)}\` to permissions.${change.effect}`
}
