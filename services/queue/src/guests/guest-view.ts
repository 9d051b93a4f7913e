import { type AddedGuest, type Guest, guestSchema } from '@usher/contracts'
import { phoneKind } from '@usher/service-kit'
import type { StatusUrl } from '../queue-state/guest-change.ts'
import { delayOf } from '../queue-state/guest-delay.ts'
import { positionOf, waitOf } from '../queue-state/guest-place.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { detailsIn, type GuestRecord, isInLine } from '../records/guest-record.ts'
import { fittingFields } from './custom-fields.ts'
import { unreadReplyAt } from './unread-replies.ts'

/** What views need besides the state. */
export interface View {
  readonly statusUrl: StatusUrl
  /** Waits are estimated from this time. */
  readonly now: Date
}

/** The answer to adding a guest: the specification's fields first, in its order. */
export function presentAdded(guest: GuestRecord, state: QueueState, { statusUrl, now }: View): AddedGuest {
  const wait = waitOf(guest, state, now)
  return {
    id: guest._id,
    name: guest.name,
    phone: guest.phone,
    party_size: guest.party_size,
    position: positionOf(guest, state, now),
    estimated_wait: wait?.low ?? null,
    status: guest.status,
    created_at: guest.created_at.toISOString(),
    queue_id: guest.queue_id,
    quoted_wait: guest.quoted_wait,
    status_url: statusUrl(guest._id),
    estimated_wait_range: wait && { low: wait.low, high: wait.high },
    duplicate_of: guest.duplicate_of,
    phone_unusual: guest.phone !== null && phoneKind(guest.phone) === 'unusual',
    tags: [...guest.tags],
    fields: fittingFields(state.queue.custom_fields, guest.fields),
    email: guest.email,
  }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

function unreachedOf({ unreached }: GuestRecord): Guest['unreached'] {
  if (!unreached) return null
  const { since, channel, reason } = unreached
  return { since: since.toISOString(), channel, reason }
}

function bookingOf({ booking }: GuestRecord): Guest['booking'] {
  if (!booking) return null
  const { id, start, cancelled = false } = booking
  return { id, start: start.toISOString(), cancelled }
}

/** The desk a guest was called to. */
export const deskOf = ({ status, desk }: Pick<GuestRecord, 'status' | 'desk'>): string | null =>
  (status === 'notified' && desk) || null

/** The details that the answer to adding a guest leaves out. */
const moreDetails = detailsIn(
  guestSchema.omit({
    name: true,
    phone: true,
    email: true,
    party_size: true,
    tags: true,
    fields: true,
  }),
)

/** A guest as returned by the API. */
export const presentGuest = (guest: GuestRecord, state: QueueState, view: View): Guest => {
  const added = presentAdded(guest, state, view)
  return {
    ...added,
    rank: isInLine(guest.status) ? guest.rank : null,
    delay: delayOf(guest, state, view.now, added.estimated_wait),
    ...moreDetails(guest),
    away_until: iso(guest.away_until),
    updated_at: guest.updated_at.toISOString(),
    arrived_at: iso(guest.arrived_at),
    locale: guest.locale,
    timezone: guest.timezone ?? null,
    notified_at: iso(guest.notified_at),
    desk: deskOf(guest),
    seated_at: iso(guest.seated_at),
    no_show_at: iso(guest.no_show_at),
    no_show_due_at: iso(guest.no_show_due_at ?? null),
    removed_at: iso(guest.removed_at),
    unreached: unreachedOf(guest),
    unread_reply_at: iso(unreadReplyAt(guest)),
    booking: bookingOf(guest),
    anonymized_at: iso(guest.anonymized_at),
  }
}
