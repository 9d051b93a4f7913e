import { isDeepStrictEqual } from 'node:util'
import { type GuestMove, type GuestUpdate, guestUpdated } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import { laterRank, rankAt } from '../line/rank.ts'
import { type Act, guestChange } from '../queue-state/guest-change.ts'
import { indexFor } from '../queue-state/line-order.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { detailsOf, type GuestRecord, isInLine, storedTexts } from '../records/guest-record.ts'
import { mergeFields } from './custom-fields.ts'
import { requirePartySize } from './party-size.ts'
import { placeIn, requireClass } from './priority.ts'
import { tagged } from './tags.ts'
import { requireInLine } from './transitions.ts'

/** Updates the details of a guest in line; an update that changes nothing raises no event. */
export function updateGuest(
  state: QueueState,
  guest: GuestRecord,
  given: GuestUpdate,
  act: Act,
): GuestChange {
  requireInLine(guest, 'updated')
  const partySize = given.party_size ?? guest.party_size
  if (partySize !== guest.party_size) requirePartySize(state.queue, partySize)
  const updated: GuestRecord = {
    ...guest,
    ...storedTexts({ ...guest, ...given }),
    party_size: partySize,
    ...(given.tags && tagged(given.tags)),
    ...(given.fields && {
      fields: mergeFields(state.queue.custom_fields, guest.fields, given.fields),
    }),
  }
  if (given.priority !== undefined && given.priority !== guest.priority) {
    return changePriority(state, updated, given.priority, act)
  }
  const isSame = isDeepStrictEqual(detailsOf(updated), detailsOf(guest))
  return isSame ? { state, guest, events: [] } : guestChange(guestUpdated, state, updated, act)
}

/** A new class means a new place: behind the others of the class or, without a class, by joining time. */
function changePriority(state: QueueState, guest: GuestRecord, key: string | null, act: Act): GuestChange {
  const priority = requireClass(state.queue, key)
  const line = state.line.remove({ id: guest._id, rank: guest.rank })
  const others = { ...state, line }
  const { rank, queue } = placeIn(others, guest._id, priority)
  const after = { ...others, queue }
  const place_change = { reason: 'priority', at: act.now } as const
  const changed = guestChange(guestUpdated, after, { ...guest, priority: key, rank, place_change }, act)
  return { ...changed, reason: priority?.name }
}

/** Moves a guest to another place in line. A position past the end means the end. */
export function moveGuest(
  state: QueueState,
  guest: GuestRecord,
  to: GuestMove,
  behind: GuestRecord | undefined,
  act: Act,
): GuestChange {
  requireInLine(guest, 'moved')
  const { queue, line } = state
  const others = line.remove({ id: guest._id, rank: guest.rank })
  const index =
    'position' in to
      ? Math.min(indexFor(state, guest, to.position, act.now), others.size)
      : indexBehind(others, guest, behind)
  if (index === line.indexOf({ id: guest._id, rank: guest.rank })) return { state, guest, events: [] }
  const rank = rankAt(others, index, queue.tail_rank)
  const after = { ...state, queue: { ...queue, tail_rank: laterRank(queue.tail_rank, rank) }, line: others }
  const place_change = { reason: 'moved', at: act.now } as const
  return guestChange(guestUpdated, after, { ...guest, rank, place_change }, act)
}

function indexBehind(
  others: QueueState['line'],
  guest: GuestRecord,
  behind: GuestRecord | undefined,
): number {
  const isElsewhere = behind?.queue_id !== guest.queue_id || !behind || !isInLine(behind.status)
  const index = isElsewhere ? undefined : others.indexOf({ id: behind._id, rank: behind.rank })
  if (index === undefined)
    throw invalidField('/after', 'must be another guest in the same line', 'not_in_line')
  return index + 1
}
