import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ShutdownOptions } from '../process/process.ts'

export interface HttpServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
}

interface ListenOptions extends Pick<ShutdownOptions, 'leaving'> {
  readonly host: string
  readonly port: number
  /** Called with the server before it listens, to subscribe to its other events. */
  readonly prepare?: (server: Server) => void
}

/** Longer than any of our clients keeps an idle connection, so that the server never closes one in use. */
const KEEP_ALIVE_MS = 65_000
/** Limit for a whole request, in ms; headers must arrive sooner. Slow senders must not hold connections. */
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
const CHECK_SLOW_EVERY_MS = 2_000
const CLOSE_IDLE_EVERY_MS = 50
/**
 * Connections that may wait to be accepted; beyond that clients have to try again. A flood fills Node's
 * default of 511 while a process is busy for a moment. Linux caps it at `net.core.somaxconn`, 4,096 by default
 * (listen(2)).
 */
const BACKLOG = 4_096

/**
 * Listens for HTTP. Disposing finishes requests in flight, accepts no new ones and closes the connections. A process
 * asked to stop still accepts new requests, but asks clients to close their connections: one that the server closes
 * may have the next request on its way.
 */
export async function listen(
  handler: RequestListener,
  { host, port, leaving, prepare = () => {} }: ListenOptions,
): Promise<HttpServer> {
  const times = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    headersTimeout: HEADERS_MS,
    connectionsCheckingInterval: CHECK_SLOW_EVERY_MS,
  }
  const server = createServer(times, handler)
  prepare(server)
  let draining = false
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_req, res) => {
    if (draining || leaving?.aborted) res.setHeader('connection', 'close')
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen({ port, host, backlog: BACKLOG }, resolve)
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
        // Connections opened ahead of need, which Node counts as in use.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, CLOSE_IDLE_EVERY_MS)
      await closed
      clearInterval(timer)
    },
  }
}
