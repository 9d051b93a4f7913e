import { type Logger, ProblemError } from '@usher/service-kit'
import CircuitBreaker from 'opossum'

/** Time a service is left alone after it failed, in ms; then one request probes it. */
const REST_MS = 1_000

/** What to tell clients of an unavailable service to wait, in seconds. */
export const RETRY_AFTER_SECONDS = Math.ceil(REST_MS / 1000)

/**
 * A circuit breaker for the calls of one service: opens when more than half of the calls in the last seconds failed;
 * then calls fail at once until a probe, one a second, succeeds.
 *
 * @param action rejects with a ProblemError only if the request, not the service, is at fault
 */
export function createBreaker<Args extends unknown[], Result>(
  service: string,
  log: Logger,
  action: (...args: Args) => Promise<Result>,
): CircuitBreaker<Args, Result> {
  const breaker = new CircuitBreaker(action, {
    name: service,
    // Connection timeouts already end the calls.
    timeout: false,
    errorFilter: (error) => error instanceof ProblemError,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    resetTimeout: REST_MS,
    rollingCountTimeout: 5_000,
    rollingCountBuckets: 5,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
  })
  breaker.on('open', () => log.warn({ service }, 'the service fails; requests are refused'))
  breaker.on('close', () => log.info({ service }, 'the service answers again'))
  return breaker
}
