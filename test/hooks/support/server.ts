import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A real server that is gone after the test. */
export async function server(answer: http.RequestListener, path = '/hook'): Promise<string> {
  const listening = http.createServer(answer)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}${path}`
}

/** Answers every POST with a status and a body; keeps what it was asked. */
export async function listen(status: number, body: string) {
  const requests: { headers: http.IncomingHttpHeaders; body: string }[] = []
  const url = await server((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body: text })
      response.writeHead(status).end(body)
    })
  })
  return { url, requests }
}

/** The URL of a port on which nobody listens. */
export async function closedPort(): Promise<string> {
  const listening = http.createServer()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  await new Promise((resolve) => listening.close(resolve))
  return `http://127.0.0.1:${port}/`
}
