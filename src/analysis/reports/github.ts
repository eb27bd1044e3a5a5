import type { Outcomes } from './outcome.ts'

/** A remark that GitHub shows beside a line of a file. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly file: string
  readonly line: number
  readonly column: number
  readonly title: string
  readonly message: string
}

/** Workflow commands of GitHub Actions, one a line. */
export function annotations(list: readonly Annotation[]): string {
  return list.map(command).join('')
}

/** The failed outcomes as annotations. */
export function githubOutcomes({ name, outcomes }: Outcomes): string {
  return annotations(
    outcomes
      .filter((outcome) => !outcome.passed)
      .map((outcome) => ({
        level: 'error',
        file: outcome.file,
        line: outcome.line,
        column: outcome.column,
        title: `${name}: ${outcome.name}`,
        message: [outcome.message, ...outcome.detail].join('\n'),
      })),
  )
}

function command({ level, file, line, column, title, message }: Annotation): string {
  const place = line > 0 ? `,line=${line},col=${column}` : ''
  return `::${level} file=${property(file)}${place},title=${property(title)}::${data(message)}\n`
}

/** The escapes of the runner: github.com/actions/toolkit, packages/core/src/command.ts. */
function data(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(value: string): string {
  return data(value).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
