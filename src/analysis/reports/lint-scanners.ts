import { jsonc } from '../../settings/packages.ts'
import { positionAt } from '../../settings/positions.ts'
import type { System } from '../../system.ts'
import { checks } from '../checks/index.ts'
import type { Finding, FixEdit } from '../finding.ts'
import { lintTitle } from '../lint-prose.ts'
import { annotations } from './github.ts'
import { showWitness } from './lint-text.ts'
import { type SarifFix, type SarifResult, type SarifRule, sarif } from './sarif.ts'

type Name = (file: string) => string

/** The findings as GitHub annotations. */
export function lintGithub(findings: readonly Finding[], name: Name): string {
  return annotations(
    findings.map((finding) => ({
      level: finding.severity,
      file: name(finding.file),
      line: finding.line,
      column: finding.column,
      title: `policy lint: ${finding.code}`,
      message: message(finding),
    })),
  )
}

/** The findings as a SARIF log; fixes are text replacements in the files as they are now. */
export function lintSarif(findings: readonly Finding[], name: Name, version: string, system: System): string {
  const levels = new Map<string, SarifRule['level']>(checks.map(({ code, severity }) => [code, severity]))
  for (const { code, severity } of findings) if (!levels.has(code)) levels.set(code, severity)
  const rules = [...levels].map(
    ([id, level]): SarifRule => ({
      id,
      level,
      summary: lintTitle(id),
      help: `see docs/lint.md, heading ${id}`,
    }),
  )
  const results = findings.map((finding): SarifResult => {
    const { code, severity, file, line, column, fix, witness } = finding
    const edit = fix?.edits.length === 1 ? fix.edits[0] : undefined
    return {
      rule: code,
      level: severity,
      message: message(finding),
      file: name(file),
      region: line > 0 ? { startLine: line, startColumn: column } : undefined,
      fix: edit === undefined ? undefined : replacements(fix?.title ?? '', edit, system),
      properties:
        witness === null
          ? {}
          : { witness: { ...witness.call, with: witness.with, without: witness.without, fixed: witness.fixed } },
    }
  })
  return sarif({ name: 'toolgate', version }, rules, results)
}

function message({ data, witness, fix }: Finding): string {
  const shown = witness === null ? [] : [`call: ${showWitness(witness)}`]
  return [String(data['message']), ...shown, ...(fix === null ? [] : [`fix: ${fix.title}`])].join('\n')
}

function replacements(description: string, { file, pointer, value }: FixEdit, system: System): SarifFix | undefined {
  const text = system.readText(file)
  if (text === undefined) return undefined
  const path = pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')))
  const at = (offset: number) => positionAt(text, offset)
  return {
    description,
    replacements: jsonc()
      .modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } })
      .map((edit) => {
        const start = at(edit.offset)
        const end = at(edit.offset + edit.length)
        return {
          region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
          text: edit.content,
        }
      }),
  }
}
