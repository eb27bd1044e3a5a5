import type { Finding } from '../finding.ts'

/** The findings in the stable JSON of the command line. */
export function lintJson(findings: readonly Finding[], name: (file: string) => string): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const document = {
    schema: 1,
    summary: { findings: findings.length, errors, warnings: findings.length - errors },
    findings: findings.map(({ code, severity, file, line, column, data, witness, fix }) => ({
      code,
      severity,
      file: name(file),
      line,
      column,
      pointer: data['pointer'] ?? '',
      message: data['message'],
      witness:
        witness === null
          ? null
          : { ...witness.call, with: witness.with, without: witness.without, fixed: witness.fixed ?? null },
      fix:
        fix === null
          ? null
          : {
              title: fix.title,
              safe: fix.safe,
              edits: fix.edits.map((edit) => ({
                file: name(edit.file),
                pointer: edit.pointer,
                value: edit.value ?? null,
              })),
            },
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
