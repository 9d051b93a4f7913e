import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  /** When its last byte arrived, by `performance.now()`. */
  readonly atMs: number
  readonly body: Buffer
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
}

/** Receives webhooks, acknowledges each at once, and passes it on; without a function, it never answers. */
export async function startReceiver(onReceived?: (webhook: Received) => void): Promise<Receiver> {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      if (!onReceived) return
      res.writeHead(204).end()
      onReceived({ atMs: performance.now(), body: Buffer.concat(chunks) })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
