/**
 * Whether a list of patterns (`allowedHttpHookUrls`) covers a URL. `*` stands for any text, but one in the host never
 * reaches past it. Hosts ignore case and one trailing dot; user and password never count.
 */
export function urlAllowed(url: string, patterns: readonly string[]): boolean {
  const parsed = parse(url)
  return parsed !== null && patterns.some((pattern) => covers(pattern, parsed))
}

interface Parts {
  readonly scheme: string
  readonly host: string
  readonly rest: string
}

function covers(pattern: string, url: Parts): boolean {
  if (pattern === '*') return true
  const [, scheme, host, rest] = /^([A-Za-z*][A-Za-z0-9+.*-]*):\/\/([^/?#]*)(.*)$/s.exec(pattern) ?? []
  if (scheme === undefined || host === undefined || rest === undefined) return false
  return (
    wildcard(scheme.toLowerCase(), '[^/]*').test(url.scheme) &&
    wildcard(trimDot(host.toLowerCase()), '[^/?#@]*').test(trimDot(url.host)) &&
    // A pattern without a path is the root, which is how a URL without one is written.
    wildcard(rest === '' ? '/' : rest, '.*').test(url.rest)
  )
}

function wildcard(pattern: string, star: string): RegExp {
  const text = pattern
    .split('*')
    .map((piece) => piece.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join(star)
  return new RegExp(`^${text}$`, 's')
}

/** `example.com.:8080` as `example.com:8080`. */
function trimDot(host: string): string {
  return host.replace(/\.(?=:\d+$|:\*$|$)/, '')
}

function parse(url: string): Parts | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  return {
    scheme: parsed.protocol.slice(0, -1),
    host: parsed.host.toLowerCase(),
    rest: `${parsed.pathname}${parsed.search}`,
  }
}
