import { toolNames } from '../hooks/tool-names.ts'

/** The tools of the reference client, and old or gone ones that rules may still name (spec/permissions.md section 4). */
export const knownTools: ReadonlySet<string> = new Set([
  ...toolNames,
  ...`Cd ShareOnboardingGuide SubagentHandback Task
   AgentOutputTool BashOutput KillBash KillShell LS MultiEdit NotebookRead SlashCommand TodoRead`
    .trim()
    .split(/\s+/),
])

/** The known tool that a name may be a slip of: other case, one letter off, blanks instead of none. */
export function nearestTool(name: string): string | null {
  const plain = name.toLowerCase().replace(/[\s_-]/g, '')
  for (const tool of knownTools) if (tool.toLowerCase() === plain) return tool
  const close = [...knownTools].filter((tool) => distance(tool.toLowerCase(), plain) === 1)
  return close.length === 1 ? (close[0] as string) : null
}

/** Letters to add, drop or change (Levenshtein), for short names. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
