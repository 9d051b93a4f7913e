import { operations } from '@usher/contracts'
import { Counter, type OperationRouter, ProblemError } from '@usher/service-kit'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { ServiceContext } from '../context.ts'

const MINUTE_SECONDS = 60
/** Per member and process: an error that repeats must not fill the log. */
const MAX_PER_MINUTE = 10

/** Route for errors of the dashboard, which operators would not hear of otherwise. */
export function pageErrorRoutes({ log, metrics }: ServiceContext, { on }: OperationRouter): void {
  const reported = new Counter({
    name: 'usher_page_errors_total',
    help: 'Errors that pages of the dashboard have reported',
    registers: [metrics.registry],
  })
  const limiter = new RateLimiterMemory({ points: MAX_PER_MINUTE, duration: MINUTE_SECONDS })

  on(operations.reportPageError, async ({ body, caller }) => {
    await limiter.consume(caller.actor).catch(() => {
      throw new ProblemError('rate_limited', 'Too many errors were reported.', {
        retryAfterSeconds: MINUTE_SECONDS,
      })
    })
    reported.inc()
    log.warn({ page_error: body }, 'a page of the dashboard failed')
    return { body: null, audit: { resource: caller.actor, changes: {} } }
  })
}
