import { Pool } from 'undici'

const CONNECT_MS = 1_000
/**
 * Longest time an idle connection is kept, in ms: less than a stopping service waits for us to close our connections
 * (`SHUTDOWN_DELAY_SECONDS`), so that it never closes one under a request.
 */
const IDLE_MS = 3_000

type Timeouts = Required<Pick<Pool.Options, 'headersTimeout' | 'bodyTimeout'>> &
  Pick<Pool.Options, 'connections'>

/** Connections to a service behind the gateway. */
export interface ServicePools extends AsyncDisposable {
  /** Reused for the next request. */
  readonly kept: Pool
  /** One connection per request: after one connection was closed, others to the same process may be dead too. */
  readonly fresh: Pool
}

/** Connects to a service on first use. */
export function createServicePools(url: string, timeouts: Timeouts): ServicePools {
  const options = { ...timeouts, allowH2: false, connect: { timeout: CONNECT_MS } }
  const kept = new Pool(url, { ...options, keepAliveMaxTimeout: IDLE_MS })
  const fresh = new Pool(url, { ...options, pipelining: 0 })
  return {
    kept,
    fresh,
    async [Symbol.asyncDispose]() {
      await Promise.all([kept.close(), fresh.close()])
    },
  }
}

/**
 * Errors that only mean that the connection was closed, as by a stopping process, and say nothing about the service.
 */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Whether the connection was closed while a request was in flight. */
export const isClosed = (error: unknown): boolean => CLOSED.has((error as { code?: string })?.code ?? '')
