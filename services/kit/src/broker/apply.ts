import { setTimeout as delay } from 'node:timers/promises'
import type { ConsumeMessage } from 'amqplib'
import { PermanentError } from '../errors.ts'
import { isUnavailable } from '../store/connection.ts'
import { backoffMs } from '../work/backoff.ts'
import type { Acknowledger } from './acknowledger.ts'
import type { ConsumerOptions } from './consumer-options.ts'
import type { Handling } from './handling.ts'

/** Tries of a failing message within one delivery. */
const TRIES = 5
const BACKOFF = { firstMs: 100, maxMs: 5_000 }

/** The channel that messages came by. */
interface DeliveryContext {
  readonly acks: Acknowledger
  readonly stopping: AbortSignal
  readonly lost: AbortSignal
}

/** Applies a batch, retrying while that may help; dead-letters what cannot be applied. */
export async function applyWithRetries(
  context: DeliveryContext,
  batch: readonly Handling[],
  options: ConsumerOptions,
): Promise<void> {
  const { acks, stopping, lost } = context
  // After a lost connection the broker redelivers, perhaps to another replica.
  for (let attempt = 1; !stopping.aborted && !lost.aborted; attempt += 1) {
    try {
      await options.handle(
        batch.map(({ event }) => event),
        { repeated: repeatedOf(batch, attempt) },
      )
      for (const handling of batch) {
        acks.done(handling.message)
        handling.end('handled')
      }
      return
    } catch (err) {
      const unavailable = isUnavailable(err)
      if (batch.length > 1 && !unavailable) {
        // One event is at fault: apply each alone, so that the others get through.
        for (const one of batch) await applyWithRetries(context, [one], options)
        return
      }
      const giveUp = err instanceof PermanentError || (attempt >= TRIES && !unavailable)
      if (giveUp) return parkAll(acks, batch, options, String(err))
      options.log.warn({ err, queue: options.queue, attempt }, 'handling failed; trying again')
      await delay(backoffMs(attempt, BACKOFF))
    }
  }
  for (const handling of batch) handling.end('left')
}

/** Events that may have been handled before. */
const repeatedOf = (batch: readonly Handling[], attempt: number): ReadonlySet<string> =>
  new Set(
    batch.filter(({ message }) => attempt > 1 || message.fields.redelivered).map(({ event }) => event.id),
  )

function parkAll(
  acks: Acknowledger,
  batch: readonly Handling[],
  options: ConsumerOptions,
  reason: string,
): void {
  for (const handling of batch) {
    park(acks, handling.message, options, reason)
    handling.end('parked')
  }
}

/** Dead-letters a message. */
export function park(
  acks: Acknowledger,
  message: ConsumeMessage,
  { log, queue }: ConsumerOptions,
  reason: string,
): void {
  log.error(
    { queue, messageId: message.properties.messageId, reason },
    'message parked on the dead-letter queue',
  )
  acks.reject(message)
}
