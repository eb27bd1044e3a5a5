/** A path pattern without the blanks that formatters put round `*` and `/`. */
export function tidyPath(pattern: string): string {
  return pattern
    .replace(/\s*([*/]+)\s*/g, '$1')
    .replace(/\s+(?=\.\*)/g, '')
    .trim()
}
