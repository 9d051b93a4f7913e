import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface HttpServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
}

/** Longer than any client of ours keeps an idle connection, so that the server never closes one in use. */
const KEEP_ALIVE_MS = 65_000
const CLOSE_IDLE_EVERY_MS = 50

/**
 * Listens for HTTP. Disposing answers what has begun, takes nothing new and closes the connections.
 *
 * @param prepare is given the server before it listens, to hear its other events
 */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  prepare: (server: Server) => void = () => {},
): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 30_000 }, handler)
  prepare(server)
  let draining = false
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_req, res) => {
    if (draining) res.setHeader('connection', 'close')
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await listening
  const actual = (server.address() as AddressInfo).port
  return {
    port: actual,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async [Symbol.asyncDispose]() {
      draining = true
      const closed = new Promise((done) => server.close(done))
      const timer = setInterval(() => {
        server.closeIdleConnections()
        // Opened ahead of need, which Node takes for in use.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, CLOSE_IDLE_EVERY_MS)
      await closed
      clearInterval(timer)
    },
  }
}
