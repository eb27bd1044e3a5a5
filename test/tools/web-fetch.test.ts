import { describe, expect, it } from 'vitest'
import { withServer } from './loopback.ts'
import { textOf, withSession } from './session.ts'

const allow = { permissions: { allow: ['WebFetch(domain:127.0.0.1)'] } }

const html = `<!doctype html><html><head><title>T</title><style>p{}</style><script>alert(1)</script></head>
<body><h1>Title</h1><p>One &amp; two <a href="/x">link</a></p><ul><li>first</li><li>second</li></ul></body></html>`

describe('WebFetch', () => {
  it('gives a page as text', async () => {
    await withServer(
      (_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
      async ({ url }) => {
        await withSession({ settings: allow }, async ({ call }) => {
          expect(textOf(await call('WebFetch', { url: url('/') }))).toBe(
            'Title\n\nOne & two link [/x]\n\n * first\n * second',
          )
        })
      },
    )
  })

  it('follows a redirect on the same host, and judges it first', async () => {
    await withServer(
      ({ url }, response) => {
        if (url === '/old') response.writeHead(302, { location: '/new' }).end()
        else response.setHeader('content-type', 'text/plain').end('arrived')
      },
      async ({ url, requests }) => {
        await withSession({ settings: allow }, async ({ call }) => {
          expect(textOf(await call('WebFetch', { url: url('/old') }))).toBe('arrived')
          expect(requests).toEqual(['/old', '/new'])
        })
      },
    )
  })

  it('returns a redirect to another host instead of following it, and the new address is judged like any', async () => {
    await withServer(
      ({ headers }, response) => {
        const port = headers.host?.split(':')[1]
        response.writeHead(301, { location: `http://localhost:${port}/secret` }).end('body')
      },
      async ({ url, requests }) => {
        await withSession({ settings: allow }, async ({ call }) => {
          const outcome = await call('WebFetch', { url: url('/r') })
          expect(outcome.status).toBe('ok')
          expect(textOf(outcome)).toContain(
            `redirects (301) to another host and was not followed. To go there, fetch \`${url('/secret', 'localhost')}\``,
          )
          expect(requests).toEqual(['/r'])
          expect((await call('WebFetch', { url: url('/secret', 'localhost') })).status).toBe('unanswered')
          expect(requests).toEqual(['/r'])
        })
      },
    )
  })

  it('does not go where a rule denies, whatever allows the way there', async () => {
    const settings = { permissions: { allow: ['WebFetch'], deny: ['WebFetch(domain:localhost)'] } }
    await withServer(
      (_, response) => response.end('x'),
      async ({ url, requests }) => {
        await withSession({ settings }, async ({ call }) => {
          expect((await call('WebFetch', { url: url('/', 'localhost') })).status).toBe('denied')
          expect((await call('WebFetch', { url: url('/', 'LOCALHOST.') })).status).toBe('denied')
          expect(requests).toEqual([])
        })
      },
    )
  })

  it('reads no more than its limits of a page without end', async () => {
    await withServer(
      (_, response) => {
        response.setHeader('content-type', 'text/plain')
        const more = () => {
          while (response.write('x'.repeat(65_536)));
          response.once('drain', more)
        }
        more()
      },
      async ({ url }) => {
        await withSession({ settings: allow }, async ({ call }) => {
          const outcome = await call('WebFetch', { url: url('/') })
          expect(outcome.status).toBe('ok')
          expect(outcome.result.stored?.chars).toBeLessThan(101_000)
        })
      },
    )
  })

  it('unpacks no more than its limits of a small answer', async () => {
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(200_000_000, 97))
    await withServer(
      (_, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb),
      async ({ url }) => {
        await withSession({ settings: allow }, async ({ call }) => {
          expect((await call('WebFetch', { url: url('/') })).result.stored?.chars).toBeLessThan(101_000)
        })
      },
    )
  })

  it.each([
    ['an error of the server', 500, { 'content-type': 'text/plain' }, 'broken', '(HTTP status 500)\nbroken'],
    ['an empty page', 200, { 'content-type': 'text/plain' }, '', '(an empty page of type `text/plain`)'],
    ['a program', 200, { 'content-type': 'application/octet-stream' }, '\0\0', 'cannot be shown as text'],
    ['a redirect to a file', 302, { location: 'file:///etc/passwd' }, '', 'another host'],
    ['a redirect in a circle', 302, { location: '/' }, '', 'redirects more than 10 times'],
    ['a redirect to nowhere', 302, { location: 'http://[' }, '', 'which is no address'],
    ['a page in another encoding', 200, { 'content-type': 'text/plain; charset=iso-8859-1' }, Buffer.from([0xe9]), 'é'],
  ])('says what it got of %s', async (_, status, headers, body, message) => {
    await withServer(
      (_request, response) => response.writeHead(status, headers as unknown as Record<string, string>).end(body),
      async ({ url }) => {
        await withSession({ settings: allow }, async ({ call }) => {
          expect(textOf(await call('WebFetch', { url: url('/') }))).toContain(message)
        })
      },
    )
  })

  it.each([
    ['no address', 'not a url', '`not a url` is no address'],
    ['a file', 'file:///etc/passwd', 'use http or https'],
    ['a password', 'http://user:pw@127.0.0.1/', 'must not hold a user or password'],
    ['an address of three thousand characters', `http://127.0.0.1/${'x'.repeat(3_000)}`, 'longer than 2000 characters'],
  ])('refuses %s', async (_, url, message) => {
    await withSession({ settings: { permissions: { allow: ['WebFetch'] } } }, async ({ call }) => {
      const outcome = await call('WebFetch', { url })
      expect(outcome).toMatchObject({ status: 'error', stage: 'validate' })
      expect(textOf(outcome)).toContain(message)
    })
  })

  it('says that nobody answers', async () => {
    let closed = ''
    await withServer(
      () => {},
      async ({ url }) => {
        closed = url('/')
      },
    )
    await withSession({ settings: allow }, async ({ call }) => {
      const outcome = await call('WebFetch', { url: closed })
      expect(outcome.status).toBe('error')
      expect(textOf(outcome)).toContain('could not be fetched: connect ECONNREFUSED')
    })
  })

  it('puts the prompt to the model of the host, which gets the page and no tools', async () => {
    const asked: unknown[] = []
    const model = async (request: { messages: unknown; tools: unknown }) => {
      asked.push(request.tools)
      expect(JSON.stringify(request.messages)).toContain('the page')
      return { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'a summary' }] }
    }
    await withServer(
      (_, response) => response.setHeader('content-type', 'text/plain').end('the page'),
      async ({ url }) => {
        await withSession({ settings: allow, session: { host: { model } } }, async ({ call }) => {
          expect(textOf(await call('WebFetch', { url: url('/'), prompt: 'sum up' }))).toBe('a summary')
          expect(asked).toEqual([[]])
        })
      },
    )
  })
})
