import {
  standbyAdded,
  standbyBooked,
  standbyEnded,
  standbyOfferExpired,
  standbyOffered,
} from '@usher/contracts'
import { appendToOutbox, newEvent, newId, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import { presentStandby, type StandbyRecord } from './standby.ts'

const EVENT_OF = {
  waiting: standbyOfferExpired,
  offered: standbyOffered,
  booked: standbyBooked,
  ended: standbyEnded,
} as const

interface Saved {
  /** null: a new standby. */
  readonly before: StandbyRecord | null
  readonly after: StandbyRecord
  readonly origin: Origin
}

/** Whose doing a change without a request is. */
export const systemOrigin = (organizationId: string): Origin => ({
  organizationId,
  actor: 'system',
  requestId: newId('request'),
})

/**
 * Saves a standby together with its event.
 *
 * @throws Error if it was changed since it was read; in a transaction that is a write conflict first, and it is
 * read again
 */
export async function saveStandby(
  session: ClientSession,
  { standbys, outbox, statusUrl }: BookingPlatformContext,
  { before, after, origin }: Saved,
): Promise<void> {
  if (!before) await standbys.insert(after, session)
  else if (!(await standbys.replace(before, after, session)))
    throw new Error('a standby was changed meanwhile')
  const { _id: subject, version: sequence, updated_at: time } = after
  const data = { ...presentStandby(after), status_url: statusUrl(subject) }
  const definition = before ? EVENT_OF[after.status] : standbyAdded
  await appendToOutbox(outbox, [newEvent(definition, { subject, sequence, time, origin, data })], session)
}
