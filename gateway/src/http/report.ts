import type { Logger, Metrics } from '@usher/service-kit'
import type { Report } from './exchange.ts'

/** Status logged when the client left before the answer (nginx's number for it). */
const CLIENT_CLOSED_REQUEST = 499

/**
 * Writes the access log and counts requests by operation and status class. Neither holds personal data: no paths or
 * queries, no addresses, no bodies.
 */
export function createReport(log: Logger, metrics: Metrics): Report {
  return (exchange) => {
    const { operation, caller, isCutShort, res, req } = exchange
    const durationMs = performance.now() - exchange.startedAtMs
    const status = isCutShort && !res.headersSent ? CLIENT_CLOSED_REQUEST : res.statusCode
    const name = operation?.id ?? 'none'
    metrics.requestSeconds.observe(
      { operation: name, status: STATUS_CLASSES[Math.floor(status / 100)] ?? '' },
      durationMs / 1000,
    )
    log.info(
      {
        method: req.method,
        operation: name,
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        request_id: exchange.requestId,
        organization_id: caller?.organizationId,
        actor: caller?.actor,
        failure: exchange.failure,
        aborted: isCutShort || undefined,
      },
      'request',
    )
  }
}

const STATUS_CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx']

/** Combines several reports. */
export const reportTo =
  (...reports: readonly Report[]): Report =>
  (exchange) => {
    for (const report of reports) report(exchange)
  }
