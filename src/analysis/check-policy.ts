import type { ToolCall } from '../call.ts'
import type { Issue } from '../errors.ts'
import type { PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import { createContext } from '../settings/load.ts'
import { memorySystem, type System } from '../system.ts'
import { showCall } from './call-notation.ts'
import { type Policy, type PolicyRule, readPolicyFile } from './policy-file.ts'
import { isIssues, issue } from './yaml-file.ts'

/** Where examples run: a project in a home folder, on a disk without files. */
export const exampleFolders = { cwd: '/home/dev/app', home: '/home/dev' } as const
const emptyDisk = memorySystem({})

/**
 * Whether each rule, alone, decides what it says it covers and leaves alone what it says it misses. A policy that
 * contradicts its own examples does not load.
 */
export function checkPolicy(policy: Policy): readonly Issue[] {
  return policy.rules.flatMap((rule) => {
    const permissions = { [rule.effect]: [rule.rule] }
    const context = createContext({ ...exampleFolders, layers: { project: { permissions } } })
    const fault = (message: string) => issue(policy.file, 'policy-contradicts-example', message, rule.line, rule.column)
    const uncovered = rule.covers.filter((call) => !decides(rule, call, context))
    const unmissed = rule.misses.filter((call) => touches(rule, call, context))
    return [
      ...uncovered.map((call) =>
        fault(`\`${rule.rule}\` does not ${rule.effect} \`${showCall(call)}\`, its own example`),
      ),
      ...unmissed.map((call) => fault(`\`${rule.rule}\` covers \`${showCall(call)}\`, which it says it misses`)),
    ]
  })
}

/** Reads a policy and holds it to its examples. */
export function loadPolicy(file: string, system: System): Policy | readonly Issue[] {
  const policy = readPolicyFile(file, system)
  if (isIssues(policy)) return policy
  const faults = checkPolicy(policy)
  return faults.length > 0 ? faults : policy
}

function decides(rule: PolicyRule, call: ToolCall, context: PermissionContext): boolean {
  return evaluate(call, context, emptyDisk).effect === rule.effect && touches(rule, call, context)
}

function touches(rule: PolicyRule, call: ToolCall, context: PermissionContext): boolean {
  const { parts } = evaluate(call, context, emptyDisk)
  return parts.some(({ reason }) => reason.code === 'rule' && reason.rule === rule.rule)
}
