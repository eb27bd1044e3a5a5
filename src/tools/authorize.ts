import type { ToolCall } from '../call.ts'
import { compareEffects, type Decision } from '../decision.ts'
import { sentence } from '../explain.ts'
import type { PermissionContext } from '../rules/context.ts'
import { evaluate } from '../rules/evaluate.ts'
import type { HookVerdict } from '../rules/law.ts'
import type { System } from '../system.ts'
import type { ToolUseContext } from './context.ts'
import { type Failure, failure, isFailure, messageOf } from './failure.ts'
import { runToolHooks } from './hooks.ts'
import { namesOf } from './registry.ts'
import type { AnyTool, Permission } from './tool.ts'

type Input = Readonly<Record<string, unknown>>

/**
 * A call that was judged and may run, once, with exactly the input that was judged. Only this file can make one: the
 * class is not exported, and its private field cannot be imitated.
 */
class AuthorizedCall {
  readonly decision: Decision
  readonly #tool: AnyTool
  readonly #input: Input
  #spent = false

  constructor(tool: AnyTool, input: Input, decision: Decision) {
    this.#tool = tool
    this.#input = deepFreeze(input)
    this.decision = decision
  }

  /** Hands out tool and input; a second time, or for an object that is no authorized call, it throws. */
  static spend(call: AuthorizedCall): { readonly tool: AnyTool; readonly input: Input } {
    if (call.#spent) throw new TypeError('an authorized call runs once')
    call.#spent = true
    return { tool: call.#tool, input: call.#input }
  }
}

export type { AuthorizedCall }

export const spend = AuthorizedCall.spend

/** A call that is parsed, validated and observable, waiting to be judged. */
export interface Request {
  readonly tool: AnyTool
  readonly input: Input
  readonly toolUseId: string
  readonly hook: HookVerdict | undefined
  /** Parses, validates and makes observable an input that somebody put in place of the first. */
  revise(input: unknown): Promise<Input | Failure>
}

/** Asks the rules, then the hooks for permission, then the host. */
export async function authorize(request: Request, context: ToolUseContext): Promise<AuthorizedCall | Failure> {
  const { tool, input } = request
  const decision = await decide(tool, input, context, request.hook)
  if (isFailure(decision)) return decision
  if (decision.effect === 'allow') return new AuthorizedCall(tool, input, decision)
  if (decision.effect === 'deny' && decision.reason.code !== 'no-asker') return refuse(request, decision, 'denied')
  const answer = await ask(request, decision, context)
  if (answer === undefined) return refuse(request, decision, 'unanswered')
  if (answer.effect === 'deny') {
    const message = `\`${tool.name}\` was not run: ${answer.by} refused it${answer.message === '' ? '' : `: ${answer.message}`}`
    return failure('permission', 'denied', message, { decision, ...(answer.stop ? { stop: answer.message } : {}) })
  }
  if (answer.updatedInput === undefined) return new AuthorizedCall(tool, input, decision)
  return authorizeRevised(request, answer, decision, context)
}

/** An answer with another input answers no deny rule, and a hook's no ask rule: the new input is judged too. */
async function authorizeRevised(
  request: Request,
  answer: GivenAnswer,
  before: Decision,
  context: ToolUseContext,
): Promise<AuthorizedCall | Failure> {
  const input = await request.revise(answer.updatedInput)
  if (isFailure(input)) return input
  const decision = await decide(request.tool, input, context, request.hook)
  if (isFailure(decision)) return decision
  const { effect, reason } = decision
  if (effect === 'deny' && reason.code !== 'no-asker') return refuse(request, decision, 'denied')
  if (effect === 'ask' && reason.code === 'rule' && answer.by === permissionHook) {
    return refuse(request, decision, 'unanswered')
  }
  return new AuthorizedCall(request.tool, input, effect === 'allow' ? decision : before)
}

const permissionHook = 'a permission hook'

interface GivenAnswer {
  readonly effect: 'allow' | 'deny'
  readonly by: string
  readonly message: string
  readonly updatedInput: Input | undefined
  readonly stop: boolean
}

/** The answer of a PermissionRequest hook or of the host; undefined when there is nobody to ask. */
async function ask(request: Request, decision: Decision, context: ToolUseContext): Promise<GivenAnswer | undefined> {
  const { tool, input, toolUseId } = request
  const report = await runToolHooks('PermissionRequest', context, { tool: tool.name, input, toolUseId })
  if (report?.effect === 'deny' || report?.effect === 'allow') {
    return {
      effect: report.effect,
      by: permissionHook,
      message: report.reason ?? '',
      updatedInput: report.updatedInput,
      stop: report.interrupt,
    }
  }
  const { asker, askUser } = context.host
  if (tool.isQuestion === true && askUser !== undefined && !context.permissions.headless) {
    return { effect: 'allow', by: 'the person asked', message: '', updatedInput: undefined, stop: false }
  }
  if (asker === undefined || context.permissions.headless) return undefined
  const { signal } = context
  try {
    const answer = await asker({ toolUseId, call: { tool: tool.name, input }, decision, signal })
    const allowed = answer.effect === 'allow'
    return {
      effect: allowed ? 'allow' : 'deny',
      by: 'the person asked',
      message: allowed ? '' : (answer.message ?? ''),
      updatedInput: allowed ? answer.updatedInput : undefined,
      stop: false,
    }
  } catch (error) {
    const message = `the question failed: ${messageOf(error)}`
    return { effect: 'deny', by: 'the host', message, updatedInput: undefined, stop: false }
  }
}

function refuse({ tool }: Request, decision: Decision, status: 'denied' | 'unanswered'): Failure {
  const why = sentence(decision.effect, decision.reason)
  const subject = decision.reason.subject === undefined ? '' : ` (\`${decision.reason.subject}\`)`
  const end = status === 'unanswered' ? '; nobody is there to ask, so it counts as denied' : ''
  return failure('permission', status, `\`${tool.name}\` was not run: ${why}${subject}${end}`, { decision })
}

/** The decision for a call: the rules under each name of the tool, each agent's limits, and what the tool itself says. */
export async function decide(
  tool: AnyTool,
  input: Input,
  context: ToolUseContext,
  hook: HookVerdict | undefined,
): Promise<Decision | Failure> {
  if (context.agent?.admits(tool.name, input) === false) {
    const text = `\`${tool.name}\` was not run: the agent \`${context.agent.type}\` may not use it like this`
    return failure('permission', 'denied', text)
  }
  const decision = judge(tool, input, context, hook)
  try {
    const own = await tool.checkPermissions(input, context)
    if (own.effect === 'deny' || own.effect === 'ask') {
      const reason = { code: 'no-permission-needed' as const, detail: own.message }
      if (compareEffects(own.effect, decision.effect) >= 0) return decision
      return own.effect === 'deny'
        ? failure('permission', 'denied', `\`${tool.name}\` was not run: ${own.message}`, { decision })
        : { ...decision, effect: 'ask', reason: { ...reason, code: 'requires-interaction' } }
    }
    const silent = decision.reason.code === 'no-rule' || decision.reason.code === 'unknown-tool'
    return own.effect === 'allow' && decision.effect === 'ask' && silent
      ? { ...decision, effect: 'allow', reason: { code: 'no-permission-needed', subject: tool.name } }
      : decision
  } catch (error) {
    return failure('permission', 'denied', `\`${tool.name}\` was not run: its own check failed: ${messageOf(error)}`)
  }
}

function judge(tool: AnyTool, input: Input, context: ToolUseContext, hook: HookVerdict | undefined): Decision {
  let decision = judgeIn(context.permissions, tool, input, context, hook)
  // What an agent's own hooks allow binds the agent alone.
  const shared = hook?.effect === 'allow' && context.agent?.ownHooks === true ? undefined : hook
  for (const parent of context.parents) {
    const limit = judgeIn(parent, tool, input, context, shared)
    if (compareEffects(limit.effect, decision.effect) < 0) decision = limit
  }
  return decision
}

function judgeIn(
  permissions: PermissionContext,
  tool: AnyTool,
  input: Input,
  context: ToolUseContext,
  hook: HookVerdict | undefined,
): Decision {
  const { cwd, system } = context
  const here = judgeAs(inFolder(permissions, cwd), tool, input, system, hook)
  if (here.effect === 'deny' || permissions.cwd === cwd) return here
  // Relative rules mean the folder the session began in, wherever its shell has gone since.
  const home = judgeAs(permissions, tool, input, system, hook)
  return home.effect === 'deny' ? home : here
}

function judgeAs(
  permissions: PermissionContext,
  tool: AnyTool,
  input: Input,
  system: System,
  hook: HookVerdict | undefined,
): Decision {
  const decisions = namesOf(tool).map((name): Decision => evaluate({ tool: name, input }, permissions, system, hook))
  const named = (effect: Decision['effect']) => decisions.find((d) => d.effect === effect && d.reason.code === 'rule')
  const decided = decisions.find((d) => d.effect === 'deny') ?? named('ask') ?? named('allow') ?? decisions[0]
  return decided as Decision
}

const moved = new WeakMap<PermissionContext, Map<string, PermissionContext>>()

/** The same rules for a shell that has moved to another folder. Kept, so that rules are compiled once. */
export function inFolder(permissions: PermissionContext, cwd: string): PermissionContext {
  if (permissions.cwd === cwd) return permissions
  const folders = moved.get(permissions) ?? new Map<string, PermissionContext>()
  moved.set(permissions, folders)
  const known = folders.get(cwd)
  if (known !== undefined) return known
  const context = Object.freeze({ ...permissions, cwd })
  folders.set(cwd, context)
  return context
}

/** The gate again, for what a tool does while it runs: rules and host, no hooks. */
export async function canUseInner(call: ToolCall, context: ToolUseContext, toolUseId: string): Promise<Permission> {
  const tool = context.tools.find(call.tool)
  if (tool === undefined) return { effect: 'deny', message: `there is no tool \`${call.tool}\`` }
  const request = { tool, input: call.input, toolUseId, hook: undefined, revise: async () => call.input }
  const authorized = await authorize(request, context)
  if (isFailure(authorized)) return { effect: 'deny', message: authorized.message }
  return { effect: 'allow', input: spend(authorized).input }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const item of Object.values(value)) deepFreeze(item)
  }
  return value
}
