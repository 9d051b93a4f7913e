import { type Logger, ProblemError } from '@usher/service-kit'
import CircuitBreaker from 'opossum'

/** How long a service is left alone after it failed, in ms; then one request tries it again. */
const REST_MS = 1_000

/** What a client is told to wait when a service cannot be reached, in seconds. */
export const RETRY_AFTER_SECONDS = Math.ceil(REST_MS / 1000)

/**
 * Guards the calls of one service: when more than half of those in the last seconds failed, further ones
 * fail at once instead of waiting, until one call a second finds the service well again.
 *
 * @param action rejects with a ProblemError only where the request, not the service, is at fault
 */
export function createBreaker<Args extends unknown[], Result>(
  service: string,
  log: Logger,
  action: (...args: Args) => Promise<Result>,
): CircuitBreaker<Args, Result> {
  const breaker = new CircuitBreaker(action, {
    name: service,
    // The calls end by themselves, by the time limits of their connections.
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
