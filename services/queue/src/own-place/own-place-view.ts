import { hash } from 'node:crypto'
import type { OwnPlace } from '@usher/contracts'
import type { GuestRecord } from '../guests/guest-record.ts'
import { placeOf } from '../guests/guest-view.ts'
import type { QueueState } from '../line/queue-state.ts'

/** What a guest sees of themselves: nothing of others, and of the queue what concerns them. */
export const presentOwnPlace = (guest: GuestRecord, state: QueueState): OwnPlace => ({
  name: guest.name,
  party_size: guest.party_size,
  status: guest.status,
  ...placeOf(guest, state),
  queue: presentOwnQueue(state),
  place_change: guest.place_change
    ? { reason: guest.place_change.reason, at: guest.place_change.at.toISOString() }
    : null,
  arrived_at: guest.arrived_at?.toISOString() ?? null,
  locale: guest.locale ?? null,
  created_at: guest.created_at.toISOString(),
  updated_at: guest.updated_at.toISOString(),
  notified_at: guest.notified_at?.toISOString() ?? null,
})

const presentOwnQueue = ({ queue }: QueueState): OwnPlace['queue'] => ({
  name: queue.name,
  status: queue.status,
  pause_reason: queue.pause_reason ?? null,
  timezone: queue.timezone,
})

/** The answer with what a guest sees; its tag is made of what it says, as much of that changes by itself. */
export function ownPlaceReply(guest: GuestRecord, state: QueueState) {
  const body = presentOwnPlace(guest, state)
  return { body, headers: { etag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } }
}
