/**
 * Names of functions and variables a jq or yq expression calls: not its fields, keys and texts. null when it is not understood
 * to the last character.
 */
export function readJqNames(filter: string): ReadonlySet<string> | null {
  const names = new Set<string>()
  // One entry for each text whose `\(` is open: the depth of parentheses inside it.
  const texts: number[] = []
  let depth = 0
  let at = 0
  const skipText = (): boolean => {
    for (; at < filter.length; at++) {
      if (filter[at] === '"') {
        at++
        return true
      }
      if (filter[at] !== '\\') continue
      if (filter[++at] !== '(') continue
      at++
      texts.push(depth)
      depth = 0
      return true
    }
    return false
  }
  while (at < filter.length) {
    const char = filter[at] as string
    if (char === '"') {
      at++
      if (!skipText()) return null
    } else if (char === '#') {
      const end = filter.indexOf('\n', at)
      const comment = filter.slice(at, end < 0 ? undefined : end)
      // jq 1.7 goes on with the comment after a backslash, older ones do not.
      if (comment.endsWith('\\')) return null
      at = end < 0 ? filter.length : end
    } else if (char === '(') {
      depth++
      at++
    } else if (char === ')') {
      at++
      if (depth > 0) depth--
      else {
        const outer = texts.pop()
        if (outer === undefined) return null
        depth = outer
        if (!skipText()) return null
      }
    } else {
      const [name] = /^[$@]?(?:__)?[A-Za-z_]\w*(?:::\w+)*/.exec(filter.slice(at)) ?? []
      if (name === undefined) {
        at++
        continue
      }
      const field = filter[at - 1] === '.' && filter[at - 2] !== '.'
      const key = /^\s*:(?!:)/.test(filter.slice(at + name.length))
      if (!field && !key) names.add(name)
      at += name.length
    }
  }
  return depth === 0 && texts.length === 0 ? names : null
}
