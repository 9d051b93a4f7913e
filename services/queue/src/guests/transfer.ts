import { type GuestTransfer, guestUpdated } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import { type Act, guestChange } from '../queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { requireRoom } from './add-guest.ts'
import { fittingFields } from './custom-fields.ts'
import { findClass, placeIn } from './priority.ts'
import { withoutPlace } from './settle-quote.ts'
import { requireInLine } from './transitions.ts'

/** Former queues remembered per guest. */
const MAX_STAYS = 100

/**
 * Transfers a guest to another queue, placed there by joining time. A notified guest waits again: nobody has called
 * them to the new queue yet. Custom fields are kept as far as the target has them and accepts their values.
 *
 * @param target a queue of the same organisation
 * @throws ProblemError `invalid_transition` for a guest who has left, `validation_failed` if the target is not
 * another queue of the organisation, and as {@link requireRoom}
 */
export function transferGuest(
  state: QueueState,
  guest: GuestRecord,
  target: QueueState | undefined,
  given: GuestTransfer,
  act: Act,
): GuestChange {
  const { queue, line } = state
  requireInLine(guest, 'transferred')
  if (!target || target.queue.deleted_at || target.queue._id === queue._id) {
    throw invalidField('/queue_id', 'must be another queue of the organisation', 'not_another_queue')
  }
  requireRoom(target, guest.party_size, act.now, '/queue_id')
  const { _id: queue_id, line_version: since_version } = target.queue
  const priority = findClass(target.queue, guest.priority)
  const { rank, queue: entered } = placeIn(target, guest._id, priority, given.position)
  const stay = { queue_id: queue._id, since: guest.since_version, until: queue.line_version }
  const former_stays = [...(guest.former_stays ?? []), stay].slice(-MAX_STAYS)
  const { no_show_due_at: _, almost_ready_at: __, ...rest } = guest
  const waiting = { status: 'waiting', notified_at: null } as const
  const place = { queue_id, rank, priority: priority?.key ?? null, since_version, former_stays }
  const fields = fittingFields(target.queue.custom_fields, guest.fields)
  const moved: GuestRecord = { ...rest, ...waiting, ...place, fields }
  const left = {
    ...withoutPlace(state, guest),
    queue: { ...queue, transferred_version: queue.line_version },
    line: line.remove({ id: guest._id, rank: guest.rank }),
  }
  return {
    ...guestChange(guestUpdated, { ...target, queue: entered }, moved, act, { from_queue_id: queue._id }),
    reason: given.reason,
    steps: [{ state: left, events: [] }],
  }
}
