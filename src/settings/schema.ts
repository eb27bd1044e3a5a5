import type { z } from 'zod'
import { modes } from '../call.ts'
import type { JsonObject } from './json.ts'
import { escapePointer, kindOf } from './json.ts'
import { zod } from './packages.ts'
import { decidingEvents, hookEvents } from './shape.ts'

/** One value that makes the reference client drop the file. */
export interface Misfit {
  readonly pointer: string
  readonly expected: string
  readonly found: string
}

/** Says which values of a file that `shape.ts` refuses are wrong, and what each should be. */
export function explainMisfit(settings: JsonObject): Misfit[] {
  const result = settingsSchema().safeParse(settings)
  if (result.success) return []
  return result.error.issues.map((issue) => {
    let found: unknown = settings
    for (const step of issue.path) found = (found as Record<PropertyKey, unknown> | undefined)?.[step]
    const pointer = issue.path.map((step) => `/${escapePointer(String(step))}`).join('')
    return { pointer, expected: expectation(issue), found: kindOf(found) }
  })
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => `\`${String(value)}\``).join(' or ')
    case 'invalid_union':
      return 'a handler type: `command`, `http`, `mcp_tool`, `prompt` or `agent`'
    case 'too_small':
      return issue.inclusive ? 'a number of at least 0' : 'a number above 0'
    default:
      return issue.message.toLowerCase()
  }
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

let made: z.ZodType | undefined

/**
 * The settings format, as far as this project reads it; other keys are open. An entry that the reference client skips
 * without dropping its file has a `catch`: the published JSON Schema shows the right type, and reading passes over a wrong one.
 */
export function settingsSchema(): z.ZodType {
  made ??= makeSchema(zod())
  return made
}

function makeSchema(z: ReturnType<typeof zod>): z.ZodType {
  const text = (about: string) => z.string().describe(about)
  const flag = (about: string) => z.boolean().optional().describe(about)
  const entries = (about: string) => z.array(z.string().catch('')).optional().describe(about)
  const strings = (about: string) => z.array(z.string()).optional().describe(about)
  const lenient = <T extends z.ZodType>(type: T) => type.optional().catch(undefined as never)
  const map = (about: string) => z.looseObject({}).describe(about)

  const permissions = z
    .looseObject({
      allow: entries('Rules for calls that run without a question.'),
      ask: entries('Rules for calls that are always asked about, whatever allows them.'),
      deny: entries('Rules for calls that are refused, whatever allows them.'),
      additionalDirectories: entries(
        'More working directories: absolute, `~/...`, or relative to the start directory.',
      ),
      defaultMode: z
        .string()
        .optional()
        .meta({ enum: [...modes, 'manual'], description: 'Mode at the start; `manual` is `default`.' }),
      disableBypassPermissionsMode: lenient(z.literal('disable')).describe(
        '"disable": bypassPermissions cannot be entered.',
      ),
      disableAutoMode: lenient(z.literal('disable')).describe('"disable": auto mode cannot be entered.'),
      blockReadsOutsideWorkingDirectories: flag('File tools may not read outside the working directories.'),
    })
    .describe('Which tool calls are allowed, asked about and denied.')

  const common = {
    if: text('A permission rule; the handler runs only for calls it matches.').optional(),
    timeout: z.number().positive().optional().describe('Seconds.'),
    statusMessage: text('Shown while the handler runs.').optional(),
    once: flag('Only in skills: removed after the first success.'),
  }
  const onFailure = z.enum(['continue', 'block']).optional().describe('What a failed handler means for the call.')
  const model = text('Model that answers.').optional()
  const handler = z
    .discriminatedUnion('type', [
      z.looseObject({
        type: z.literal('command'),
        ...common,
        command: text('Shell command, or the program when `args` is given.'),
        args: strings('Arguments; when present no shell is used.'),
        async: flag('Runs beside the call and decides nothing.'),
        asyncRewake: flag('Runs beside the call; exit 2 wakes the model.'),
        shell: z.enum(['bash', 'powershell']).optional().describe('Shell of the command.'),
        onFailure,
      }),
      z.looseObject({
        type: z.literal('http'),
        ...common,
        url: text('Where the input is posted.'),
        headers: z.looseObject({}).catchall(z.string()).optional().describe('Header values; `$NAME` is filled in.'),
        allowedEnvVars: strings('Variables that headers may name.'),
        onFailure,
      }),
      z.looseObject({
        type: z.literal('mcp_tool'),
        ...common,
        server: text('A configured MCP server.'),
        tool: text('A tool of that server.'),
        input: map('Input of the tool; strings may hold `${tool_input.field}`.').optional(),
      }),
      z.looseObject({
        type: z.literal('prompt'),
        ...common,
        prompt: text('Question for a model; `$ARGUMENTS` is the input.'),
        model,
        continueOnBlock: flag('Go on after a block.'),
      }),
      z.looseObject({ type: z.literal('agent'), ...common, prompt: text('Task for an agent.'), model }),
    ])
    .meta({ id: 'handler', description: 'One handler.' })
  const groups = z
    .array(
      z.looseObject({
        matcher: text('Tool names, or a regular expression; absent, empty and `*` mean all.').optional(),
        hooks: z.array(handler),
      }),
    )
    .meta({ id: 'matcherGroups', description: 'Handlers by matcher.' })
  const events = Object.fromEntries(
    [...hookEvents].map((event) => [event, decidingEvents.includes(event) ? groups.optional() : lenient(groups)]),
  )

  const managed = 'Only in managed settings. '
  return z
    .looseObject({
      $schema: text('Schema for editors; nothing reads it here.').optional(),
      permissions: permissions.optional(),
      hooks: z.looseObject(events).nullable().optional().describe('Handlers by event.'),
      disableAllHooks: flag('Turns hooks off; only managed settings can turn managed hooks off.'),
      allowedHttpHookUrls: lenient(z.array(z.string())).describe('URLs that http handlers may use; `*` is a wildcard.'),
      httpHookAllowedEnvVars: lenient(z.array(z.string())).describe(
        'Variables that headers of http handlers may name.',
      ),
      env: z.looseObject({}).catchall(z.string().catch('')).optional().describe('Variables of the session.'),
      sandbox: z
        .looseObject({
          enabled: flag('Bash runs in a sandbox.'),
          failIfUnavailable: flag('Refuse to run where no sandbox can be had.'),
          autoAllowBashIfSandboxed: flag('Sandboxed commands run without a question; true when absent.'),
          allowUnsandboxedCommands: flag('The model may ask to leave the sandbox; true when absent.'),
          excludedCommands: entries('Commands that run outside, written like the text of a Bash rule.'),
          filesystem: map('Paths that the sandbox opens and closes.').optional(),
          network: map('Hosts that the sandbox opens and closes.').optional(),
        })
        .optional()
        .describe('The sandbox of Bash.'),
      disableAutoMode: lenient(z.literal('disable')).describe('"disable": auto mode cannot be entered.'),
      allowManagedPermissionRulesOnly: lenient(z.boolean()).describe(`${managed}Rules of other files do not count.`),
      allowManagedHooksOnly: lenient(z.boolean()).describe(`${managed}Hooks of other files do not run.`),
      strictPluginOnlyCustomization: lenient(z.union([z.boolean(), z.array(z.string())])).describe(
        `${managed}What may come from plugins and managed settings alone.`,
      ),
      managedSourcesBehavior: lenient(z.enum(['first-wins', 'merge'])).describe(
        `${managed}Whether the first managed source stands alone.`,
      ),
      toolgate: lenient(
        z.looseObject({
          because: lenient(z.looseObject({}).catchall(z.string())).describe(
            'Why a rule of this file is as it is, by the text of the rule; the model reads it with a refusal.',
          ),
        }),
      ).describe('What this program reads and the reference client passes over.'),
      model: text('Model of the session.').optional(),
      outputStyle: text('How answers are written.').optional(),
      apiKeyHelper: text('Program that prints the key.').optional(),
      awsAuthRefresh: text('Program that renews AWS credentials.').optional(),
      awsCredentialExport: text('Program that prints AWS credentials.').optional(),
      otelHeadersHelper: text('Program that prints headers for telemetry.').optional(),
      cleanupPeriodDays: z.number().nonnegative().optional().describe('Days that transcripts are kept.'),
      statusLine: map('The line under the prompt.').optional(),
      includeCoAuthoredBy: flag('Commits name the agent.'),
      enableAllProjectMcpServers: flag('Servers of `.mcp.json` start without a question.'),
      alwaysThinkingEnabled: flag('Thinking is on.'),
      respectGitignore: flag('File search leaves out what git ignores.'),
    })
    .describe('Settings of a coding agent.')
}

/** The published JSON Schema (draft 2020-12) of the same format; `scripts/settings-schema.mjs` writes it to `schema/`. */
export function settingsJsonSchema(): Record<string, unknown> {
  const schema = zod().toJSONSchema(settingsSchema(), {
    io: 'input',
    override({ jsonSchema, zodSchema }) {
      // What a `catch` falls back to is no default that a reader should see.
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
    },
  })
  const { $schema, ...rest } = schema
  return { $schema, title: 'Settings that toolgate reads', ...rest }
}
