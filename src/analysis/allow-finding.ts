import type { ToolCall } from '../call.ts'
import { absolutePath } from '../path.ts'
import { decides, notAllowing } from './deciding.ts'
import type { Found } from './finding.ts'
import { type LintInput, type LintRule, replaced, ruleFix } from './lint-input.ts'

/** A finding about an allow rule, if one of the calls runs without a question because of it and would not otherwise. */
export function* allowFinding(
  input: LintInput,
  { entry }: LintRule,
  calls: readonly ToolCall[],
  title: string,
  narrower?: string,
): Generator<Found> {
  for (const call of calls) {
    if (input.decide(call, input.all).effect !== 'allow' || !decides(input, call, entry)) continue
    const without = input.decide(call, notAllowing(input, call)).effect
    if (without === 'allow') continue
    const fixed = narrower === undefined ? undefined : input.decide(call, replaced(input.all, entry, narrower)).effect
    yield {
      at: entry.source,
      data: { rule: entry.text, call },
      witness: { call, with: 'allow', without, ...(fixed === undefined ? {} : { fixed }) },
      // Narrowing loosens nothing.
      fix: narrower === undefined ? { title, safe: false, edits: [] } : ruleFix(entry, narrower, true),
    }
    return
  }
}

/** Whether a rule on files, or on a whole file tool, covers one of the paths. */
export function coversPath(
  { compiled, parsed }: LintRule,
  paths: readonly string[],
  { context, system }: LintInput,
): boolean {
  if (compiled?.kind === 'tool') return parsed?.specifier === null
  if (compiled?.kind !== 'path') return false
  return paths.some((path) => compiled.path.matches(absolutePath(path, context.cwd, context.home), system))
}
