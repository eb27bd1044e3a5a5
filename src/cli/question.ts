import type { Command } from 'commander'
import type { ToolCall } from '../call.ts'
import { PolicyError } from '../errors.ts'
import { readPayload } from '../hosts/claude-code.ts'
import type { Io } from './io.ts'
import type { SharedOptions } from './shared-options.ts'
import { readStdin } from './stdin.ts'

/** The call that a command line asks about, and what a payload on stdin says of its surroundings. */
export interface Question {
  readonly call: ToolCall
  readonly from: Partial<SharedOptions>
}

/** The ways to name one call, the same for `check` and `explain`. */
export function withQuestion(command: Command): Command {
  return (
    command
      .argument('[command]', 'a Bash command line')
      // Counted by us, because the usual reason is a command line without quotes.
      .allowExcessArguments()
      .option('--tool <name>', 'another tool than Bash')
      .option('--input <json>', 'its input, a JSON object')
      .option('--stdin', 'read a hook payload (PreToolUse JSON) from stdin')
      .option('--mask', 'replace secrets in what hooks said and changed', false)
  )
}

/** The call; a `PolicyError` says what is missing or too much. */
export function readQuestion(
  operands: readonly string[],
  options: Readonly<Record<string, unknown>>,
  io: Io,
): Question {
  const { tool, input, stdin } = options
  const ways = [operands.length > 0, tool !== undefined || input !== undefined, stdin === true].filter(Boolean).length
  if (ways === 0) throw refused('nothing to decide: expected a command line, `--tool` with `--input`, or `--stdin`')
  if (ways > 1) throw refused('expected one of a command line, `--tool` with `--input`, and `--stdin`')
  if (stdin === true) return fromPayload(io)
  if (operands.length > 1) {
    throw refused(
      `expected one command line, got ${operands.length} words: quote it, as in \`policy check '${operands.join(' ')}'\``,
    )
  }
  if (operands[0]?.trim() === '') throw refused('the command line is empty')
  if (operands.length === 1) return { call: { tool: 'Bash', input: { command: operands[0] } }, from: {} }
  if (typeof tool !== 'string' || tool === '') throw refused('`--input` needs `--tool` with the name of a tool')
  return { call: { tool, input: input === undefined ? {} : readInput(String(input)) }, from: {} }
}

function fromPayload(io: Io): Question {
  const input = readStdin(io)
  if ('why' in input) throw refused(input.why)
  const payload = readPayload(input.text)
  if (payload.kind === 'unreadable') throw refused(payload.why)
  if (payload.kind !== 'call') throw refused(`a \`${payload.event}\` payload asks for no decision: expected PreToolUse`)
  const { call, cwd, mode } = payload
  return { call, from: { cwd, trusted: true, ...(mode === undefined ? {} : { mode }) } }
}

function readInput(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refused(`\`--input\` is not JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refused('`--input`: expected a JSON object, for example `{"file_path":".env"}`')
  }
  return value as Record<string, unknown>
}

function refused(message: string): PolicyError {
  return new PolicyError('bad-arguments', {}, message)
}
