// Writes the JSON Schemas of case files and policies: node scripts/run.mjs scripts/authoring-schemas.ts
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { caseFileShape } from '../src/analysis/case-file.ts'
import { policyFileShape } from '../src/analysis/policy-file.ts'

const shapes: Readonly<Record<string, z.ZodType>> = {
  'policy-test': caseFileShape,
  policy: policyFileShape,
}
for (const [name, shape] of Object.entries(shapes)) {
  const text = `${JSON.stringify(z.toJSONSchema(shape, { io: 'input' }), null, 2)}\n`
  writeFileSync(`schema/${name}.schema.json`, text)
}
