/** The known word that a person most likely meant; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  // One slip in a short word, two in a longer one: beyond that a guess misleads.
  let least = word.length < 5 ? 2 : 3
  for (const candidate of known) {
    const distance = edits(word, candidate)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}
