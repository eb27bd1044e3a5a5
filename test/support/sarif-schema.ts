import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AjvDraft04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'

const schemaFile = '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'
const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(schemaFile), 'utf8'))
const ajv = new AjvDraft04.default({ allErrors: true, strict: false, unicodeRegExp: false })
addFormats.default(ajv)
const validate = ajv.compile(schema)

/** What the published SARIF 2.1.0 schema has against a log; empty when it is valid. */
export function sarifSchemaErrors(log: string): string[] {
  if (validate(JSON.parse(log))) return []
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}
