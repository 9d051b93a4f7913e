import {
  type EventDefinition,
  QUEUE_DEFAULTS,
  type QueueCreate,
  type QueueUpdate,
  queueCreated,
  queuePaused,
  queueResumed,
  queueUpdated,
} from '@usher/contracts'
import { newEvent, newId, notFound, ProblemError } from '@usher/service-kit'
import { type Access, requireAccess } from '../access.ts'
import type { Act } from '../guests/guest-change.ts'
import { Line } from '../line/line.ts'
import type { Change, QueueState } from '../line/queue-state.ts'
import type { QueueRecord } from './queue-record.ts'
import { queueSettings } from './queue-view.ts'

/** @throws ProblemError `not_found` for a queue that was deleted or is another organisation's, `forbidden` */
export function requireOwnQueue(state: QueueState | null | undefined, access: Access): QueueState {
  if (!state || state.queue.deleted_at) throw notFound('queue')
  const { _id: queue_id, organization_id } = state.queue
  requireAccess({ organization_id, queue_id }, access, 'queue')
  return state
}

/** A new queue with its event. The time zone is the organisation's unless one is given. */
export function createQueue(given: QueueCreate, timezone: string, act: Act): Change {
  const queue: QueueRecord = {
    ...QUEUE_DEFAULTS,
    timezone,
    ...given,
    _id: newId('queue'),
    organization_id: act.origin.organizationId,
    sequence: 0,
    line_version: 1,
    tail_rank: null,
    waiting_count: 0,
    created_at: act.now,
    updated_at: act.now,
    deleted_at: null,
  }
  return raise([queueCreated], { queue, line: Line.empty }, act)
}

/**
 * Decides on new settings. A change of status raises queue.paused or queue.resumed, any other change
 * queue.updated, both together both; what is set already raises nothing.
 */
export function updateQueue({ queue, line }: QueueState, given: QueueUpdate, act: Act): Change {
  const { status = queue.status, ...settings } = given
  const events: EventDefinition[] = []
  if (Object.entries(settings).some(([key, value]) => !isSame(value, queue[key as keyof QueueRecord]))) {
    events.push(queueUpdated)
  }
  if (status !== queue.status) events.push(status === 'paused' ? queuePaused : queueResumed)
  return raise(events, { queue: { ...queue, ...settings, status }, line }, act)
}

/** Decides on deleting. From then on nobody can join; guests still in the line are removed next. */
export function deleteQueue({ queue, line }: QueueState, removeGuests: boolean, act: Act): Change {
  if (line.size > 0 && !removeGuests) {
    const detail = `${line.size} guests are in the line; remove_guests=true removes them too.`
    throw new ProblemError('queue_not_empty', detail)
  }
  const deleted = { ...queue, deleted_at: act.now, updated_at: act.now }
  return { state: { queue: deleted, line }, events: [] }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function raise(
  definitions: readonly EventDefinition[],
  { queue, line }: QueueState,
  { now, origin }: Act,
): Change {
  if (definitions.length === 0) return { state: { queue, line }, events: [] }
  const changed = { ...queue, updated_at: now, sequence: queue.sequence + definitions.length }
  const events = definitions.map((definition, index) =>
    newEvent(definition, {
      subject: queue._id,
      sequence: queue.sequence + index + 1,
      time: now,
      origin,
      data: queueSettings(changed),
    }),
  )
  return { state: { queue: changed, line }, events }
}
