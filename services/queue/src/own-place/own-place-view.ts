import { hash } from 'node:crypto'
import {
  type Delay,
  LINE_CLAUSES,
  type OwnPlace,
  type OwnTimelineEntry,
  type TimelineEntry,
} from '@usher/contracts'
import { displayLabelOf } from '../guests/display-label.ts'
import { deskOf } from '../guests/guest-view.ts'
import { withOwnSizes } from '../guests/party-size.ts'
import { canUndo, leftByGuest } from '../guests/transitions.ts'
import { delayOf, passedBy } from '../queue-state/guest-delay.ts'
import { positionOf, waitOf } from '../queue-state/guest-place.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { bookedTime } from '../records/guest-entry.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { explainsDelays, type QueueRecord } from '../records/queue-record.ts'
import { usuallyEarly } from '../waits/calibration.ts'

/** What a guest sees of their own place: of others only the sizes of parties let in ahead, of the queue what concerns them. */
export function presentOwnPlace(guest: GuestRecord, state: QueueState, now: Date): OwnPlace {
  const wait = waitOf(guest, state, now)
  return {
    organization_id: guest.organization_id,
    name: guest.name,
    display_label: displayLabelOf(guest),
    party_size: guest.party_size,
    status: guest.status,
    position: positionOf(guest, state, now),
    estimated_wait: wait?.low ?? null,
    estimated_wait_range: wait && { low: wait.low, high: wait.high },
    delay: presentDelay(delayOf(guest, state, now, wait?.low ?? null), state),
    usually_early: usuallyEarly(state.pace),
    queue: presentOwnQueue(withOwnSizes(state.queue, guest.party_size)),
    place_change: guest.place_change
      ? { reason: guest.place_change.reason, at: guest.place_change.at.toISOString() }
      : null,
    booked_start: bookedTime(guest) === undefined ? null : (guest.booking?.start.toISOString() ?? null),
    passed_by: presentPassedBy(guest, state),
    can_return: leftByGuest(guest) && canUndo(guest, now),
    away_until: guest.away_until?.toISOString() ?? null,
    arrived_at: guest.arrived_at?.toISOString() ?? null,
    locale: guest.locale,
    timezone: guest.timezone ?? null,
    created_at: guest.created_at.toISOString(),
    updated_at: guest.updated_at.toISOString(),
    notified_at: guest.notified_at?.toISOString() ?? null,
    desk: deskOf(guest),
  }
}

/** The queue may keep the reason from its guests. */
const presentDelay = (delay: Delay | null, { queue }: QueueState): Delay | null =>
  delay && !explainsDelays(queue) ? { ...delay, reason: null, let_in_ahead: null } : delay

function presentPassedBy(guest: GuestRecord, state: QueueState): OwnPlace['passed_by'] {
  const passed = explainsDelays(state.queue) ? passedBy(guest, state) : null
  if (!passed) return null
  const { clause, at, came_late } = passed
  return { clause, at: new Date(at).toISOString(), came_late }
}

const presentOwnQueue = (queue: QueueRecord): OwnPlace['queue'] => ({
  name: queue.name,
  status: queue.status,
  pause_reason: queue.pause_reason,
  timezone: queue.timezone,
  min_party_size: queue.min_party_size,
  max_party_size: queue.max_party_size,
  join_slug: queue.public_join ? queue.join.slug : null,
})

/** What a guest sees of a change: neither who made it nor whom it concerned. */
export const presentOwnEntry = (
  { at, type, caused_by, reason, position_before, position_after }: TimelineEntry,
  { queue }: QueueState,
): OwnTimelineEntry => ({
  at,
  type,
  own: caused_by === null,
  clause:
    (type === 'notified' && explainsDelays(queue) && LINE_CLAUSES.find((one) => one === reason)) || null,
  position_before,
  position_after,
})

/** The reply with a guest's own view; its ETag is derived from the content, as much of that changes by itself. */
export function ownPlaceReply(guest: GuestRecord, state: QueueState, now: Date) {
  const body = presentOwnPlace(guest, state, now)
  return { body, headers: { etag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } }
}
