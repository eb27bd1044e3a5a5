import type { Reader, Region } from './draft.ts'
import type { Place } from './script.ts'

/** A place at which a variable is read or set. */
export interface Use {
  readonly start: number
  readonly place: Place
  readonly region: Region
}

/** Whether a setting is certain to have been made when the use comes. */
export function rules(setting: Use & { readonly passing: boolean }, use: Use): boolean {
  if (setting.passing || setting.start >= use.start) return false
  if (setting.place.shell !== use.place.shell && !use.place.outer.includes(setting.place.shell)) return false
  let made = setting.region
  while (made.certain === true && made.parent !== null) made = made.parent
  for (let region: Region | null = use.region; region !== null; region = region.parent) {
    if (region === made) return true
  }
  return false
}

/** Tells whether a failed expansion before a setting may have the shell go on after it, at a later line, before the use. */
export function skipper(reader: Reader, refused: readonly number[]): (setting: Use, use: Use) => boolean {
  const failures = [...reader.failures, ...refused]
  for (const { assignments } of reader.commands) {
    for (const { subscript, start } of assignments) if (subscript !== null) failures.push(start)
  }
  if (failures.length === 0) return () => false
  const lineOf = (at: number): number => {
    let low = 0
    let high = reader.lines.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((reader.lines[middle] as number) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
  const first = new Map<number, number>()
  for (const at of failures) first.set(lineOf(at), Math.min(at, first.get(lineOf(at)) ?? at))
  return (setting, use) => {
    const line = lineOf(setting.start)
    return (first.get(line) ?? setting.start) < setting.start && lineOf(use.start) !== line
  }
}
