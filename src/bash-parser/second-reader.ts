import type { Command, SyntaxNode, Assignment as UnbashAssignment, Word as UnbashWord } from 'unbash'
import { need } from './load.ts'
import type { Assignment, Nesting, Place, Redirect, RedirectOperator, SimpleCommand, Word } from './script.ts'

/** What one reader saw. */
export interface Reading {
  readonly commands: SimpleCommand[]
  readonly redirects: (Redirect & { place: Place })[]
  readonly defines: string[]
  /** First error; null for a text it read to the end without one. */
  error: string | null
}

type Unbash = typeof import('unbash')
let unbash: Unbash | undefined

const expansions = new Set<string>([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
])

/** Reads a text with the `unbash` parser. */
export function readWithUnbash(text: string): Reading {
  unbash ??= need('unbash') as Unbash
  const { parse, forEachChild } = unbash
  const reading: Reading = { commands: [], redirects: [], defines: [], error: null }
  let shells = 0

  const holdsExpansion = (node: SyntaxNode): boolean => {
    if (expansions.has(node.type)) return true
    let found = false
    forEachChild(node, (child) => {
      found ||= holdsExpansion(child)
    })
    return found
  }
  const toWord = (word: UnbashWord): Word => {
    const literal = holdsExpansion(word) ? null : word.value
    const unquoted = (word.parts ?? []).some((part) => expansions.has(part.type))
    const glob =
      literal !== null && (word.parts ?? []).some((part) => part.type === 'Glob' || part.type === 'ExtendedGlob')
    const brace = (word.parts ?? []).some((part) => part.type === 'BraceExpansion')
    const tilde = word.text.startsWith('~')
    const known = literal !== null && !glob && !brace && !tilde
    return {
      start: word.pos,
      end: word.end,
      text: word.text,
      literal,
      value: known ? literal : null,
      values: known ? [literal] : null,
      glob: glob && !brace && !tilde ? word.text : null,
      prefix: known ? literal : '',
      splits: unquoted || glob,
      brace: false,
    }
  }
  const toAssignment = (node: UnbashAssignment): Assignment => ({
    start: node.pos,
    end: node.end,
    name: node.name,
    subscript: node.index?.text ?? null,
    append: node.append === true,
    value: node.value.type === 'ArrayValue' ? null : toWord(node.value),
    array: node.value.type === 'ArrayValue' ? node.value.elements.map(toWord) : null,
  })
  const toRedirect = (node: SyntaxNode): Redirect | null => {
    if (node.type !== 'Redirect' && node.type !== 'HereString' && node.type !== 'HereDoc') return null
    const descriptor =
      node.descriptor === undefined
        ? null
        : node.descriptor.type === 'FileDescriptor'
          ? String(node.descriptor.value)
          : `{${node.descriptor.name}}`
    if (node.type === 'HereDoc') {
      const value = node.delimiter?.value ?? ''
      const target = plain(
        node.delimiter?.pos ?? node.end,
        node.delimiter?.end ?? node.end,
        node.delimiter?.text ?? '',
        value,
      )
      const body = { quoted: node.delimiter?.quoted === true, text: node.body.text }
      return { start: node.pos, end: node.end, operator: node.operator as RedirectOperator, descriptor, target, body }
    }
    const target = node.target === undefined ? plain(node.end, node.end, '', '') : toWord(node.target)
    return {
      start: node.pos,
      end: node.end,
      operator: node.operator as RedirectOperator,
      descriptor,
      target,
      body: null,
    }
  }
  const toCommand = (node: Command, place: Place): SimpleCommand => {
    const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]
    const words: Word[] = []
    const assignments: Assignment[] = []
    const redirects: Redirect[] = []
    for (const part of parts) {
      if (part.type === 'Word') words.push(toWord(part))
      else if (part.type === 'Assignment') {
        if (words.length === 0) assignments.push(toAssignment(part))
        else words.push(assignmentWord(part, toAssignment(part)))
      } else {
        const redirect = toRedirect(part)
        if (redirect !== null) redirects.push(redirect)
      }
    }
    return {
      start: node.pos,
      end: node.end,
      text: text.slice(node.pos, node.end),
      assignments,
      words,
      redirects,
      place,
    }
  }
  const walk = (node: SyntaxNode, place: Place): void => {
    const within = (nesting: Nesting, more: Partial<Place> = {}): Place => ({
      ...place,
      nesting: [...place.nesting, nesting],
      ...more,
    })
    const process = (nesting: Nesting, more: Partial<Place> = {}): Place =>
      within(nesting, { shell: ++shells, outer: [place.shell, ...place.outer], piped: false, ...more })
    const into = (next: Place) => forEachChild(node, (child) => walk(child, next))
    if ('errors' in node && node.errors !== undefined && node.errors.length > 0)
      reading.error ??= node.errors[0]?.message ?? ''
    switch (node.type) {
      case 'Command':
        reading.commands.push(toCommand(node, place))
        return into(place)
      case 'Pipeline': {
        const negated = node.prefixes.some((prefix) => prefix.type === 'Negation')
        node.commands.forEach((command, i) => {
          const outer = negated ? within('negation') : place
          if (node.commands.length === 1) return walk(command, outer)
          walk(command, {
            ...outer,
            nesting: [...outer.nesting, 'pipeline'],
            shell: ++shells,
            outer: [place.shell, ...place.outer],
            piped: i > 0,
          })
        })
        return
      }
      case 'Statement':
        return into(node.background === true ? process('background') : place)
      case 'Subshell':
        return into(process('subshell', { piped: place.piped }))
      case 'BraceGroup':
        return into(within('group'))
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
        return into(process('substitution'))
      case 'ProcessSubstitution':
        return into(process('process-substitution'))
      case 'Function':
        reading.defines.push(node.name.value)
        return into(within('function', { functionName: node.name.value }))
      case 'For':
      case 'Select':
      case 'ArithmeticFor':
      case 'While':
        return into(within('loop'))
      case 'If':
      case 'TestCommand':
        return into(within('condition'))
      case 'Case':
        return into(within('case'))
      case 'Coproc':
        return into(process('coproc'))
      case 'HereDocBody':
        return into(within('here-document'))
      case 'Redirected':
        for (const part of node.redirects) {
          const redirect = toRedirect(part)
          if (redirect !== null) reading.redirects.push({ ...redirect, place })
        }
        return into(place)
      default:
        return into(place)
    }
  }
  const main: Place = { nesting: [], shell: 0, outer: [], functionName: null, piped: false }
  try {
    const script = parse(text)
    walk(script, main)
    if (script.errors !== undefined && script.errors.length > 0) reading.error ??= script.errors[0]?.message ?? ''
  } catch (error) {
    reading.error ??= error instanceof Error ? error.message : 'failed'
  }
  reading.commands.sort((a, b) => a.start - b.start)
  return reading
}

function plain(start: number, end: number, text: string, value: string): Word {
  return {
    start,
    end,
    text,
    literal: value,
    value,
    values: [value],
    glob: null,
    prefix: value,
    splits: false,
    brace: false,
  }
}

function assignmentWord(node: UnbashAssignment, assignment: Assignment): Word {
  const literal =
    assignment.value === null || assignment.value.literal === null || node.index !== undefined
      ? null
      : `${node.name}${assignment.append ? '+=' : '='}${assignment.value.literal}`
  return {
    start: node.pos,
    end: node.end,
    text: node.text,
    literal,
    value: assignment.value?.value === null ? null : literal,
    values: assignment.value?.value === null || literal === null ? null : [literal],
    glob: null,
    prefix: literal ?? `${node.name}=`,
    splits: false,
    brace: false,
  }
}
