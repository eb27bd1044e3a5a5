import { showCall } from '../call-notation.ts'
import type { Finding, Witness } from '../finding.ts'

/** The findings for people: place, sentence, the call that shows it, what to do. */
export function lintText(findings: readonly Finding[], name: (file: string) => string): string {
  const lines = findings.flatMap((finding) => {
    const { severity, code, data, witness, fix } = finding
    const head = `${where(finding, name)}: ${severity}: ${data['message']} (${code})`
    return [
      head,
      ...(witness === null ? [] : [`    call: ${showWitness(witness)}`]),
      ...(fix === null
        ? []
        : [`    fix: ${fix.title}${fix.safe && fix.edits.length > 0 ? ' (applied by --fix)' : ''}`]),
    ]
  })
  return `${[...lines, summary(findings)].join('\n')}\n`
}

export function where({ file, line, column }: Finding, name: (file: string) => string): string {
  return line > 0 ? `${name(file)}:${line}:${column}` : name(file)
}

/** A witness in one line: `git push x: ask, without it ask, after the fix deny`. */
export function showWitness({ call, with: effect, without, fixed }: Witness): string {
  return `${showCall(call)}: ${effect}, without it ${without}${fixed === undefined ? '' : `, after the fix ${fixed}`}`
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no problems'
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const safe = findings.filter(({ fix }) => fix?.safe && fix.edits.length > 0).length
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
  const fixable = safe === 0 ? '' : `; --fix mends ${safe}`
  return `${count(findings.length, 'problem')} (${count(errors, 'error')}, ${count(findings.length - errors, 'warning')})${fixable}`
}
