import type { Check } from '../check.ts'
import { ruleFix } from '../lint-input.ts'

const readers =
  /^(cat|head|tail|less|more|bat|grep|rg|vim?|nano|code|type|sed|awk|strings|xxd|od|nl|tac)\s+(\S*(?:\.env|secret|credential|password|id_rsa|\.pem|\.key|\.ssh|\.aws|token)\S*?)(?:\s*:?\*)?$/i

/** `Bash(cat .env)` guards a file by one of the many programs that can read it; `Read(.env)` guards the file. */
export const denyReaderByName: Check = {
  code: 'deny-reader-by-name',
  severity: 'warning',
  *find(input) {
    for (const { entry, compiled, parsed } of input.rules) {
      const [, program, file] = readers.exec(parsed?.specifier ?? '') ?? []
      if (entry.effect !== 'deny' || compiled?.kind !== 'command' || file === undefined) continue
      const path = file.replace(/^\*(?=[^*/])/, '').replaceAll('*', 'x')
      const command = program === 'head' ? `tail ${path}` : `head ${path}`
      const call = { tool: 'Bash', input: { command } }
      const effect = input.decide(call, input.all).effect
      if (effect === 'deny') continue
      const text = `Read(${file})`
      const added = { ...entry, text }
      yield {
        at: entry.source,
        data: { rule: entry.text, file, command },
        witness: {
          call,
          with: effect,
          without: input.decide(call, input.without(entry)).effect,
          fixed: input.decide(call, [...input.all, added]).effect,
        },
        fix: ruleFix(entry, text, false),
      }
    }
  },
}
