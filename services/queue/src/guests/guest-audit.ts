import type { FieldChanges } from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'
import { positionOf } from '../queue-state/guest-place.ts'
import type { GuestChange } from '../queue-state/queue-state.ts'
import { detailsOf, type GuestRecord, PERSONAL_DETAILS } from '../records/guest-record.ts'

type GuestWithState = Pick<GuestChange, 'guest' | 'state'>

/** Adds the guest's changed fields to a change, for the audit trail. */
export const withChanges = (before: GuestWithState, change: GuestChange): GuestChange => {
  const at = change.guest.updated_at
  const changes = changesBetween(auditFacts(before, at), auditFacts(change, at), PERSONAL_DETAILS)
  return { ...change, changes }
}

/** The changes that adding a guest makes: the trail says to which queue, and repeats nothing personal. */
export const changesOfAdding = ({ queue_id }: Pick<GuestRecord, 'queue_id'>): FieldChanges => ({
  queue_id: { before: null, after: queue_id },
})

const auditFacts = ({ guest, state }: GuestWithState, at: Date) => ({
  queue_id: guest.queue_id,
  status: guest.status,
  position: positionOf(guest, state, at),
  ...detailsOf(guest),
  // null if there are none: the audit trail records only that.
  tags: guest.tags.length > 0 ? guest.tags : null,
  fields: Object.keys(guest.fields).length > 0 ? guest.fields : null,
  arrived_at: guest.arrived_at,
  locale: guest.locale,
  timezone: guest.timezone ?? null,
  away_until: guest.away_until,
})

/** The changes of several guests together, by guest id. */
export const changesOfAll = (changes: readonly GuestChange[]): FieldChanges =>
  Object.fromEntries(
    changes.flatMap(({ guest, changes: fields = {} }) =>
      Object.entries(fields).map(([name, change]) => [`${guest._id}.${name}`, change]),
    ),
  )
