import { readFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'
import { PolicyError } from '../errors.ts'
import type { McpServer } from '../hooks/mcp.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem } from '../system.ts'
import { readAgents } from '../tools/agents.ts'
import { planBatches } from '../tools/batching.ts'
import type { Asker, Host, ToolUseContext } from '../tools/context.ts'
import { createSession, type Executed, execute, type ToolSession } from '../tools/execute.ts'
import type { CallStatus } from '../tools/failure.ts'
import { connectMcp, type McpConnections } from '../tools/mcp.ts'
import type { MessageRun } from '../tools/run.ts'
import { worstStatus } from '../tools/run.ts'
import { progressLines, runLines } from '../tools/show-run.ts'
import { readSkills } from '../tools/skills.ts'
import { terminalText } from '../tools/terminal.ts'
import { terminalAsker } from './ask-terminal.ts'
import { brokenSettings, brokenText } from './broken.ts'
import { contextFor } from './context.ts'
import { exit } from './exit.ts'
import type { Io } from './io.ts'
import { run, sharedOptions, subcommand, withSharedOptions } from './options.ts'
import { visible } from './screen.ts'
import { type ReadMessage, readMessages } from './tool-uses.ts'

/** Exit code of the worst end: a refusal by rule or hook, then a question nobody answered, then a failure. */
const exits: Readonly<Record<CallStatus, number>> = {
  denied: exit.deny,
  unanswered: exit.ask,
  error: exit.failed,
  cancelled: exit.failed,
  ok: exit.allow,
}

/** `policy run FILE`: tool uses in, each judged and run or refused, tool results out. */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const command = subcommand(io, {
    name: 'run',
    summary:
      'Runs the tool uses of a message, or of one message a line (JSONL), through the whole pipeline; `-` is stdin. ' +
      'Exit: 2 one was denied, else 3 one needed an answer and got none, else 1 one failed, else 0; 1 for unreadable input.',
    examples: ['policy run message.json', 'policy run --json --ask deny - < messages.jsonl'],
  })
  command
    .argument('<file>', 'a message, `tool_use` blocks, or messages one a line')
    .addOption(new Option('--ask <who>', 'who answers questions').choices(['allow', 'deny', 'tty']).default('deny'))
    .addOption(new Option('--concurrency <n>', 'most calls at once').argParser(wholeNumber))
    .addOption(new Option('--batching <how>', 'what may run together').choices(['safe', 'effects']).default('safe'))
    .option('--mcp-config <file>', 'MCP servers to connect, in the form of `.mcp.json`')
    .option('--results <dir>', 'folder for results too long to show')
    .option('--verbose', 'show results whole', false)
  return run(withSharedOptions(command, io), argv, io, async ([file = '-'], given) => {
    const options = sharedOptions(given, io)
    const context = contextFor(options)
    const broken = brokenSettings(context)
    if (broken.length > 0) {
      io.stderr.write(`policy run: settings cannot be read, so nothing is run\n${brokenText(broken)}\n`)
      return exit.failed
    }
    return runAll(file === '-' ? io.stdin : io.open(file), context, { ...options, ...readOptions(given) }, io)
  })
}

interface RunningOptions {
  readonly ask: 'allow' | 'deny' | 'tty'
  readonly batching: 'safe' | 'effects'
  readonly concurrency?: number
  readonly mcpConfig?: string
  readonly results?: string
  readonly verbose: boolean
}

const readOptions = (given: Readonly<Record<string, unknown>>) => given as unknown as RunningOptions

async function runAll(
  input: Parameters<typeof readMessages>[0],
  permissions: PermissionContext,
  options: RunningOptions & { readonly hooks: boolean; readonly json: boolean; readonly quiet: boolean },
  io: Io,
): Promise<number> {
  const controller = new AbortController()
  const release = abortOnSignals(controller)
  const tty = options.ask === 'tty' ? terminalAsker() : undefined
  if (options.ask === 'tty' && tty === undefined) {
    throw new PolicyError('no-terminal', {}, '`--ask tty` needs a terminal, and there is none')
  }
  const mcp = options.mcpConfig === undefined ? undefined : await connect(options.mcpConfig, io)
  const host = await hostFor(permissions, options, tty?.ask, mcp, io)
  let session = await createSession({
    permissions,
    host,
    signal: controller.signal,
    ...(options.concurrency === undefined ? {} : { maxConcurrency: options.concurrency }),
    ...(options.results === undefined ? {} : { resultsFolder: options.results }),
  })
  const statuses: CallStatus[] = []
  let faults = 0
  try {
    for await (const read of readMessages(input)) {
      if (read.kind === 'fault') {
        faults++
        io.stderr.write(`policy run: line ${read.line}: ${read.why}\n`)
        continue
      }
      const before = session.context
      const done = await runOne(read, session, options, io)
      session = done.session
      statuses.push(...done.outcomes.map(({ status }) => status))
      print(read, done, before, options, io)
      if (done.stop !== null || controller.signal.aborted) {
        io.stderr.write(`policy run: stopped: ${visible(done.stop ?? String(controller.signal.reason))}\n`)
        break
      }
    }
  } finally {
    release()
    tty?.close()
    await session.close()
  }
  return faults > 0 ? exit.failed : exits[worstStatus(statuses)]
}

function runOne(
  { message }: Extract<ReadMessage, { kind: 'message' }>,
  session: ToolSession,
  { json, quiet, batching, verbose }: RunningOptions & { readonly json: boolean; readonly quiet: boolean },
  io: Io,
): Promise<Executed> {
  const names = new Map<string, string>()
  if (typeof message.content !== 'string') {
    for (const block of message.content) if ('id' in block) names.set(String(block.id), String(block['name']))
  }
  return execute(message, session, {
    batching,
    onWarning: (text) => io.stderr.write(`policy run: ${visible(text)}\n`),
    onProgress(id, progress) {
      if (json || quiet || !io.stderr.isTTY) return
      const lines = progressLines(names.get(id) ?? '', [progress], session.context, { verbose })
      io.stderr.write(terminalText(lines, screen(io, io.stderr)))
    },
  })
}

function print(
  { uses }: Extract<ReadMessage, { kind: 'message' }>,
  done: MessageRun,
  before: ToolUseContext,
  { json, quiet, verbose, batching }: RunningOptions & { readonly json: boolean; readonly quiet: boolean },
  io: Io,
): void {
  if (quiet || uses.length === 0) return
  if (!json) {
    const lines = runLines(done.outcomes, planBatches(uses, before, batching), before, { verbose })
    io.stdout.write(terminalText(lines, screen(io, io.stdout)))
    return
  }
  const calls = done.outcomes.map(({ id, name, status, stage, decision }) => ({
    id,
    tool: name,
    status,
    stage,
    effect: decision?.effect ?? null,
    reason: decision?.reason ?? null,
  }))
  io.stdout.write(`${JSON.stringify({ schema: 1, ...done.message, calls, messages: done.messages })}\n`)
}

function screen(io: Io, output: Io['stdout']) {
  const colour = output.isTTY && !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb'
  return { columns: output.columns ?? 100, colour }
}

async function hostFor(
  permissions: PermissionContext,
  { ask, hooks }: RunningOptions & { readonly hooks: boolean },
  tty: Asker | undefined,
  mcp: McpConnections | undefined,
  io: Io,
): Promise<Omit<Host, 'hooks'> & { readonly hooks?: null }> {
  const [agents, skills] = await Promise.all([readAgents(permissions, nodeSystem), readSkills(permissions, nodeSystem)])
  for (const text of [...agents.warnings, ...skills.warnings]) io.stderr.write(`policy run: ${visible(text)}\n`)
  const asker: Asker | undefined = ask === 'allow' ? async () => ({ effect: 'allow' }) : tty
  return {
    agents: agents.agents,
    skills: skills.skills,
    notify: (text) => io.stderr.write(`${visible(text)}\n`),
    ...(asker === undefined ? {} : { asker }),
    ...(mcp === undefined ? {} : { mcp }),
    ...(hooks ? {} : { hooks: null }),
  }
}

async function connect(file: string, io: Io): Promise<McpConnections> {
  let servers: unknown
  try {
    servers = (JSON.parse(readFileSync(file, 'utf8')) as { mcpServers?: unknown }).mcpServers
  } catch (error) {
    throw new PolicyError('bad-mcp-config', { file }, `\`${file}\` cannot be read: ${(error as Error).message}`)
  }
  if (typeof servers !== 'object' || servers === null) {
    throw new PolicyError('bad-mcp-config', { file }, `\`${file}\` has no object \`mcpServers\``)
  }
  const connections = await connectMcp(servers as Record<string, McpServer>)
  for (const [name, why] of Object.entries(connections.failures)) {
    io.stderr.write(`policy run: MCP server \`${name}\` is not connected: ${visible(why)}\n`)
  }
  return connections
}

/** A signal ends the run, not the process: every call still gets its result, every child is killed. */
function abortOnSignals(controller: AbortController): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const handlers = signals.map((signal) => {
    const handler = () => controller.abort(`the run was ended by ${signal}`)
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => {
    for (const release of handlers) release()
  }
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('expected a whole number from 1 on.')
  return value
}
