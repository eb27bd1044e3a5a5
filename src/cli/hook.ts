import { isAbsolute } from 'node:path'
import { PolicyError } from '../errors.ts'
import {
  answer,
  type Past,
  type Question,
  readPayload,
  refusalToDecide,
  remark,
  whyUndecided,
} from '../hosts/claude-code.ts'
import type { PermissionContext } from '../rules/context.ts'
import { nodeSystem } from '../system.ts'
import { brokenSettings, brokenText } from './broken.ts'
import { contextFor } from './context.ts'
import { decide } from './decide.ts'
import { hookHelp, readHookArguments } from './hook-arguments.ts'
import type { Io } from './io.ts'
import type { SharedOptions } from './shared-options.ts'
import { readStdin } from './stdin.ts'

/** Exit code that makes a host stop the call, or hand stderr to the model when it has run; it reads 1 as "go on". */
const block = 2

/**
 * Is a hook: payload on stdin, answer on stdout. Whatever keeps it from deciding blocks the call, with the reason on
 * stderr; of a call that has run the model is told that nobody could judge it. Reads its own arguments, because a library for them would cost more than the decision.
 */
export async function hookCommand(argv: readonly string[], io: Io): Promise<number> {
  let event: string | undefined
  const refuse = (why: string) => {
    const said = refusalToDecide(event, why)
    if (said !== undefined) io.stdout.write(`${said}\n`)
    io.stderr.write(`policy hook: ${whyUndecided(event, why)}\n`)
    return block
  }
  try {
    const options = readHookArguments(argv, io.cwd)
    if (typeof options === 'string') return refuse(options)
    if (options.help) {
      io.stdout.write(hookHelp)
      return 0
    }
    const input = readStdin(io)
    if ('why' in input) return refuse(input.why)
    const payload = readPayload(input.text)
    if (payload.kind === 'other') return 0
    event = payload.event
    if (payload.kind === 'unreadable') return refuse(payload.why)
    const context = sessionContext(payload, options.shared, io)
    const broken = brokenSettings(context)
    if (broken.length > 0) return refuse(brokenText(broken))
    if (payload.kind === 'past') {
      // Whoever let it run was asked before: what counts now is what the rules forbid, in any mode.
      const text = remark(payload, await decide(payload.call, { ...context, mode: 'default' }, nodeSystem))
      if (text !== undefined) io.stdout.write(`${text}\n`)
      return 0
    }
    const decision = await decide(payload.call, context, nodeSystem)
    io.stdout.write(`${answer(payload, decision, { strictAllow: options.strictAllow })}\n`)
    return 0
  } catch (error) {
    const what = error instanceof PolicyError ? '' : 'internal error: '
    const text = error instanceof Error ? error.message : String(error)
    return refuse(`${what}${text.replace(/\s+/g, ' ')}`)
  }
}

/**
 * The settings of the session: those of the folder it started in, which the host names in `CLAUDE_PROJECT_DIR`. The
 * payload's folder follows every `cd`; rules must not be lost on the way.
 */
function sessionContext(payload: Question | Past, given: Partial<SharedOptions>, io: Io): PermissionContext {
  const named = io.env['CLAUDE_PROJECT_DIR']
  const start = given.cwd ?? (named !== undefined && isAbsolute(named) ? named : payload.cwd)
  const mode = payload.mode === undefined ? {} : { mode: payload.mode }
  // A host starts the hooks of a folder only when the folder is trusted.
  const context = contextFor({ trusted: true, ...mode, ...given, cwd: start })
  return start === payload.cwd ? context : { ...context, cwd: payload.cwd }
}
