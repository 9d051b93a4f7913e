import { Pool } from 'undici'

const CONNECT_MS = 1_000
/**
 * Longest time that a connection is kept for the next request: less than a stopping service waits for its
 * connections to be closed by us (`SHUTDOWN_DELAY_SECONDS`), so that it has none to close under a request.
 */
const IDLE_MS = 3_000

type Timeouts = Required<Pick<Pool.Options, 'headersTimeout' | 'bodyTimeout'>> &
  Pick<Pool.Options, 'connections'>

/** Connections to a service behind the gateway. */
export interface ServicePools extends AsyncDisposable {
  /** They are kept for the next request. */
  readonly kept: Pool
  /** One for each request: where one connection was closed, others to the same process may have been, too. */
  readonly fresh: Pool
}

/** Connects to a service when something is sent to it. */
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

/** Ways in which a connection ends that say nothing of the service: it was closed, as by a process that stops. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Whether an error says that a connection was closed under what was sent over it. */
export const isClosed = (error: unknown): boolean => CLOSED.has((error as { code?: string })?.code ?? '')
