import { type EventDefinition, guestAdded, guestUpdated } from '@usher/contracts'
import { newEvent, type Origin } from '@usher/service-kit'
import { entryOf } from '../records/guest-entry.ts'
import { detailsIn, type GuestRecord, isInLine } from '../records/guest-record.ts'
import { positionOf, waitOf } from './guest-place.ts'
import type { GuestChange, QueueState } from './queue-state.ts'

/** URL of a guest's own page. */
export type StatusUrl = (guestId: string) => string

/** When and by whom a decision is made. */
export interface Act {
  readonly now: Date
  readonly origin: Origin
  readonly statusUrl: StatusUrl
}

/**
 * Builds a change and its event from the guest and the queue after a decision, and puts the guest into the line.
 *
 * @param more data of this event beyond that of all guest events
 */
export function guestChange(
  event: EventDefinition,
  decided: QueueState,
  changed: GuestRecord,
  { now, origin, statusUrl }: Act,
  more: object = {},
): GuestChange {
  const { line, queue } = decided
  const guest = {
    ...changed,
    updated_at: now,
    sequence: changed.sequence + 1,
    line_version: queue.line_version,
  }
  const after = isInLine(guest.status) ? { ...decided, line: line.insert(entryOf(guest)) } : decided
  const { status, ...facts } = guestFacts(guest, after, { now, statusUrl })
  const data = {
    ...facts,
    ...(event !== guestAdded && { status }),
    ...(event === guestUpdated && { returned_from: null }),
    ...more,
  }
  const raised = newEvent(event, { subject: guest._id, sequence: guest.sequence, time: now, origin, data })
  return { state: after, guest, events: [raised] }
}

/** A change of a guest without an event. */
export const quietChange = (state: QueueState, guest: GuestRecord): GuestChange => ({
  // A new object for an unchanged queue, which makes the writer commit the guest.
  state: { ...state, queue: { ...state.queue } },
  guest,
  events: [],
})

const detailsInEvents = detailsIn(guestAdded.data)

/** The data common to all guest events. */
export const guestFacts = (
  guest: GuestRecord,
  state: QueueState,
  { now, statusUrl }: Omit<Act, 'origin'>,
) => ({
  id: guest._id,
  queue_id: guest.queue_id,
  ...detailsInEvents(guest),
  position: positionOf(guest, state, now),
  estimated_wait: waitOf(guest, state, now)?.low ?? null,
  status: guest.status,
  locale: guest.locale,
  status_url: statusUrl(guest._id),
  arrived_at: guest.arrived_at?.toISOString() ?? null,
})
