import { parse, quote } from 'shell-quote'
import type { HookEntry } from '../rules/context.ts'

/** Seconds the hook may take: far more than it needs, far less than a person waits. */
const timeout = 10

/**
 * The handler that makes `policy hook` guard every call: absolute paths, because hooks run in whatever folder the session
 * is in; no extra certificates, which would only slow the start (docs of `NODE_EXTRA_CA_CERTS`); closed when it fails.
 */
export function hookHandler(node: string, program: string): Record<string, unknown> {
  return {
    type: 'command',
    command: `NODE_EXTRA_CA_CERTS= ${quote([node, program])} hook`,
    timeout,
    onFailure: 'block',
  }
}

/** Whether a handler runs `policy hook`, however it is spelled. */
export function isPolicyHook(handler: Readonly<Record<string, unknown>>): boolean {
  const args = Array.isArray(handler['args']) ? handler['args'] : []
  const text = [handler['command'], ...args].join(' ')
  return /(?:policy(?:\.cjs)?|toolgate)['"]?\s+hook\b/.test(text)
}

/** The absolute paths that a handler's command names. */
export function pathsOf({ handler }: HookEntry): string[] {
  const args = Array.isArray(handler['args']) ? handler['args'] : []
  if (args.length > 0) return [handler['command'], ...args].map(String).filter((word) => word.startsWith('/'))
  return parse(String(handler['command']))
    .filter((word) => typeof word === 'string')
    .filter((word) => word.startsWith('/'))
}
