import type { Exchange } from '../http/exchange.ts'
import { isClosed } from '../service-pools.ts'
import { UpstreamError } from './forwarding.ts'

/**
 * Whether a request without an answer may be retried, perhaps on another process: it was never sent, or its
 * connection was closed and it is idempotent (RFC 9110 §9.2.2): a read, or a write with an idempotency key.
 */
export function mayRepeat(error: unknown, { isOver, res, req, operation }: Exchange): boolean {
  if (!(error instanceof UpstreamError) || isOver || res.headersSent) return false
  if (!error.wasSent) return true
  const reads = req.method === 'GET' || req.method === 'HEAD'
  // Pass-through routes may ignore idempotency keys.
  const hasKey =
    operation !== undefined && 'scope' in operation && req.headers['idempotency-key'] !== undefined
  return isClosed(error.cause) && (reads || hasKey)
}
