import { Counter, Gauge, type Logger, type Metrics } from '@usher/service-kit'
import CircuitBreaker from 'opossum'
import type { OutgoingMessage, Provider, SendResult } from '../providers/provider.ts'

/** How long a provider is left alone after it failed, in ms; then one message tries it again. */
export const REST_MS = 5_000

/** What a provider that is left alone does with a message: nothing at all. */
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

/** Guards a provider: see {@link createBreakers}. */
export type GuardProvider = (provider: Provider) => Provider

interface Options {
  readonly log: Logger
  readonly metrics: Metrics
}

/**
 * Guards each provider by a breaker of its own: when at least half of the messages of the last seconds found it out
 * of order or silent, it is left alone, until one message at a time finds it well again. What it refuses for a
 * reason of the message is no trouble. Each process finds out by itself.
 */
export function createBreakers({ log, metrics: { registry } }: Options): GuardProvider {
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
  // Attempts end by themselves.
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
