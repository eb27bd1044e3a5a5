import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { modes, type Platform, type ToolCall } from '../call.ts'
import type { Effect, Layer } from '../decision.ts'
import type { Issue } from '../errors.ts'
import type { System } from '../system.ts'
import { readCall, showCall } from './call-notation.ts'
import { checkShape, isIssues, issue, readYamlFile, type YamlFile } from './yaml-file.ts'

const settings = (whose: string) => z.record(z.string(), z.unknown()).meta({ description: `Settings of ${whose}.` })

const callShape = z
  .union([z.string(), z.record(z.string(), z.unknown())], {
    error: 'expected a command, `{Read: .env}` or `{tool: Read, input: {file_path: .env}}`',
  })
  .meta({
    description: 'The call: a Bash command; a tool with its path, URL or name; or tool and input in full.',
    examples: [
      'git push --force',
      { Read: '.env' },
      { tool: 'Bash', input: { command: 'make', run_in_background: true } },
    ],
  })

const surroundings = {
  mode: z.enum([...modes, 'manual']).meta({ description: 'Permission mode; `default` when absent.' }),
  cwd: z.string().meta({ description: 'Folder the call runs in; relative to the project.' }),
  home: z.string().meta({ description: 'Home folder, for `~`.', examples: ['/home/dev'] }),
  trusted: z.boolean().meta({ description: 'Whether the folder is trusted; true when absent.' }),
  headless: z.boolean().meta({ description: 'Nobody can be asked, so an ask becomes a deny.' }),
  platform: z.enum(['linux', 'darwin', 'win32']).meta({ description: 'System the call runs on; linux when absent.' }),
  files: z.record(z.string(), z.string()).meta({
    description: 'A disk for the cases alone: absolute path to text. The real disk is not looked at then.',
    examples: [{ '/work/app/.env': 'KEY=1' }],
  }),
  symlinks: z.record(z.string(), z.string()).meta({ description: 'Links on that disk: absolute path to target.' }),
}

const optional = Object.fromEntries(Object.entries(surroundings).map(([key, shape]) => [key, shape.optional()])) as {
  [K in keyof typeof surroundings]: z.ZodOptional<(typeof surroundings)[K]>
}

const layers = z
  .strictObject(
    {
      managed: settings('the organisation'),
      cli: settings('the command line'),
      local: settings('this person in this project'),
      project: settings('the project'),
      user: settings('this person'),
    },
    { error: 'expected settings by layer: managed, cli, local, project, user' },
  )
  .partial()
  .meta({ description: 'Settings by layer, written here; nothing is read from the machine then.' })

/** `*.policy-test.yaml`: calls with the decision each must get. Published as `schema/policy-test.schema.json`. */
export const caseFileShape = z
  .strictObject({
    about: z.string().optional().meta({ description: 'What these cases are about.' }),
    layers: layers.optional(),
    policies: z
      .array(z.string())
      .optional()
      .meta({ description: 'Policy files whose rules are tested, beside this file.', examples: [['git.yaml']] }),
    ...optional,
    cases: z
      .array(
        z.strictObject({
          name: z.string().optional().meta({ description: 'Title in reports; the call when absent.' }),
          call: callShape,
          expect: z.enum(['deny', 'ask', 'allow']).meta({ description: 'The effect the call must get.' }),
          rule: z
            .string()
            .optional()
            .meta({ description: 'The rule that must decide it, as written.', examples: ['Bash(git push --force *)'] }),
          reason: z
            .string()
            .optional()
            .meta({ description: 'The reason code it must have.', examples: ['read-only'] }),
          layers: layers.optional(),
          ...optional,
        }),
      )
      .min(1)
      .meta({ description: 'The cases, each on its own.' }),
  })
  .meta({ title: 'Cases for a policy', description: 'Tool calls with the decision that each must get.' })

/** Where and how the calls of a file run, as far as the file says. Paths of `files` are absolute. */
export interface CaseSettings {
  readonly layers?: Readonly<Partial<Record<Layer, unknown>>>
  readonly mode?: string
  readonly cwd?: string
  readonly home?: string
  readonly trusted?: boolean
  readonly headless?: boolean
  readonly platform?: Platform
  readonly files?: Readonly<Record<string, string>>
  readonly symlinks?: Readonly<Record<string, string>>
}

export interface PolicyCase {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly name: string
  readonly call: ToolCall
  /** null: any. */
  readonly expect: Effect | null
  /** The rule that must decide. */
  readonly rule: string | undefined
  /** A rule that must not. */
  readonly leftAloneBy?: string
  readonly reason: string | undefined
  /** What the case says, over what its file says. */
  readonly settings: CaseSettings
}

export interface CaseFile {
  readonly file: string
  /** Policy files it tests, absolute. */
  readonly policies: readonly string[]
  readonly cases: readonly PolicyCase[]
}

/** Reads one case file; its faults come with their places, and then there are no cases. */
export function readCaseFile(file: string, system: System): CaseFile | readonly Issue[] {
  const yaml = readYamlFile(file, system)
  return isIssues(yaml) ? yaml : toCaseFile(yaml)
}

export function toCaseFile(yaml: YamlFile): CaseFile | readonly Issue[] {
  const { file } = yaml
  const read = checkShape(yaml, caseFileShape, 'invalid-case-file')
  if (isIssues(read)) return read
  const { about: _, policies = [], cases: written, ...shared } = read
  const issues: Issue[] = []
  const cases = written.flatMap((one, i): PolicyCase[] => {
    const { name, call: notation, expect, rule, reason, ...own } = one
    const { line, column } = yaml.positionOf(['cases', i])
    const call = readCall(notation)
    if (call === null) {
      const at = yaml.positionOf(['cases', i, 'call'])
      const message = 'expected a command, `{Read: .env}` or `{tool: Read, input: {file_path: .env}}`'
      issues.push(issue(file, 'invalid-case-file', `cases.${i}.call: ${message}`, at.line, at.column))
      return []
    }
    const settings = defined({ ...shared, ...own })
    return [{ file, line, column, name: name ?? showCall(call), call, expect, rule, reason, settings }]
  })
  if (issues.length > 0) return issues
  return { file, policies: policies.map((path) => resolve(dirname(file), path)), cases }
}

function defined(settings: Record<string, unknown>): CaseSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
