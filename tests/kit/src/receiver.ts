import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface Received {
  readonly headers: IncomingHttpHeaders
  /** The exact bytes of the body. */
  readonly raw: Buffer
  readonly at: number
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** Statuses of the next responses, in order; 200 once they are used up. */
  readonly answers: number[]
}

/**
 * A webhook receiver: a plain HTTP server that keeps what it receives.
 *
 * @param answerAfterMs delay of each response
 * @param host address that it listens at
 */
export async function startReceiver(answerAfterMs = 0, host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    received.push({ headers: req.headers, raw: Buffer.concat(chunks), at: Date.now() })
    if (answerAfterMs > 0) await delay(answerAfterMs)
    res.writeHead(answers.shift() ?? 200, { 'content-type': 'text/plain' }).end('thanks')
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
