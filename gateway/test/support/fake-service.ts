import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Arrival extends Received {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** Stands in for a service: a plain HTTP server that keeps what it got and answers as the test says. */
export async function startService(
  answer: (arrival: Arrival) => unknown = ({ res }) => res.writeHead(204).end(),
  port = 0,
) {
  const received: Received[] = []
  const current = { answer }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const one = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      body: Buffer.concat(chunks).toString(),
    }
    received.push(one)
    await current.answer({ ...one, req, res })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    /** Answers differently from now on. */
    answerWith(next: (arrival: Arrival) => unknown) {
      current.answer = next
    },
    /** Forgets what it got, and answers as at first. */
    reset() {
      received.length = 0
      current.answer = answer
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
