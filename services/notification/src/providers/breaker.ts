import { Counter, type Foundation, Gauge } from '@usher/service-kit'
import CircuitBreaker from 'opossum'
import type { SendResult } from '../notifications/outcome.ts'
import type { OutgoingMessage, Provider } from './provider.ts'

/** How long a breaker stays open, in ms; then one message tries the provider again. */
export const REST_MS = 5_000

/** The breaker is open: the provider was not asked. */
export class ProviderResting extends Error {
  override name = 'ProviderResting'
}

/** The provider, not the message, is at fault. */
class Trouble extends Error {
  override name = 'Trouble'
  readonly result: SendResult

  constructor(result: SendResult) {
    super('the provider is in trouble')
    this.result = result
  }
}

/**
 * Guards each provider with its own circuit breaker, which opens when at least half of the messages of the last seconds
 * failed or got no answer, and closes once a trial message succeeds. A refusal because of the message does not count.
 * State is per process.
 */
export function createBreakers({
  log,
  metrics: { registry },
}: Pick<Foundation, 'log' | 'metrics'>): (provider: Provider) => Provider {
  const attempts = new Counter({
    name: 'usher_message_attempts_total',
    help: 'Messages given to providers, by the kind of provider and what came of it',
    labelNames: ['provider', 'outcome'] as const,
    registers: [registry],
  })
  const resting = new Gauge({
    name: 'usher_message_providers_resting',
    help: 'Providers that get nothing from this process for the moment, by kind',
    labelNames: ['provider'] as const,
    registers: [registry],
  })
  return (provider) => {
    const { id: providerId, name } = provider
    const breaker = new CircuitBreaker(actionOf(provider), OPTIONS)
    breaker.on('open', () => {
      resting.inc({ provider: name })
      log.warn({ providerId, provider: name }, 'a message provider fails and is left alone')
    })
    breaker.on('halfOpen', () => resting.dec({ provider: name }))
    return {
      ...provider,
      isResting: () => breaker.opened || (breaker.halfOpen && !breaker.pendingClose),
      async send(message, signal) {
        const result = await fire(breaker, message, signal)
        attempts.inc({ provider: name, outcome: result.outcome })
        return result
      },
      close() {
        if (breaker.opened) resting.dec({ provider: name })
        breaker.shutdown()
        provider.close?.()
      },
    }
  }
}

const OPTIONS: CircuitBreaker.Options = {
  // Attempts have their own time limit.
  timeout: false,
  errorThresholdPercentage: 50,
  volumeThreshold: 5,
  resetTimeout: REST_MS,
  rollingCountTimeout: 10_000,
  rollingCountBuckets: 10,
  rollingPercentilesEnabled: false,
  enableSnapshots: false,
}

type Action = [message: OutgoingMessage, signal: AbortSignal]

const actionOf =
  (provider: Provider) =>
  async (...given: Action): Promise<SendResult> => {
    const result = await provider.send(...given)
    const isTrouble = result.outcome === 'failed' && !result.isOfRecipient
    if (isTrouble || result.outcome === 'unknown') throw new Trouble(result)
    return result
  }

/** @throws ProviderResting where the provider was not asked */
async function fire(breaker: CircuitBreaker<Action, SendResult>, ...given: Action): Promise<SendResult> {
  try {
    return await breaker.fire(...given)
  } catch (error) {
    if (error instanceof Trouble) return error.result
    if (CircuitBreaker.isOurError(error as Error)) throw new ProviderResting()
    throw error
  }
}
