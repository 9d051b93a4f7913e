import { type Channel, type ConsumeMessage, IllegalOperationError } from 'amqplib'

export interface Acknowledger {
  /** A message is in hand. */
  took(message: ConsumeMessage): void
  /** A message is done with: it is acknowledged in a moment, together with others. */
  done(message: ConsumeMessage): void
  /** A message cannot be handled: it goes to the dead letters. */
  reject(message: ConsumeMessage): void
  /** Acknowledges at once what is done. */
  flush(): void
}

/** Acknowledges what is done: all that is contiguous with one frame, which costs the broker as much as a single one. */
export function createAcknowledger(channel: Channel): Acknowledger {
  /** Messages in hand, oldest first, and whether they are done. */
  const inHand = new Map<ConsumeMessage, boolean>()
  let isPlanned = false
  const acknowledge = () => {
    isPlanned = false
    let last: ConsumeMessage | undefined
    for (const [message, isDone] of inHand) {
      if (!isDone) break
      inHand.delete(message)
      last = message
    }
    if (last) channel.ack(last, true)
    for (const [message, isDone] of inHand) {
      if (!isDone) continue
      inHand.delete(message)
      channel.ack(message)
    }
  }
  return {
    flush: () => settle(acknowledge),
    took: (message) => void inHand.set(message, false),
    done(message) {
      inHand.set(message, true)
      if (isPlanned) return
      isPlanned = true
      setImmediate(() => settle(acknowledge))
    },
    reject(message) {
      inHand.delete(message)
      settle(() => channel.nack(message, false, false))
    },
  }
}

/** After a lost connection nothing can be settled, and need not be: the broker delivers the message again. */
function settle(answer: () => void): void {
  try {
    answer()
  } catch (error) {
    if (!(error instanceof IllegalOperationError)) throw error
  }
}
