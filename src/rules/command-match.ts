import type { AnalysedCommand } from '../bash-parser/analysis.ts'
import type { Effect } from '../decision.ts'
import { type CommandRule, type CompiledRule, compiledRules } from './rule.ts'
import { coversCall, type Judge } from './shell-judge.ts'
import { touches } from './shell-paths.ts'
import { allowTexts, denyTexts, sameWordsInAnyOrder, timeBefore } from './shell-text.ts'

/** Whether a rule speaks of a command: deny and ask widely, through wrappers and effects; allow narrowly, by its own text. */
export function coversCommand(rule: CompiledRule, effect: Effect, command: AnalysedCommand, judge: Judge): boolean {
  if (coversCall(rule, judge)) return true
  if (rule.kind === 'command') {
    if (effect !== 'allow') {
      return (
        wide(command, (node) => namesCommand(rule, node)) ||
        namesTimed(rule, command, judge) ||
        coversWhole(rule, judge)
      )
    }
    if (rule.pattern.kind === 'exact' && judge.whole.some((text) => rule.pattern.matches(text))) return true
    if (judge.analysis.script.doubt !== null) return false
    // Nobody knows what `[f]oo` or `$X` runs, so no prefix names it.
    if (command.words.length > 0 && command.words[0]?.value === null) {
      return rule.pattern.literal === command.command.text
    }
    // A shell variable or function of this very text may stand behind the name.
    if (command.program !== null && judge.analysis.script.defines.includes(command.program)) return false
    return allowTexts(command, judge.analysis.script).some(
      ({ text, exactOnly, open }) =>
        !(open && rule.pattern.kind === 'exact') &&
        (text === rule.pattern.literal ||
          ((!exactOnly || rule.pattern.kind === 'exact') && rule.pattern.matches(text))),
    )
  }
  if (effect === 'allow') return false
  if (rule.kind === 'path') {
    const rules = compiledRules(judge.context)[effect].all
    return wide(command, (node) => touches(rule, node, rules, judge.context, judge.system))
  }
  if (rule.kind === 'domain') {
    return wide(command, ({ effects, redirects }) =>
      [...effects.hosts, ...redirects.hosts].some((host) => host !== null && rule.matches(host)),
    )
  }
  return false
}

function namesCommand(rule: CommandRule, node: AnalysedCommand): boolean {
  return (
    denyTexts(node).some((text) => rule.pattern.matches(text)) || sameWordsInAnyOrder(rule.pattern.words, node.words)
  )
}

/** `time` is a word of the shell, not of the command, and a rule may name both. */
function namesTimed(rule: CommandRule, command: AnalysedCommand, judge: Judge): boolean {
  const time = timeBefore(command, judge.analysis.script)
  return time !== '' && denyTexts(command).some((text) => rule.pattern.matches(time + text))
}

function coversWhole(rule: CommandRule, judge: Judge): boolean {
  return rule.pattern.compound && judge.whole.some((text) => rule.pattern.matches(text))
}

function wide(command: AnalysedCommand, test: (node: AnalysedCommand) => boolean): boolean {
  return test(command) || command.inner.some((inner) => wide(inner, test))
}
