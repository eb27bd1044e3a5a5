import type { Check } from '../check.ts'

/** Keys that once did something, or that people believe in. */
const dead: Readonly<Record<string, string>> = {
  '/ignorePatterns': 'deny rules on `Read`',
  '/permissions/ignorePatterns': 'deny rules on `Read`',
  '/allowedCommands': '`permissions.allow`',
  '/blockedCommands': '`permissions.deny`',
  '/dangerouslySkipPermissions': '`permissions.defaultMode`',
  '/bypassPermissions': '`permissions.defaultMode`',
  '/mcpServers': '`.mcp.json`',
  '/autoApprove': '`permissions.allow`',
}

/** A key without any effect, in whose place something else works. */
export const keyDead: Check = {
  code: 'key-dead',
  severity: 'error',
  *find({ context, placeOf }) {
    for (const { file, settings } of context.layers) {
      for (const [pointer, instead] of Object.entries(dead)) {
        const steps = pointer.split('/').slice(1)
        const holder =
          steps.length === 1 ? settings : (settings[steps[0] as string] as Record<string, unknown> | undefined)
        const key = steps.at(-1) as string
        if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) continue
        yield {
          at: placeOf(file, pointer),
          data: { key, instead },
          witness: null,
          fix: { title: `use ${instead}`, safe: false, edits: [] },
        }
      }
    }
  },
}
