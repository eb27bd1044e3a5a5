import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real HTTP server on loopback for one test; `url` is its address under a host name that leads here. */
export async function withServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  use: (place: {
    readonly port: number
    url(path: string, host?: string): string
    readonly requests: string[]
  }) => Promise<void>,
): Promise<void> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await use({ port, requests, url: (path, host = '127.0.0.1') => `http://${host}:${port}${path}` })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
