import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** One of several identical processes. */
interface Backend {
  readonly port: number
  /** Failed readiness checks in a row. */
  misses: number
  readonly wasReady: PromiseWithResolvers<void>
}

/** Assigns each new connection to the next ready process, like a Kubernetes Service. */
export interface Balancer extends AsyncDisposable {
  /** Starts checking its readiness; resolves once it receives connections. */
  add(port: number): Promise<void>
  remove(port: number): void
}

/** Shorter than a draining process keeps listening; kubelet and kube-proxy together take seconds. */
const ASK_EVERY_MS = 250
/** Kubernetes' default: a single late response means nothing. */
const FAILURE_THRESHOLD = 3

/** Listens on a loopback port and spreads connections, not requests, over ports there. */
export async function startBalancer(port: number): Promise<Balancer> {
  const backends: Backend[] = []
  const sockets = new Set<Socket>()
  const stopping = new AbortController()
  const next = () => {
    const backend = backends.find(({ misses }) => misses < FAILURE_THRESHOLD)
    if (backend) backends.push(...backends.splice(backends.indexOf(backend), 1))
    return backend
  }
  const server = createServer((client) => {
    const backend = next()
    if (!backend) return void client.resetAndDestroy()
    const upstream = connect(backend.port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true).once('close', () => sockets.delete(socket))
    }
    join(client, upstream)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const asking = askOnAndOn(backends, stopping.signal)
  return {
    add(added) {
      const backend = { port: added, misses: FAILURE_THRESHOLD, wasReady: Promise.withResolvers<void>() }
      backends.push(backend)
      return backend.wasReady.promise
    },
    remove: (removed) => {
      const index = backends.findIndex((backend) => backend.port === removed)
      if (index >= 0) backends.splice(index, 1)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      server.close()
      for (const socket of sockets) socket.destroy()
      await asking
    },
  }
}

/** When one side ends, ends the other once everything has arrived; when one breaks, breaks the other. */
function join(client: Socket, upstream: Socket): void {
  client.pipe(upstream).pipe(client)
  client.once('error', () => upstream.destroy()).once('close', () => upstream.destroy())
  upstream.once('error', () => client.resetAndDestroy())
}

async function askOnAndOn(backends: readonly Backend[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.all(
      backends.map(async (backend) => {
        if (!(await isReady(backend.port))) {
          backend.misses += 1
          return
        }
        backend.misses = 0
        backend.wasReady.resolve()
      }),
    )
    await delay(ASK_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(2_000)
    // Use a new connection: a kept-alive one would be among those that a draining process waits for.
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal,
      headers: { connection: 'close' },
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
