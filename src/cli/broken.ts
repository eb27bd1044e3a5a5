import type { Decision } from '../decision.ts'
import type { Issue } from '../errors.ts'
import { explainIssue } from '../explain.ts'
import type { PermissionContext } from '../rules/context.ts'

/** Faults after which a file is not the policy its author wrote, whatever could be saved of it. */
const breaking: ReadonlySet<string> = new Set(['unreadable', 'missing-file', 'too-large', 'invalid-json', 'not-utf8'])

/** Faults of settings files that keep us from telling what is allowed. */
export function brokenSettings({ issues }: PermissionContext): readonly Issue[] {
  return issues.filter(({ code, severity, data }) => {
    return severity === 'error' && (breaking.has(code) || (code === 'wrong-type' && data['pointer'] === ''))
  })
}

/** Whether a decision stands although settings are broken: what could not be read can only make it stricter. */
export function standsAnyway(decision: Decision, broken: readonly Issue[]): boolean {
  return broken.length === 0 || decision.effect === 'deny'
}

/** The faults, one line each. */
export function brokenText(broken: readonly Issue[]): string {
  return broken.map(explainIssue).join('\n')
}
