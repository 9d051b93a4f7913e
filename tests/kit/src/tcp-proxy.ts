import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** A connection to a server on which network failures can be injected. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Drops everything without telling either side, like a pulled cable. */
  silence(): void
  /** Delays data by this many milliseconds in either direction. */
  slow(ms: number): void
  /** Ends the fault; data held back since it began is delivered now. */
  heal(): void
}

/** Listens on loopback and forwards everything to a port there. */
export async function startTcpProxy(target: number, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let silent = Promise.withResolvers<void>()
  silent.resolve()
  let latencyMs = 0

  async function* hold(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      await silent.promise
      if (latencyMs > 0) await delay(latencyMs)
      yield piece
    }
  }
  const server = createServer(async (from) => {
    await silent.promise
    const to = connect(target, '127.0.0.1')
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.setNoDelay(true).once('close', () => sockets.delete(socket))
    }
    // Either side may end abruptly, because its process may have been killed.
    await Promise.allSettled([pipeline(from, hold, to), pipeline(to, hold, from)])
    from.destroy()
    to.destroy()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = Promise.withResolvers()
    },
    slow(ms) {
      latencyMs = ms
    },
    heal() {
      latencyMs = 0
      silent.resolve()
    },
    async [Symbol.asyncDispose]() {
      silent.resolve()
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
