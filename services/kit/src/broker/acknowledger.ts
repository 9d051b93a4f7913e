import { type Channel, type ConsumeMessage, IllegalOperationError } from 'amqplib'

export interface Acknowledger {
  /** A message arrived. */
  took(message: ConsumeMessage): void
  /** A message was handled: acknowledged in a moment, together with others. */
  done(message: ConsumeMessage): void
  /** A message cannot be handled: dead-lettered. */
  reject(message: ConsumeMessage): void
  /** Acknowledges handled messages at once. */
  flush(): void
}

/**
 * Acknowledges contiguous runs of handled messages with one frame, which costs the broker as much as a single
 * message.
 */
export function createAcknowledger(channel: Channel): Acknowledger {
  /** In-flight messages, oldest first, and whether they are handled. */
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

/** Once the connection is lost nothing can be settled, nor need it be: the broker redelivers. */
function settle(answer: () => void): void {
  try {
    answer()
  } catch (error) {
    if (!(error instanceof IllegalOperationError)) throw error
  }
}
