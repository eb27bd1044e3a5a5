import { deadline } from './deadline.ts'
import type { HttpHandler } from './handler.ts'
import type { Raw } from './interpret.ts'
import { urlAllowed } from './urls.ts'

export interface HttpSpec {
  readonly handler: HttpHandler
  readonly body: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `httpHookAllowedEnvVars`; null: no limit beyond the handler's own list. */
  readonly allowedEnvVars: readonly string[] | null
  /** `allowedHttpHookUrls`; null: no limit. */
  readonly allowedUrls: readonly string[] | null
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Bytes of an answer that are read (spec/hooks.md 3.8). */
export const maxBody = 1024 * 1024

const maxRedirects = 5

/**
 * POSTs the payload. Never rejects. A redirect is followed only when it keeps the method (307, 308) and stays on the
 * same origin, or leads to a URL that `allowedHttpHookUrls` names; headers do not follow to another origin.
 */
export async function postHook(spec: HttpSpec): Promise<Raw> {
  const limit = deadline(spec.timeoutMs, spec.signal)
  try {
    return await follow(spec, limit.signal)
  } catch (error) {
    if (spec.signal?.aborted) return { kind: 'cancelled', stdout: '', stderr: '' }
    if (limit.timedOut()) return { kind: 'timed-out', stdout: '', stderr: '' }
    return { kind: 'http-failed', status: null, message: `the request failed: ${deepestMessage(error)}` }
  } finally {
    limit.clear()
  }
}

async function follow(spec: HttpSpec, signal: AbortSignal): Promise<Raw> {
  const first = new URL(spec.handler.url)
  if (first.protocol !== 'http:' && first.protocol !== 'https:') {
    return { kind: 'http-failed', status: null, message: `\`${spec.handler.url}\` is no http or https URL` }
  }
  let url = first
  for (let hops = 0; ; hops++) {
    const own = url.origin === first.origin ? headers(spec) : {}
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...own },
      body: spec.body,
      redirect: 'manual',
      signal,
    })
    const { status } = response
    if (status < 300 || status > 399 || status === 304) return await answer(response)
    await response.body?.cancel()
    const target = nextUrl(response.headers.get('location'), url)
    const refused = refuses(spec, first, target, status, hops)
    if (refused !== null) return { kind: 'http-failed', status, message: refused }
    url = target as URL
  }
}

function refuses(spec: HttpSpec, first: URL, target: URL | null, status: number, hops: number): string | null {
  if (target === null) return `it answered ${status} without a usable location`
  const to = `redirect to \`${target.origin}\` refused`
  if (status !== 307 && status !== 308) return `${to}: ${status} would turn the request into a GET`
  if (hops >= maxRedirects) return `more than ${maxRedirects} redirects`
  const named = spec.allowedUrls !== null && urlAllowed(target.href, spec.allowedUrls)
  if (target.origin === first.origin && (spec.allowedUrls === null || named)) return null
  return named ? null : `${to}: it leads elsewhere`
}

async function answer(response: Response): Promise<Raw> {
  const { status } = response
  if (!response.ok) {
    await response.body?.cancel()
    return { kind: 'http-failed', status, message: `it answered ${status}` }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    // Leaving the loop cancels the stream, so the rest is never received.
    if (size > maxBody) return { kind: 'http-failed', status, message: 'its answer is longer than 1 MiB' }
    chunks.push(chunk)
  }
  return { kind: 'answered', status, body: Buffer.concat(chunks).toString('utf8') }
}

/** Header values with `$NAME` and `${NAME}` filled in; a name that is not allowed becomes an empty string. */
function headers(spec: HttpSpec): Record<string, string> {
  const allowed = (name: string) =>
    spec.handler.allowedEnvVars.includes(name) && (spec.allowedEnvVars === null || spec.allowedEnvVars.includes(name))
  const fill = (text: string) =>
    text.replace(/\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g, (_, braced, bare) => {
      const name = (braced ?? bare) as string
      return allowed(name) ? (spec.env[name] ?? '') : ''
    })
  // A line break in a variable must not become a header of its own.
  return Object.fromEntries(
    Object.entries(spec.handler.headers).map(([name, value]) => [name, fill(value).replace(/[\r\n\0]/g, '')]),
  )
}

function nextUrl(location: string | null, base: URL): URL | null {
  if (location === null || !URL.canParse(location, base.href)) return null
  const url = new URL(location, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null
}

/** `fetch failed` hides what failed: the cause says it. */
function deepestMessage(error: unknown): string {
  let at = error as { message?: string; code?: string; cause?: unknown; errors?: unknown[] }
  while (at.cause !== undefined && at.cause !== null) at = at.cause as typeof at
  const inner = (at.errors?.at(-1) ?? at) as { message?: string; code?: string }
  return inner.message || inner.code || String(error)
}
