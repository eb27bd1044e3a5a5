import { z } from 'zod'
import type { ToolCall } from '../call.ts'
import type { Effect } from '../decision.ts'
import type { Issue } from '../errors.ts'
import { parseRule } from '../rules/rule.ts'
import type { System } from '../system.ts'
import { readCall } from './call-notation.ts'
import { checkShape, isIssues, issue, readYamlFile, type YamlFile } from './yaml-file.ts'

const example = z
  .union([z.string().min(1), z.record(z.string(), z.unknown())], {
    error: 'expected a text for the tool of the rule, `{Bash: cat .env}` or `{tool: Read, input: {...}}`',
  })
  .meta({ examples: ['git push --force', { Bash: 'cat .env' }] })

const rules = z
  .array(
    z.strictObject({
      rule: z
        .string()
        .min(1)
        .meta({ description: 'As in `permissions`.', examples: ['Bash(git push --force *)'] }),
      because: z
        .string()
        .min(1)
        .meta({ description: 'Why, and what to do instead: the model reads it when it is refused.' }),
      covers: z.array(example).min(1).meta({ description: 'Calls that this rule must decide; checked at load.' }),
      misses: z.array(example).min(1).meta({ description: 'Near calls that it must leave alone; checked at load.' }),
    }),
  )
  .optional()

/** `policies/*.yaml`: rules with their reasons and examples. Published as `schema/policy.schema.json`. */
export const policyFileShape = z
  .strictObject({
    policy: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, 'expected a name in lower case')
      .meta({ description: 'Its name.' }),
    about: z.string().min(1).meta({ description: 'One line: what it guards.' }),
    deny: rules.meta({ description: 'Never run.' }),
    ask: rules.meta({ description: 'Run only when a person says so.' }),
    allow: rules.meta({ description: 'Run without a question.' }),
    caveats: z.array(z.string().min(1)).min(1).meta({ description: 'What it does not stop, in so many words.' }),
  })
  .meta({
    title: 'A policy',
    description: 'Permission rules with the reason for each and the calls it covers and misses.',
  })

export interface PolicyRule {
  readonly effect: Effect
  readonly rule: string
  readonly because: string
  readonly covers: readonly ToolCall[]
  readonly misses: readonly ToolCall[]
  readonly line: number
  readonly column: number
}

export interface Policy {
  readonly file: string
  readonly name: string
  readonly about: string
  /** Deny, ask, allow; each in the order of the file. */
  readonly rules: readonly PolicyRule[]
  readonly caveats: readonly string[]
}

const effects: readonly Effect[] = ['deny', 'ask', 'allow']

/** Reads the text of one policy; whether its rules keep what their examples say is asked by `checkPolicy`. */
export function readPolicyFile(file: string, system: System): Policy | readonly Issue[] {
  const yaml = readYamlFile(file, system)
  return isIssues(yaml) ? yaml : toPolicy(yaml)
}

export function toPolicy(yaml: YamlFile): Policy | readonly Issue[] {
  const { file } = yaml
  const read = checkShape(yaml, policyFileShape, 'invalid-policy-file')
  if (isIssues(read)) return read
  const issues: Issue[] = []
  const policyRules = effects.flatMap((effect) =>
    (read[effect] ?? []).map((entry, i): PolicyRule => {
      const at = yaml.positionOf([effect, i, 'rule'])
      const parsed = parseRule(entry.rule)
      if ('dead' in parsed) issues.push(issue(file, parsed.dead, `\`${entry.rule}\` never matches`, at.line, at.column))
      const tool = 'dead' in parsed ? 'Bash' : parsed.tool
      const calls = (list: 'covers' | 'misses') =>
        entry[list].flatMap((notation, k) => {
          const call = readCall(notation, tool)
          if (call !== null) return [call]
          const place = yaml.positionOf([effect, i, list, k])
          const message = `\`${tool}\` has no such example: expected \`{tool: ${tool}, input: {...}}\``
          issues.push(issue(file, 'invalid-policy-file', message, place.line, place.column))
          return []
        })
      return {
        effect,
        rule: entry.rule,
        because: entry.because,
        covers: calls('covers'),
        misses: calls('misses'),
        ...at,
      }
    }),
  )
  if (policyRules.length === 0 && issues.length === 0) {
    issues.push(issue(file, 'invalid-policy-file', 'has no rule under `deny`, `ask` or `allow`', 1, 1))
  }
  return issues.length > 0
    ? issues
    : { file, name: read.policy, about: read.about, rules: policyRules, caveats: read.caveats }
}
