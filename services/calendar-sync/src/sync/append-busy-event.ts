import { calendarBusyReplaced, type DataOf } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { SyncContext } from './sync-context.ts'

/** Publishes a provider's busy times with the session's transaction. */
export async function appendBusyEvent(
  { busySequences, outbox }: Pick<SyncContext, 'busySequences' | 'outbox'>,
  origin: Origin,
  data: DataOf<typeof calendarBusyReplaced>,
  session: ClientSession,
): Promise<void> {
  const { provider_id: subject, as_of } = data
  const sequence = await busySequences.next(origin.organizationId, subject, session)
  const event = newEvent(calendarBusyReplaced, { subject, sequence, time: new Date(as_of), origin, data })
  await appendToOutbox(outbox, [event], session)
}
