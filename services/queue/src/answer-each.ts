import { type CloudEvent, ERROR_CODES } from '@usher/contracts'
import { appendToOutbox, type InboxModel, outboxModel, ProblemError, recordInInbox } from '@usher/service-kit'
import type { Connection } from 'mongoose'

/** Where it is kept that an event was answered. */
export interface EventStores {
  readonly connection: Connection
  readonly inbox: InboxModel
}

/**
 * Handles events in which other services ask for something, one after the other: the event that answers each commits
 * with the inbox, so one that comes again after a crash is answered once.
 *
 * @param answer does what is asked for, safe to repeat, and gives the event that tells what became of it
 */
export const answerEach =
  ({ connection, inbox }: EventStores, answer: (event: CloudEvent) => Promise<CloudEvent>) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      if (await inbox.exists({ _id: event.id })) continue
      const told = await answer(event)
      await connection.transaction(async (session) => {
        const fresh = await recordInInbox(inbox, [event.id], session)
        if (fresh.has(event.id)) await appendToOutbox(outboxModel(connection), [told], session)
      })
    }
  }

/** The refusal that an error is. @throws the error where it is none: it is to be tried again */
export function refusalIn(error: unknown): ProblemError {
  if (!(error instanceof ProblemError) || ERROR_CODES[error.code][0] >= 500) throw error
  return error
}
