/** Where the name of what runs stands behind `command` and `builtin` and the options that leave it running (bash(1)). */
export function behindPrefixes(nameAt: (at: number) => string | null | undefined): number {
  let at = 0
  for (let name = nameAt(at); name === 'command' || name === 'builtin'; name = nameAt(at)) {
    at++
    while (/^-(p+|-)$/.test(nameAt(at) ?? '')) at++
  }
  return at
}
