import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Leaving } from '../process.ts'

export interface HttpServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
}

interface ListenOptions extends Pick<Leaving, 'leaving'> {
  readonly host: string
  readonly port: number
  /** Is given the server before it listens, to hear its other events. */
  readonly prepare?: (server: Server) => void
}

/** Longer than any client of ours keeps an idle connection, so that the server never closes one in use. */
const KEEP_ALIVE_MS = 65_000
/** A whole request must be there by then, and its headers sooner: slow senders must not hold connections. */
const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
const CHECK_SLOW_EVERY_MS = 2_000
const CLOSE_IDLE_EVERY_MS = 50
/**
 * Connections that may wait to be taken; what comes beyond it has to try again, whoever it is from. A flood fills Node's default of
 * 511 while a process is busy for a moment. Linux caps it at `net.core.somaxconn`, 4,096 by default (listen(2)).
 */
const BACKLOG = 4_096

/**
 * Listens for HTTP. Disposing answers what has begun, takes nothing new and closes the connections. A process that is
 * leaving takes what is new, too, but has each connection closed by its client: one that the server closes may
 * have the next request on its way.
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
        // Opened ahead of need, which Node takes for in use.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, CLOSE_IDLE_EVERY_MS)
      await closed
      clearInterval(timer)
    },
  }
}
