/** A kind of finding, as code scanners list it. */
export interface SarifRule {
  readonly id: string
  readonly summary: string
  readonly help: string
  readonly level: 'error' | 'warning'
}

/** A place in the text of a file; all count from 1, `endColumn` is exclusive. */
export interface SarifRegion {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
}

export interface SarifFix {
  readonly description: string
  readonly replacements: readonly { readonly region: SarifRegion; readonly text: string }[]
}

export interface SarifResult {
  readonly rule: string
  readonly level: 'error' | 'warning'
  readonly message: string
  /** Relative to the folder of the run, or absolute. */
  readonly file: string
  /** undefined where the whole file is meant. */
  readonly region: { readonly startLine: number; readonly startColumn: number } | undefined
  readonly fix: SarifFix | undefined
  /** Facts for programs: the witness. */
  readonly properties: Readonly<Record<string, unknown>>
}

/** A SARIF 2.1.0 log (docs.oasis-open.org/sarif/sarif/v2.1.0) of one run. */
export function sarif(
  tool: { name: string; version: string },
  rules: readonly SarifRule[],
  results: readonly SarifResult[],
): string {
  const index = new Map(rules.map((rule, i) => [rule.id, i]))
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool.name, version: tool.version, rules: rules.map(descriptor) } },
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => ({
          ruleId: result.rule,
          ruleIndex: index.get(result.rule) ?? -1,
          level: result.level,
          message: { text: result.message },
          locations: [{ physicalLocation: location(result) }],
          ...(result.fix === undefined ? {} : { fixes: [fix(result.file, result.fix)] }),
          properties: result.properties,
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function descriptor({ id, summary, help, level }: SarifRule): object {
  return {
    id,
    shortDescription: { text: summary },
    help: { text: help },
    defaultConfiguration: { level },
  }
}

function location({ file, region }: SarifResult): object {
  return { artifactLocation: { uri: fileUri(file) }, ...(region === undefined ? {} : { region }) }
}

function fix(file: string, { description, replacements }: SarifFix): object {
  return {
    description: { text: description },
    artifactChanges: [
      {
        artifactLocation: { uri: fileUri(file) },
        replacements: replacements.map(({ region, text }) => ({ deletedRegion: region, insertedContent: { text } })),
      },
    ],
  }
}

/** A relative path stays relative to the root of the checkout; an absolute one becomes a file URL. */
function fileUri(file: string): string {
  const path = file.split('/').map(encodeURIComponent).join('/')
  return file.startsWith('/') ? `file://${path}` : path
}
