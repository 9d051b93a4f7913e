import { isForGuests, mayCompress, type ServiceName } from '@usher/contracts'
import { type Logger, ProblemError } from '@usher/service-kit'
import type { Dispatcher, Pool } from 'undici'
import { createBreaker, RETRY_AFTER_SECONDS } from '../breaker.ts'
import { type Exchange, holderOf } from '../http/exchange.ts'
import { traceparentOf } from '../http/request-context.ts'
import { callSpan } from '../http/spans.ts'
import { Admission } from '../overload/admission.ts'
import type { OverloadMetrics } from '../overload/overload-metrics.ts'
import type { Served } from '../routes/route-table.ts'
import { createServicePools, isClosed } from '../service-pools.ts'
import type { OpenStreams } from '../streams/open-streams.ts'
import { untagRequest } from '../versions/entity-tags.ts'
import { Forwarding, UpstreamError } from './forwarding.ts'
import { requestHeaders } from './headers.ts'

/** Limit until a service begins to answer, in ms. */
const HEADERS_MS = 15_000
/** Longest silence within an answer, in ms; streams send something more often. */
const SILENCE_MS = 60_000

/** A service behind the gateway. */
export interface Upstream extends AsyncDisposable {
  /**
   * Refuses a request that could not be forwarded now, before it costs anything.
   *
   * @param holderOf returns its organisation or address; called under overload only
   * @throws ProblemError `overloaded` if the service has too many requests in flight
   */
  requireRoom(holderOf: () => string): void
  /**
   * Forwards an admitted request; resolves when the answer has begun or the client has left.
   *
   * @throws ProblemError `service_unavailable` if the service does not answer, `overloaded` as above
   */
  forward(exchange: Exchange, token: string, body: Buffer | null): Promise<void>
}

/** Connects to a service, with keep-alive connections and a circuit breaker. */
export function createUpstream(
  service: ServiceName,
  url: string,
  { log, streams, overload }: { log: Logger; streams: OpenStreams; overload: OverloadMetrics },
): Upstream {
  const pools = createServicePools(url, { headersTimeout: HEADERS_MS, bodyTimeout: SILENCE_MS })
  const send = (
    by: Pool,
    exchange: Exchange,
    token: string,
    body: Buffer | null,
    traceparent: string | undefined,
  ) =>
    new Promise<void>((resolve, reject) => {
      const request = outgoing(exchange, token, body, traceparent)
      by.dispatch(request, new Forwarding(exchange, streams, { resolve, reject }))
    })
  const breaker = createBreaker(
    service,
    log,
    async (exchange: Exchange, token: string, body: Buffer | null, traceparent: string | undefined) => {
      try {
        await send(pools.kept, exchange, token, body, traceparent)
      } catch (error) {
        if (!mayRepeat(error, exchange)) throw error
        exchange.failure = undefined
        await send(pools.fresh, exchange, token, body, traceparent)
      }
    },
  )
  const admission = new Admission({ onRefused: overload.countShed(service) })
  overload.show(service, admission)
  return {
    requireRoom: (holderOf) => admission.requireRoom(holderOf),
    async forward(exchange, token, body) {
      const holder = () => holderOf(exchange, exchange.caller)
      const entering = admission.enter(holder, (withdraw) => {
        exchange.onOver = withdraw
      })
      const leave = entering instanceof Promise ? await entering : entering
      if (exchange.isOver) return leave()
      const span = callSpan(service, exchange)
      try {
        await breaker.fire(exchange, token, body, span?.traceparent)
        span?.end({ 'http.response.status_code': exchange.res.statusCode })
      } catch (error) {
        span?.end({}, 'not_answered')
        throw error instanceof ProblemError ? error : unavailable(error)
      } finally {
        leave()
      }
    },
    async [Symbol.asyncDispose]() {
      breaker.shutdown()
      await pools[Symbol.asyncDispose]()
    },
  }
}

function outgoing(
  exchange: Exchange,
  token: string,
  body: Buffer | null,
  traceparent = traceparentOf(exchange.req.headers.traceparent),
): Dispatcher.DispatchOptions {
  const {
    req,
    requestId,
    operation,
    session: signedIn,
    device,
    target = req.url,
    conversion,
    version,
  } = exchange
  const clientAddress = operation && needsAddress(operation) ? req.ip : undefined
  const isPassedThrough = operation !== undefined && !('scope' in operation)
  const isReadHere = conversion?.changesAnswers ?? false
  const codings =
    operation && compresses(operation) && !isReadHere ? req.headers['accept-encoding'] : undefined
  const session = signedIn?.token
  const known = { token, requestId, traceparent, codings, version: version?.id }
  const introduction = { ...known, clientAddress, session, device, isPassedThrough }
  return {
    path: originForm(target),
    method: req.method,
    headers: requestHeaders(untagRequest(req.headers, exchange), introduction),
    body,
  }
}

/** Whether the service may compress this answer; the others need not know what the client accepts. */
const compresses = (operation: Served): boolean => 'scope' in operation && mayCompress(operation)

/** Whether the service counts attempts per client address; no other needs the address. */
const needsAddress = ({ service, path }: Served): boolean => service === 'accounts' || isForGuests(path)

/** A request target without scheme and authority, which only requests to proxies have (RFC 9112 §3.2.2). */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')

function unavailable(error: unknown): ProblemError {
  const mayHaveHappened = error instanceof UpstreamError && error.wasSent
  return new ProblemError(
    'service_unavailable',
    mayHaveHappened
      ? 'The service stopped before it answered. The request may have taken effect.'
      : 'The service cannot be reached at the moment; nothing was done.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}

/**
 * Whether a request without an answer may be retried, perhaps on another process: it was never sent, or its
 * connection was closed and it is idempotent (RFC 9110 §9.2.2): a read, or a write with an idempotency key.
 */
function mayRepeat(error: unknown, { isOver, res, req, operation }: Exchange): boolean {
  if (!(error instanceof UpstreamError) || isOver || res.headersSent) return false
  if (!error.wasSent) return true
  const reads = req.method === 'GET' || req.method === 'HEAD'
  // Pass-through routes may ignore idempotency keys.
  const hasKey =
    operation !== undefined && 'scope' in operation && req.headers['idempotency-key'] !== undefined
  return isClosed(error.cause) && (reads || hasKey)
}
