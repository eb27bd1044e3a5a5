import fs from 'node:fs'
import type http from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HookOutcome } from '../../src/hooks/report.ts'
import { command, type Handler, on, processesWith, report, tempFolder } from './support/hooks.ts'
import { closedPort, server } from './support/server.ts'

/** What a fault looks like, and that it opens the gate unless the hook fails closed. */
interface Fault {
  readonly name: string
  readonly hook: (folder: string) => Handler | Promise<Handler>
  readonly expected: Partial<HookOutcome>
  readonly failure: RegExp
}

function script(folder: string, text: string, mode = 0o755): string {
  const path = join(folder, 'hook.sh')
  fs.writeFileSync(path, text, { mode })
  return path
}

const http_ = async (answer: http.RequestListener, fields: Handler = {}) => ({
  type: 'http',
  url: await server(answer),
  ...fields,
})

const faults: readonly Fault[] = [
  {
    name: 'a missing program',
    hook: () => command('/no/such/guard.sh'),
    expected: { result: 'error', exit: 127 },
    failure: /exited with 127 \(no such program\)/,
  },
  {
    name: 'a missing program in exec form',
    hook: () => command('/no/such/guard', { args: [] }),
    expected: { result: 'error', exit: null },
    failure: /cannot be started: .*ENOENT/,
  },
  {
    name: 'a script that is not executable',
    hook: (folder) => command(script(folder, '#!/bin/sh\nexit 2\n', 0o644)),
    expected: { result: 'error', exit: 126 },
    failure: /exited with 126 \(not executable\)/,
  },
  {
    name: 'a script that is not executable, in exec form',
    hook: (folder) => command(script(folder, '#!/bin/sh\nexit 2\n', 0o644), { args: [] }),
    expected: { result: 'error', exit: null },
    failure: /cannot be started: .*EACCES/,
  },
  {
    name: 'a script whose interpreter is missing',
    hook: (folder) => command(script(folder, '#!/no/such/interpreter\n'), { args: [] }),
    expected: { result: 'error', exit: null },
    failure: /cannot be started: .*ENOENT/,
  },
  ...[1, 3, 126, 127].map(
    (exit): Fault => ({
      name: `exit ${exit}`,
      hook: () => command(`echo broken >&2; exit ${exit}`),
      expected: { result: 'error', exit, stderr: 'broken\n' },
      failure: new RegExp(`exited with ${exit}.*: broken`),
    }),
  ),
  ...['TERM', 'KILL', 'SEGV'].map(
    (signal): Fault => ({
      name: `death by ${signal}`,
      hook: () => command(`kill -${signal} $$`),
      expected: { result: 'error', exit: null, signal: `SIG${signal}` },
      failure: new RegExp(`was killed by SIG${signal}`),
    }),
  ),
  {
    name: 'a timeout',
    hook: () => command('sleep 300', { timeout: 0.2 }),
    expected: { result: 'timeout' },
    failure: /timed out/,
  },
  {
    name: 'a timeout with children that ignore TERM',
    hook: () =>
      command(`trap '' TERM; sh -c "trap '' TERM; sleep 301; sleep 301" & sleep 301; sleep 301`, { timeout: 0.2 }),
    expected: { result: 'timeout' },
    failure: /timed out/,
  },
  {
    name: '100 MB of stdout',
    hook: () => command('head -c 100000000 /dev/zero'),
    expected: { result: 'error', exit: 0, truncated: true },
    failure: /more than 1 MiB/,
  },
  {
    name: '100 MB of stderr',
    hook: () => command('head -c 100000000 /dev/zero >&2'),
    expected: { result: 'error', exit: 0, truncated: true },
    failure: /more than 1 MiB/,
  },
  {
    name: 'JSON that cannot be parsed',
    hook: () => command(`echo '{"decision": block}'`),
    expected: { result: 'error', exit: 0, output: 'bad' },
    failure: /JSON cannot be parsed/,
  },
  {
    name: 'two JSON lines of which one says something',
    hook: () => command(`echo '{"log":1}'; echo '{"continue":true}'`),
    expected: { result: 'error', exit: 0, output: 'bad' },
    failure: /JSON cannot be parsed/,
  },
  {
    name: 'an answer of another event',
    hook: () => command(`echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse"}}'`),
    expected: { result: 'error', exit: 0, output: 'bad' },
    failure: /hookEventName.*expected `PreToolUse`/,
  },
  {
    name: 'HTTP connection refused',
    hook: async () => ({ type: 'http', url: await closedPort() }),
    expected: { result: 'error', status: null },
    failure: /the request failed: .*ECONNREFUSED/,
  },
  ...[403, 500].map(
    (status): Fault => ({
      name: `HTTP ${status}`,
      hook: () => http_((_, response) => response.writeHead(status).end('{"decision":"block"}')),
      expected: { result: 'error', status },
      failure: new RegExp(`answered ${status}`),
    }),
  ),
  {
    name: 'an HTTP server that never answers',
    hook: () => http_(() => {}, { timeout: 0.2 }),
    expected: { result: 'timeout', status: null },
    failure: /timed out/,
  },
  {
    name: 'an HTTP server that hangs in the body',
    hook: () => http_((_, response) => void response.writeHead(200).write('{'), { timeout: 0.2 }),
    expected: { result: 'timeout', status: null },
    failure: /timed out/,
  },
  {
    name: 'an HTTP server that hangs up',
    hook: () => http_((request) => void request.socket.destroy()),
    expected: { result: 'error', status: null },
    failure: /the request failed/,
  },
  {
    name: 'a redirect elsewhere',
    hook: () => http_((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/x' }).end()),
    expected: { result: 'error', status: 307 },
    failure: /redirect to `http:\/\/127.0.0.1:1` refused: it leads elsewhere/,
  },
  {
    name: 'a redirect that would lose the payload',
    hook: () => http_((_, response) => response.writeHead(302, { location: '/other' }).end()),
    expected: { result: 'error', status: 302 },
    failure: /refused: 302 would turn the request into a GET/,
  },
  {
    name: 'a redirect in circles',
    hook: () => http_((_, response) => response.writeHead(307, { location: '/hook' }).end()),
    expected: { result: 'error', status: 307 },
    failure: /more than 5 redirects/,
  },
  {
    name: 'a huge HTTP body',
    hook: () => http_((_, response) => void response.writeHead(200).end('x'.repeat(3_000_000))),
    expected: { result: 'error', status: 200 },
    failure: /longer than 1 MiB/,
  },
  {
    name: 'an HTTP body that is no JSON object',
    hook: () => http_((_, response) => response.writeHead(200).end('fine')),
    expected: { result: 'error', status: 200, output: 'bad' },
    failure: /no JSON object/,
  },
  {
    name: 'a URL that is none',
    hook: () => ({ type: 'http', url: 'ftp://127.0.0.1/x' }),
    expected: { result: 'error', status: null },
    failure: /no http or https URL/,
  },
]

for (const fault of faults) {
  test(`${fault.name} counts for nothing and says that it failed open`, async () => {
    const said = await report('PreToolUse', on('PreToolUse', await fault.hook(tempFolder())))
    expect(said.outcomes[0]).toMatchObject({ ...fault.expected, effect: null, blocks: false })
    expect(said.outcomes[0]?.failure).toMatch(fault.failure)
    expect(said.outcomes[0]?.failedOpen).toMatch(/^failed open: /)
    expect(said.warnings.join('\n')).toContain('failed open')
    expect(said).toMatchObject({ effect: null, blocked: false, continue: true })
    expect(processesWith('sleep\x00301')).toEqual([])
  })

  test(`${fault.name} blocks the call when the hook fails closed`, async () => {
    const handler = { ...(await fault.hook(tempFolder())), onFailure: 'block' }
    const said = await report('PreToolUse', on('PreToolUse', handler))
    expect(said).toMatchObject({ effect: 'deny', blocked: true, decidedBy: 0 })
    expect(said.reason).toMatch(/blocking because onFailure is "block"/)
    expect(said.outcomes[0]).toMatchObject({ result: 'blocked', failedOpen: null })
    expect(processesWith('sleep\x00301')).toEqual([])
  })
}
