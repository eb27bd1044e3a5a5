/** Up to three names that a misspelt one may mean, closest first. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase()
  return known
    .map((candidate) => ({ candidate, distance: nearness(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** Edits between two words; a whole word inside the other counts as one. */
function nearness(a: string, b: string): number {
  if (a === b) return 0
  if (a.length > 2 && (b.includes(a) || a.includes(b))) return 1
  if (Math.abs(a.length - b.length) > 8 || a.length > 200) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
