/** One measured number. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What it has to reach; absent for numbers that are only told. */
  readonly target?: { readonly most: number } | { readonly least: number }
}

export function reaches({ value, target }: Figure): boolean {
  if (target === undefined) return true
  return 'most' in target ? value <= target.most : value >= target.least
}

/** A table for people: name, value, target, and whether it is reached. */
export function showFigures(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const lines = figures.map((figure) => {
    const { name, value, unit, target } = figure
    const wanted =
      target === undefined ? '' : 'most' in target ? `at most ${short(target.most)}` : `at least ${short(target.least)}`
    const verdict = target === undefined ? '' : reaches(figure) ? 'yes' : 'NO'
    return `  ${name.padEnd(width)}  ${short(value).padStart(10)} ${unit.padEnd(12)} ${wanted.padEnd(18)} ${verdict}`
  })
  return `${lines.join('\n')}\n`
}

function short(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
