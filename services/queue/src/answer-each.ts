import { type CloudEvent, ERROR_CODES } from '@usher/contracts'
import { appendToOutbox, inTransaction, outboxOf, ProblemError, recordInInbox } from '@usher/service-kit'
import type { QueueContext } from './context.ts'

/**
 * Handles requests that other services send as events, one at a time. The answering event commits with the inbox, so
 * that an event redelivered after a crash is answered once.
 *
 * @param answer does the work, safe to repeat, and returns the event with the outcome
 */
export const answerEach =
  ({ connection, inbox }: QueueContext, answer: (event: CloudEvent) => Promise<CloudEvent>) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      if (await inbox.findOne({ _id: event.id })) continue
      const told = await answer(event)
      await inTransaction(connection, async (session) => {
        const fresh = await recordInInbox(inbox, [event.id], session)
        if (fresh.has(event.id)) await appendToOutbox(outboxOf(connection), [told], session)
      })
    }
  }

/**
 * The error as a refusal.
 *
 * @throws the error itself if it is none: then it is retried
 */
export function refusalIn(error: unknown): ProblemError {
  if (!(error instanceof ProblemError) || ERROR_CODES[error.code][0] >= 500) throw error
  return error
}
