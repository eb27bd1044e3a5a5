/**
 * `WebFetch(domain:example.com)`: the host of a URL, as the URL parser sees it: lower case, no final dot, no port.
 * A leading `*.` matches across labels, any other `*` stays inside one label (spec/permissions.md 3.5). null: no such form.
 */
export function compileDomain(specifier: string): ((host: string) => boolean) | null {
  const written = /^domain:([^/:@?#\s]+|\[[0-9a-f:.]+\])$/i.exec(specifier)?.[1]
  const pattern = written?.split('.').map(asciiLabel).join('.').replace(/\.$/, '')
  if (pattern === undefined || pattern === '' || pattern.startsWith('.')) return null
  if (pattern === '*') return () => true
  if (!pattern.includes('*')) return (host) => host === pattern
  const source = pattern
    .replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
    .replace(/\*/g, '[^.]*')
    .replace(/^\[\^\.\]\*\\\./, '.+\\.')
  const regex = new RegExp(`^${source}$`)
  return (host) => regex.test(host)
}

/** A label as the URL parser writes it: lower case, other letters than ASCII in their `xn--` form. */
function asciiLabel(label: string): string {
  const lower = label.toLowerCase()
  const url = `http://${lower}`
  return /^[\0-\x7f]*$/.test(lower) || !URL.canParse(url) ? lower : new URL(url).hostname
}

/** The host of a URL; null when the text is no URL with a host. */
export function urlHost(url: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null
  return plainHost(new URL(url).hostname) || null
}

/** Lower case, no final dot, and an IPv4 address written as IPv6 (`::ffff:a9fe:a9fe`) as what it is. */
function plainHost(hostname: string): string {
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/i.exec(hostname)
  if (mapped === null) return hostname.toLowerCase().replace(/\.$/, '')
  const [high, low] = [Number.parseInt(mapped[1] as string, 16), Number.parseInt(mapped[2] as string, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
