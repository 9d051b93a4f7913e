import type { CloudEvent } from '@usher/contracts'
import type { Broker } from '../broker/broker.ts'
import type { BatchFacts, ConsumerOptions } from '../broker/consumer-options.ts'
import { PermanentError } from '../errors.ts'
import type { Logger } from '../observability/logger.ts'
import { isUnavailable } from '../store/connection.ts'

/** Attempts at an event that fails, before it is skipped. */
const MAX_ATTEMPTS = 3

const FACTS: BatchFacts = { repeated: new Set(), lost: new AbortController().signal }

/** The consumers of a world, which get their events from the gateway instead of the broker. */
export class CarriedEvents {
  readonly #consumers: ConsumerOptions[] = []
  readonly #log: Logger
  readonly broker: Broker

  constructor(log: Logger) {
    this.#log = log
    this.broker = {
      isConnected: () => false,
      onConnect: async () => {},
      watch: () => {},
      metrics: undefined,
      take: (options) => void this.#consumers.push(options),
      [Symbol.asyncDispose]: async () => {},
    }
  }

  /** Types of the events that are handled. */
  get types(): string[] {
    return [...new Set(this.#consumers.flatMap(({ events }) => events.map(({ type }) => type)))]
  }

  /**
   * Has each consumer handle its events, in order. Safe to repeat.
   *
   * @throws an error that `isUnavailable` recognises: try again
   */
  async handle(events: readonly CloudEvent[]): Promise<void> {
    for (const consumer of this.#consumers) {
      const types = new Set(consumer.events.map(({ type }) => type))
      const own = events.filter(({ type }) => types.has(type))
      if (own.length > 0) await this.#handleBy(consumer, own)
    }
  }

  async #handleBy(consumer: ConsumerOptions, events: readonly CloudEvent[]): Promise<void> {
    try {
      await consumer.handle(events, FACTS)
    } catch (error) {
      if (isUnavailable(error)) throw error
      // One event is at fault: apply each alone, so that the others get through.
      for (const event of events) await this.#handleAlone(consumer, event)
    }
  }

  async #handleAlone({ queue, handle }: ConsumerOptions, event: CloudEvent): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await handle([event], FACTS)
      } catch (err) {
        if (isUnavailable(err)) throw err
        if (!(err instanceof PermanentError) && attempt < MAX_ATTEMPTS) continue
        this.#log.error({ err, queue, id: event.id }, 'an event of a test clock could not be handled')
        return
      }
    }
  }
}
