import { type Logger, ProblemError } from '@usher/service-kit'
import { type Dispatcher, Pool } from 'undici'
import { createBreaker, RETRY_AFTER_SECONDS } from '../breaker.ts'
import type { Exchange } from '../http/exchange.ts'
import { traceparentOf } from '../http/request-context.ts'
import { Forwarding, UpstreamError } from './forwarding.ts'
import { requestHeaders } from './headers.ts'
import type { OpenStreams } from './open-streams.ts'

const CONNECT_MS = 1_000
/** Longest time until a service begins to answer. */
const HEADERS_MS = 15_000
/** Longest silence within an answer; streams send something more often. */
const SILENCE_MS = 60_000

/** A service behind the gateway. */
export interface Upstream extends AsyncDisposable {
  /**
   * Forwards an admitted request; resolves when the answer has begun or the client has left.
   *
   * @throws ProblemError `service_unavailable` when the service does not answer
   */
  forward(exchange: Exchange, token: string, body: Buffer | null): Promise<void>
}

/** Connects to a service, with connections kept alive and a breaker for when it is down. */
export function createUpstream(
  service: string,
  url: string,
  { log, streams }: { log: Logger; streams: OpenStreams },
): Upstream {
  const pool = new Pool(url, {
    allowH2: false,
    connect: { timeout: CONNECT_MS },
    headersTimeout: HEADERS_MS,
    bodyTimeout: SILENCE_MS,
  })
  const breaker = createBreaker(
    service,
    log,
    (exchange: Exchange, token: string, body: Buffer | null) =>
      new Promise<void>((resolve, reject) => {
        pool.dispatch(outgoing(exchange, token, body), new Forwarding(exchange, streams, { resolve, reject }))
      }),
  )
  return {
    async forward(exchange, token, body) {
      try {
        await breaker.fire(exchange, token, body)
      } catch (error) {
        throw error instanceof ProblemError ? error : unavailable(error)
      }
    },
    async [Symbol.asyncDispose]() {
      breaker.shutdown()
      await pool.close()
    },
  }
}

function outgoing(
  { req, requestId, operation }: Exchange,
  token: string,
  body: Buffer | null,
): Dispatcher.DispatchOptions {
  const traceparent = traceparentOf(req.headers.traceparent)
  // The others have no use for it, so they need not know it.
  const clientAddress = operation?.service === 'accounts' ? req.ip : undefined
  const isPassedThrough = operation !== undefined && !('scope' in operation)
  const introduction = { token, requestId, traceparent, clientAddress, isPassedThrough }
  return {
    path: originForm(req.url),
    method: req.method,
    headers: requestHeaders(req.headers, introduction),
    body,
  }
}

/** A request target without scheme and authority, which only requests to proxies have (RFC 9112 §3.2.2). */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')

function unavailable(error: unknown): ProblemError {
  const mayHaveHappened = error instanceof UpstreamError && error.wasSent
  return new ProblemError(
    'service_unavailable',
    mayHaveHappened
      ? 'The service stopped before it answered; the request may have taken effect.'
      : 'The service cannot be reached for the moment; nothing was done.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}
