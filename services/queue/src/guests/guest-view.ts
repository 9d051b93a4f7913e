import type { AddedGuest, Guest } from '@usher/contracts'
import type { QueueState } from '../line/queue-state.ts'
import { waitBySettings } from '../waits/wait-by-settings.ts'
import { type GuestRecord, isInLine } from './guest-record.ts'

/** The address of a guest's own page. */
export type StatusUrl = (guestId: string) => string

interface Place {
  readonly position: number | null
  readonly estimated_wait: number | null
}

/** Position from 1 and estimated wait in minutes; both null for a guest who is not in the line. */
export function placeOf(guest: GuestRecord, { queue, line }: QueueState): Place {
  const index = isInLine(guest.status) ? line.indexOf({ id: guest._id, rank: guest.rank }) : undefined
  if (index === undefined) return { position: null, estimated_wait: null }
  return { position: index + 1, estimated_wait: waitBySettings(index + 1, queue) }
}

/** The answer to adding a guest: the specification's fields first, in its order. */
export function presentAdded(guest: GuestRecord, state: QueueState, statusUrl: StatusUrl): AddedGuest {
  const { position, estimated_wait } = placeOf(guest, state)
  return {
    id: guest._id,
    name: guest.name,
    phone: guest.phone,
    party_size: guest.party_size,
    position,
    estimated_wait,
    status: guest.status,
    created_at: guest.created_at.toISOString(),
    queue_id: guest.queue_id,
    quoted_wait: guest.quoted_wait,
    status_url: statusUrl(guest._id),
  }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** A guest as the API answers it. */
export const presentGuest = (guest: GuestRecord, state: QueueState, statusUrl: StatusUrl): Guest => ({
  ...presentAdded(guest, state, statusUrl),
  notes: guest.notes,
  updated_at: guest.updated_at.toISOString(),
  arrived_at: iso(guest.arrived_at ?? null),
  locale: guest.locale ?? null,
  notified_at: iso(guest.notified_at),
  seated_at: iso(guest.seated_at),
  no_show_at: iso(guest.no_show_at),
  removed_at: iso(guest.removed_at),
  // Guests of before there was such a thing have no such field.
  anonymized_at: iso(guest.anonymized_at ?? null),
})
