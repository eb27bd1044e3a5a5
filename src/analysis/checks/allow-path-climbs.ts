import { allowFinding } from '../allow-finding.ts'
import type { Check } from '../check.ts'

/** `./scripts/*` as a program: `*` takes `../` as well, so any program can be named. */
export const allowPathClimbs: Check = {
  code: 'allow-path-climbs',
  severity: 'warning',
  *find(input) {
    for (const rule of input.rules) {
      const { entry, compiled, parsed } = rule
      if (entry.effect !== 'allow' || compiled?.kind !== 'command') continue
      // The program itself, or the script of an interpreter.
      const [, head] =
        /^((?:(?:bash|sh|zsh|node|python3?|ruby|perl|tsx|deno run|bun|bun run|source) )?[\w.~/-]+\/)\*/.exec(
          parsed?.specifier ?? '',
        ) ?? []
      if (head === undefined) continue
      const path = head.split(' ').at(-1) as string
      const up =
        path.startsWith('/') || path.startsWith('~')
          ? '../'.repeat(path.split('/').length)
          : '../'.repeat(path.split('/').filter((step) => step !== '' && step !== '.').length + 1)
      const tail = (parsed?.specifier ?? '').slice(head.length + 1)
      const command = `${head}${up}tmp/x${tail.replaceAll('*', '').trimEnd()}`
      yield* allowFinding(input, rule, [{ tool: 'Bash', input: { command } }], 'name the scripts')
    }
  },
}
