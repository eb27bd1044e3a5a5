import type { AnalysedRedirect } from '../bash-parser/analysis.ts'
import { resolvePaths } from '../bash-parser/bounds.ts'
import type { CommandEffects, PathUse } from '../bash-parser/effects.ts'
import type { Folders } from '../bash-parser/folders.ts'
import type { SimpleCommand } from '../bash-parser/script.ts'
import { redirectRuleBeyond } from './client-view.ts'
import { hiddenUse } from './hidden-path.ts'
import { isInWorkingDirectories, pathRuleCovers, writeGuard } from './paths.ts'
import { compiledRules } from './rule.ts'
import { coversCall, isShellRule, type Judge } from './shell-judge.ts'
import { namedPaths } from './shell-paths.ts'
import type { Subject } from './subject.ts'

/** The files and hosts that redirects open, each a subject of its own. */
export function redirectSubjects(
  effects: CommandEffects,
  folders: Folders,
  place: SimpleCommand | AnalysedRedirect,
  judge: Judge,
): Subject[] {
  const holder = 'redirect' in place ? place.redirect : place
  const subjects: Subject[] = []
  for (const use of effects.reads) subjects.push(pathSubject(use, 'read', folders, place, judge))
  for (const use of effects.writes) subjects.push(pathSubject(use, 'edit', folders, place, judge))
  for (const host of effects.hosts) {
    subjects.push({
      label: host ?? 'a host',
      covers: (rule, effect) => {
        if (effect === 'allow') return isShellRule(rule)
        return coversCall(rule, judge) || (rule.kind === 'domain' && host !== null && rule.matches(host))
      },
      stricter: (rule) => (rule.kind === 'domain' ? 'domain-rule-on-shell-command' : undefined),
      locked: null,
      guarded: null,
      writes: true,
      approval: null,
      otherwise: { code: 'cannot-know', detail: `network: ${host ?? 'a host'}` },
      refused: null,
      start: holder.start,
      end: holder.end,
    })
  }
  return subjects
}

/** The file a redirect opens: a Read or an Edit of it (spec/permissions.md 3.2.5). */
function pathSubject(
  use: PathUse,
  access: 'read' | 'edit',
  folders: Folders,
  place: SimpleCommand | AnalysedRedirect,
  judge: Judge,
): Subject {
  const { context, system } = judge
  const resolved = resolvePaths(use, folders, { ...context, system })
  const paths = namedPaths(use, folders, context, system)
  const label = use.path ?? use.glob ?? 'a file only the running shell knows'
  const certain = resolved !== null && use.glob === null && !(use.path?.startsWith('~') ?? false)
  const inside = certain && paths.every((path) => isInWorkingDirectories(path, context, system))
  const accepts = access === 'read' ? inside : inside && context.mode === 'acceptEdits'
  return {
    label: access === 'read' ? `< ${label}` : `> ${label}`,
    start: use.start,
    end: use.end,
    covers: (rule, effect) => {
      if (effect === 'allow' ? isShellRule(rule) : coversCall(rule, judge)) return true
      if (rule.kind === 'command')
        return (
          effect === 'allow' && rule.pattern.kind === 'exact' && judge.whole.some((text) => rule.pattern.matches(text))
        )
      if (rule.kind !== 'path') return false
      if (effect === 'allow') {
        const grants = rule.access === access || rule.access === 'edit'
        return (
          grants &&
          certain &&
          paths.every((path) => pathRuleCovers(rule, path, compiledRules(context).allow.all, system))
        )
      }
      return (
        rule.access === access &&
        paths.some((path) => pathRuleCovers(rule, path, compiledRules(context)[effect].all, system))
      )
    },
    words: () => judge.wholeWords,
    stricter: (rule) => (rule.kind === 'path' ? redirectRuleBeyond(rule, use, folders, place, judge) : undefined),
    locked: hiddenUse(use, access, folders, judge),
    stricterAsk: (by) => (by === 'locked' ? 'path-rule-on-pattern' : undefined),
    guarded:
      access === 'edit'
        ? (paths.map((path) => writeGuard(path, context)).find((reason) => reason !== null) ?? null)
        : null,
    writes: access === 'edit',
    approval: accepts ? { code: access === 'read' ? 'read-only' : 'accept-edits', subject: label } : null,
    otherwise: inside ? { code: 'no-rule', subject: label } : { code: 'outside-working-directories', subject: label },
    refused: null,
  }
}
