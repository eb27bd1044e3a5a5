import type { System } from '../system.ts'
import { hostOf } from './collect.ts'
import { wordOf } from './commands/words.ts'
import type { CommandEffects } from './effects.ts'
import {
  declarations,
  isCommandVariable,
  isHarmlessAssignment,
  isHarmlessExport,
  isScriptVariable,
  isSpecialVariable,
} from './environment.ts'
import type { Doubt, Redirect, Script, SimpleCommand, Word } from './script.ts'

/**
 * What changes the meaning of names in the rest of the text: a variable of the shell's own (`PATH`, `IFS`) that a loop,
 * an expansion, arithmetic, `{NAME}<file` or `export` sets, or a table of names the shell keeps; null when nothing does.
 */
export function setVariable(script: Script): Doubt | null {
  const loop = script.loops.find(({ name }) => isSpecialVariable(name))
  if (loop !== undefined) return { code: 'environment', detail: loop.name, start: loop.start }
  const named = script.redirects.find((redirect) => specialName(redirect) !== undefined)
  if (named !== undefined) return { code: 'environment', detail: specialName(named) as string, start: named.start }
  for (const { words, redirects, start, end } of script.commands) {
    const detail = redirects.map(specialName).find((name) => name !== undefined) ?? namesAnew(words)
    if (detail !== undefined) return { code: 'environment', detail: detail.slice(0, 60), start, end }
  }
  return null
}

/** The variable that `{NAME}<file` sets, where it is one of the shell's own. */
function specialName({ descriptor }: Redirect): string | undefined {
  const name = descriptor?.startsWith('{') === true ? /^\w*/.exec(descriptor.slice(1))?.[0] : undefined
  return name !== undefined && isSpecialVariable(name) ? name : undefined
}

function setsSpecial({ value, prefix, text }: Word): boolean {
  const [, name, given] = /^(\w+)\+?=(.*)$/s.exec(value ?? (prefix === '' ? text : prefix)) ?? []
  if (name !== undefined) return isSpecialVariable(name) && (value === null || !isHarmlessExport(name, given ?? ''))
  return value === null
}

/** The word by which names mean something else from here on: `export PATH=..`, `hash -p FILE NAME`, `enable -n NAME` (bash(1)). */
function namesAnew(words: readonly Word[]): string | undefined {
  const program = words[0]?.value ?? ''
  if (declarations.has(program)) return words.find((word, i) => i > 0 && setsSpecial(word))?.text
  if (program !== 'hash' && program !== 'enable') return undefined
  return words.find(({ value }, i) => i > 0 && (value === null || /^-\w*[pfnd]/.test(value)))?.text
}

/** The first assignment of a command that may change what it or a later one does; null when none does. */
export function assignmentDoubt(command: SimpleCommand, env: System['env']): Doubt | null {
  const program = command.words[0]?.value ?? ''
  for (const assignment of command.assignments) {
    // `IFS= read -r line` splits for this one command, which runs nothing.
    if (assignment.name === 'IFS' && /^(read|mapfile|readarray)$/.test(program)) continue
    const exported = env[assignment.name] !== undefined
    const bad =
      command.words.length > 0 || exported ? !isHarmlessAssignment(assignment) : isSpecialVariable(assignment.name)
    if (bad) return { code: 'environment', detail: assignment.name, start: assignment.start, end: assignment.end }
  }
  return null
}

/** An exported variable reaches every later command, as one in front of a command reaches that command. */
export function exportDoubt(program: string | null, words: readonly Word[]): Doubt | null {
  const exports =
    program === 'export' ||
    ((program === 'declare' || program === 'typeset') && words.some((word) => /^-\w*x/.test(word.value ?? '')))
  if (!exports) return null
  for (const { value, text } of words.slice(1)) {
    const [, name, given] = /^(\w+)=(.*)$/s.exec(value ?? '') ?? []
    const certain = name === undefined ? value !== null && !/^\w+\+?=/.test(text) : isHarmlessExport(name, given ?? '')
    if (!certain) return { code: 'shell-state', detail: text.slice(0, 60) }
  }
  return null
}

/** What the variables a command sets or exports make other programs run. */
export function withVariables(command: SimpleCommand, program: string | null, given: CommandEffects): CommandEffects {
  const declares = declarations.has(program ?? '')
  if (!declares && command.assignments.length === 0) return given
  let effects = given
  const set = (name: string, value: string | null, text: string) => {
    if (proxyVariable.test(name)) {
      effects = { ...effects, hosts: [...effects.hosts, value === null ? null : hostOf(value)] }
    } else if (name === 'TMPDIR') {
      // Programs make files of names of their own there.
      const use = { path: value === null ? null : `${value}/tmp`, glob: null, tree: false }
      effects = { ...effects, writes: [...effects.writes, { ...use, start: command.start, end: command.end }] }
    } else if (value !== null && isHarmlessExport(name, value)) {
      return
    } else if (isCommandVariable(name) && value !== null) {
      const word: Word = { ...wordOf(value), start: command.start, end: command.end }
      effects = alsoRuns(value, [word], name, effects)
    } else if (isCommandVariable(name) || isScriptVariable(name)) {
      effects = { ...effects, unread: effects.unread ?? text }
    }
  }
  for (const { name, value } of command.assignments) set(name, value === null ? '' : value.value, `${name}=`)
  if (declares) {
    for (const { value, prefix, text } of command.words.slice(1)) {
      const [, name, rest] = /^(\w+)=(.*)$/s.exec(value ?? prefix) ?? []
      if (name !== undefined) set(name, value === null ? null : (rest ?? ''), text)
    }
  }
  return effects
}

/** Every transfer goes through the host it names (curl(1), wget(1), git-config(1)). */
const proxyVariable = /^(https?|ftp|all)_proxy$/i

/** The effects and, besides, a text for a shell. */
export function alsoRuns(
  text: string,
  words: readonly Word[],
  through: string,
  effects: CommandEffects,
  args: readonly Word[] | null = null,
): CommandEffects {
  return {
    ...effects,
    runs: [...effects.runs, { words, appends: false, fills: null, shell: text, args, remote: false, through }],
  }
}
