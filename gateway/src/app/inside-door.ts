import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { duplexPair } from 'node:stream'
import type { SendInside } from '@usher/guest-pages'

/**
 * Lets the pages use the public API in process, unreachable over a network: each request is real HTTP over a pair of
 * in-memory streams, so that it is admitted, counted, recorded and answered like any other. The client's address
 * comes in `X-Forwarded-For`, which the handler has to trust.
 */
export function createInsideDoor(handler: RequestListener): SendInside {
  const server = createServer({ keepAlive: false }, handler)
  return ({ method, path, headers, address, body }) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair()
      server.emit('connection', far)
      const req = request({
        createConnection: () => near,
        host: 'inside',
        method,
        path,
        headers: {
          ...headers,
          'x-forwarded-for': address,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      })
      req.on('error', reject)
      req.on('response', (res) => {
        readText(res).then(
          (text) => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }),
          reject,
        )
      })
      req.end(body)
    })
}

async function readText(res: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
