import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Receives webhooks, acknowledges each at once, and passes it on; without a function, it never answers. The time is that
 * of the last byte, by `performance.now()`.
 */
export async function startReceiver(onReceived?: (body: Buffer, atMs: number) => void) {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      if (!onReceived) return
      res.writeHead(204).end()
      onReceived(Buffer.concat(chunks), performance.now())
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
