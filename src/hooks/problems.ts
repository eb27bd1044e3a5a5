import { isAbsolute, join } from 'node:path'
import type { HookEntry, PermissionContext } from '../rules/context.ts'
import type { System } from '../system.ts'
import { guardEvents, type HookEvent, hookEvent, toolAliases, toolEvents } from './events.ts'
import { type CommandHandler, type Handler, isFault, readHandler } from './handler.ts'
import { aliasIn, exactNames, matchesAll, regexOf } from './matcher.ts'
import { firstWords, unquotedVariable } from './shell-text.ts'
import { toolNames } from './tool-names.ts'
import { urlAllowed } from './urls.ts'

export type ProblemCode =
  | 'invalid-hook'
  | 'never-matches'
  | 'unknown-name'
  | 'broken-matcher'
  | 'matcher-ignored'
  | 'old-name'
  | 'if-never'
  | 'missing-file'
  | 'missing-program'
  | 'not-executable'
  | 'relative-path'
  | 'unquoted-variable'
  | 'unset-variable'
  | 'blank-in-program'
  | 'exit-1-blocks'
  | 'cannot-decide'
  | 'once-ignored'
  | 'url-not-allowed'

/** Something that keeps a hook from doing what its author meant. `error`: it can never do it. */
export interface HookProblem {
  readonly code: ProblemCode
  readonly severity: 'error' | 'warning'
  readonly text: string
  readonly fix: string
}

/** Where a hook would run, and what can be seen there. */
export interface Surroundings {
  readonly context: PermissionContext
  readonly system: System
  readonly projectDir: string
  readonly executable: (path: string) => boolean
}

/** What is wrong with one configured hook, without running it. */
export function hookProblems(entry: HookEntry, around: Surroundings): HookProblem[] {
  const handler = readHandler(entry)
  if (isFault(handler)) return [problem('invalid-hook', 'error', handler.fault, 'mend the entry; it never runs')]
  const row = hookEvent(entry.event) as HookEvent
  return [
    ...matcherProblems(entry, row),
    ...fieldProblems(entry, handler, row, around.context),
    ...(handler.type === 'command' ? commandProblems(entry, handler, row, around) : []),
  ]
}

function matcherProblems(entry: HookEntry, row: HookEvent): HookProblem[] {
  const { event, matcher } = entry
  if (matcher === undefined || matchesAll(matcher)) return []
  if (row.matchOn === null) {
    const text = `${event} has no matcher: \`${matcher}\` is ignored and the hook always runs`
    return [problem('matcher-ignored', 'warning', text, 'remove the matcher')]
  }
  const alias = aliasIn(event, matcher)
  const old =
    alias === null ? [] : [problem('old-name', 'warning', `\`${alias[0]}\` is an old name`, `write \`${alias[1]}\``)]
  const names = exactNames(event, matcher)
  return names === null ? patternProblems(event, matcher, row) : [...nameProblems(event, names, row), ...old]
}

function nameProblems(event: string, names: readonly string[], row: HookEvent): HookProblem[] {
  const known = toolEvents.has(event) ? toolNames : row.values
  if (known === undefined) return []
  const wrong = names.filter((name) => !known.includes(name) && !isAlias(event, name) && !isMcpTool(event, name))
  const severity = wrong.length === names.length ? 'error' : 'warning'
  const code = severity === 'error' ? 'never-matches' : 'unknown-name'
  return wrong.map((name) => {
    if (toolEvents.has(event) && /^mcp__[^_].*/.test(name) && !isMcpTool(event, name)) {
      return problem(
        code,
        severity,
        `\`${name}\` is compared as a whole and no tool is called so`,
        `write \`${name}__.*\` for the whole server`,
      )
    }
    const close = known.find((other) => other.toLowerCase() === name.toLowerCase())
    const fix = close === undefined ? `known: ${known.slice(0, 60).join(', ')}` : `write \`${close}\`: case counts`
    return problem(
      code,
      severity,
      `\`${name}\` is no ${toolEvents.has(event) ? 'known tool' : `${row.matchOn} of ${event}`}`,
      fix,
    )
  })
}

function isAlias(event: string, name: string): boolean {
  return toolEvents.has(event) && Object.hasOwn(toolAliases, name)
}

function isMcpTool(event: string, name: string): boolean {
  return toolEvents.has(event) && /^mcp__.+__.+$/.test(name)
}

/** Stand-ins for tools that servers bring: a pattern that matches none of these matches no server's tools either. */
const servers = ['mcp__server__tool', 'mcp__github__create_issue', 'mcp__plugin_name_server__tool']

function patternProblems(event: string, matcher: string, row: HookEvent): HookProblem[] {
  const pattern = regexOf(matcher)
  if (pattern === null) {
    const effect = guardEvents.has(event) ? 'every call is blocked for it' : 'the hook never runs'
    return [
      problem('broken-matcher', 'error', `\`${matcher}\` is no regular expression: ${effect}`, 'mend the pattern'),
    ]
  }
  if (toolEvents.has(event) && /^[A-Za-z]+\(.*\)$/.test(matcher)) {
    const tool = matcher.slice(0, matcher.indexOf('('))
    const fix = `write \`"matcher": "${tool}"\` and \`"if": "${matcher}"\``
    return [problem('never-matches', 'error', `\`${matcher}\` is compared with the tool's name alone`, fix)]
  }
  const known = toolEvents.has(event) ? [...toolNames, ...servers] : row.values
  if (known === undefined || known.some((name) => pattern.test(name))) return []
  if (toolEvents.has(event) && matcher.includes('mcp__')) return []
  return [
    problem('never-matches', 'error', `\`${matcher}\` matches nothing that ${event} is about`, 'mend the pattern'),
  ]
}

function fieldProblems(entry: HookEntry, handler: Handler, row: HookEvent, context: PermissionContext): HookProblem[] {
  const found: HookProblem[] = []
  if (handler.if !== undefined && !toolEvents.has(entry.event)) {
    found.push(
      problem('if-never', 'error', `\`if\` is never true on ${entry.event}: the hook never runs`, 'remove `if`'),
    )
  }
  if (handler.once && entry.origin?.kind !== 'skill') {
    found.push(problem('once-ignored', 'warning', '`once` counts in skills only', 'remove `once`'))
  }
  if (handler.type === 'command' && (handler.async || handler.asyncRewake) && row.onBlock === 'refuse') {
    found.push(problem('cannot-decide', 'warning', 'a background hook cannot block anything', 'remove `async`'))
  }
  if (
    handler.type === 'http' &&
    context.allowedHttpHookUrls !== null &&
    !urlAllowed(handler.url, context.allowedHttpHookUrls)
  ) {
    const text = `\`${handler.url}\` is not covered by \`allowedHttpHookUrls\`: the hook never runs`
    found.push(problem('url-not-allowed', 'error', text, 'add the URL to `allowedHttpHookUrls`'))
  }
  return found
}

/** Variables that blog posts name and no host sets: everything comes on stdin (spec/hooks.md 4.5). */
const unset = /\$\{?(CLAUDE_TOOL_NAME|CLAUDE_TOOL_INPUT|CLAUDE_FILE_PATHS|TOOL_INPUT|TOOL_NAME|CLAUDE_MODEL)\b\}?/

function commandProblems(
  entry: HookEntry,
  handler: CommandHandler,
  row: HookEvent,
  around: Surroundings,
): HookProblem[] {
  const found: HookProblem[] = []
  const exec = handler.args !== undefined
  const variable = exec || handler.shell === 'powershell' ? null : unquotedVariable(handler.command)
  if (variable !== null) {
    const text = `\`${variable}\` is not quoted: a blank in the folder's name ends the hook with 127, and the call goes on`
    found.push(problem('unquoted-variable', 'warning', text, `write \`"${variable}"\`, or use \`args\``))
  }
  if (exec && /\s/.test(handler.command) && !handler.command.includes('/')) {
    const text = `\`${handler.command}\` is taken as the name of one program`
    found.push(problem('blank-in-program', 'error', text, 'put everything but the program into `args`'))
  }
  const named = unset.exec(exec ? '' : handler.command)
  if (named !== null) {
    found.push(problem('unset-variable', 'warning', `\`${named[0]}\` is set by no host`, 'read the JSON on stdin'))
  }
  if (handler.shell === 'powershell' && !exec) return found
  const words = exec ? [handler.command, ...(handler.args ?? [])] : firstWords(handler.command)
  const script = scriptOf(words, entry, around)
  found.push(...scriptProblems(script, around))
  const text = script.path === null ? (exec ? '' : handler.command) : (readable(script.path, around) ?? '')
  if (row.onBlock !== 'nothing' && meansToBlockWithOne(text)) {
    const said = 'it exits with 1 to block, and 1 never blocks: the call goes on'
    found.push(problem('exit-1-blocks', 'error', said, 'exit with 2, or print the JSON decision'))
  }
  return found
}

interface Script {
  /** The file that is run; null when it is a program of the system or cannot be told. */
  readonly path: string | null
  readonly relative: boolean
  /** Run by its own first line, so that it must be executable. */
  readonly direct: boolean
  /** A bare name to look up on PATH; null when there is none. */
  readonly program: string | null
}

const interpreters = new Set(
  'sh bash zsh dash node nodejs deno bun python python3 ruby perl php tsx ts-node'.split(' '),
)

function scriptOf(words: readonly string[], entry: HookEntry, around: Surroundings): Script {
  const nothing = { path: null, relative: false, direct: false, program: null }
  const [first, ...rest] = words.map((word) => filled(word, entry, around))
  if (first === undefined || first === null || /[=$`]/.test(first)) return nothing
  const name = first.slice(first.lastIndexOf('/') + 1)
  if (!interpreters.has(name)) {
    return first.includes('/') ? at(first, true) : { ...nothing, program: shellBuiltins.has(first) ? null : first }
  }
  const operand = rest.find((word) => word === null || !word.startsWith('-'))
  const inline = rest.some((word) => word !== null && /^(-c|-e|-p|--eval|--print|-m|-lc)$/.test(word))
  if (operand === undefined || operand === null || inline || /[$`*]/.test(operand) || operand === 'run')
    return { ...nothing, program: first.includes('/') ? null : first }
  return at(operand, false)

  function at(path: string, direct: boolean): Script {
    const relative = !isAbsolute(path)
    return { path: relative ? join(around.context.cwd, path) : path, relative, direct, program: null }
  }
}

const shellBuiltins = new Set(
  '. : [ alias bg break cd command continue echo eval exec exit export false getopts if for while case until kill printf pwd read readonly return set shift source test times trap true type ulimit umask unset wait { !'.split(
    ' ',
  ),
)

/** A word with the documented folders filled in; null when another variable is left in it. */
function filled(word: string, entry: HookEntry, { projectDir, context }: Surroundings): string | null {
  const values: Record<string, string | undefined> = {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_PLUGIN_ROOT: entry.origin?.root,
    HOME: context.home,
  }
  let unknown = false
  const text = word
    .replace(/^~(?=\/|$)/, context.home)
    .replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (_, braced: string, bare: string) => {
      const value = values[braced ?? bare]
      if (value === undefined) unknown = true
      return value ?? ''
    })
  return unknown ? null : text
}

function scriptProblems(script: Script, around: Surroundings): HookProblem[] {
  const found: HookProblem[] = []
  if (script.program !== null && !onPath(script.program, around)) {
    found.push(
      problem('missing-program', 'error', `\`${script.program}\` is not on PATH`, 'install it, or name its path'),
    )
  }
  if (script.path === null) return found
  if (script.relative) {
    const text = `the path is relative: in another folder the file is not found, and the call goes on`
    found.push(problem('relative-path', 'warning', text, 'begin it with `"$CLAUDE_PROJECT_DIR"/`'))
  }
  const kind = around.system.kind(script.path)
  if (kind === undefined) {
    found.push(problem('missing-file', 'error', `\`${script.path}\` does not exist`, 'create it, or mend the path'))
  } else if (script.direct && !around.executable(script.path)) {
    const text = `\`${script.path}\` is not executable: it ends with 126, and the call goes on`
    found.push(problem('not-executable', 'error', text, 'chmod +x, or name its interpreter'))
  }
  return found
}

function onPath(program: string, { system, context, executable }: Surroundings): boolean {
  const path = context.env['PATH'] ?? system.env['PATH'] ?? ''
  return path.split(':').some((folder) => folder !== '' && executable(join(folder, program)))
}

function readable(path: string, { system }: Surroundings): string | undefined {
  try {
    return system.readText(path)
  } catch {
    return undefined
  }
}

/** It ends with 1 somewhere, and nowhere with 2 or with a decision in JSON. */
function meansToBlockWithOne(text: string): boolean {
  const one = /\bexit\s+1\b|\bexit\(\s*1\s*\)|\bSystemExit\(\s*1\s*\)|\bexitCode\s*=\s*1\b/
  const other =
    /\bexit\s+2\b|\bexit\(\s*2\s*\)|\bSystemExit\(\s*2\s*\)|\bexitCode\s*=\s*2\b|permissionDecision|["']?decision["']?\s*[:=]/
  return one.test(text) && !other.test(text)
}

function problem(code: ProblemCode, severity: 'error' | 'warning', text: string, fix: string): HookProblem {
  return { code, severity, text, fix }
}
