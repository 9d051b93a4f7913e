import {
  type Caller,
  type EventDefinition,
  QUEUE_DEFAULTS,
  type QueueCreate,
  type QueueUpdate,
  queueCreated,
  queueDeleted,
  queuePaused,
  queueResumed,
  queueUpdated,
} from '@usher/contracts'
import { invalidField, newEvent, newId, ProblemError } from '@usher/service-kit'
import { Line } from '../line/line.ts'
import type { Act } from '../queue-state/guest-change.ts'
import type { Change, QueueState } from '../queue-state/queue-state.ts'
import { freePlacesOf } from '../queue-state/queue-waits.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { NO_PACE } from '../waits/pace.ts'
import { countTaken } from '../waits/places.ts'
import { newJoinSlug } from './join-access.ts'
import { queueSettings } from './queue-view.ts'

/** When and by whom a queue is changed. */
type QueueAct = Pick<Act, 'now' | 'origin'>

interface SizeLimits {
  readonly min_party_size: number
  readonly max_party_size: number
  readonly public_join_limits: QueueRecord['public_join_limits']
}

type OfOrganization = Pick<Caller, 'timezone' | 'country'>

/** A new queue and its event. The time zone defaults to the organisation's. */
export function createQueue(
  given: QueueCreate,
  { timezone, country }: OfOrganization,
  act: QueueAct,
): Change {
  requireSizes({ ...QUEUE_DEFAULTS, ...given })
  const queue: QueueRecord = {
    ...QUEUE_DEFAULTS,
    opening_exceptions: [],
    priority_classes: [],
    custom_fields: [],
    timezone,
    ...withoutIdleReason({ ...QUEUE_DEFAULTS, ...given }, given),
    _id: newId('queue'),
    organization_id: act.origin.organizationId,
    sequence: 0,
    line_version: 1,
    tail_rank: null,
    waiting_count: 0,
    join: { slug: newJoinSlug(), country },
    created_at: act.now,
    updated_at: act.now,
    deleted_at: null,
  }
  return raise([queueCreated], { queue, line: Line.empty, pace: { ...NO_PACE } }, act)
}

/**
 * Updates settings. A change of status raises queue.paused or queue.resumed, any other change queue.updated, both
 * together both; unchanged settings raise nothing.
 */
export function updateQueue(state: QueueState, given: QueueUpdate, act: QueueAct): Change {
  const { queue } = state
  const { status = queue.status, pause_reason = queue.pause_reason, ...settings } = given
  const reason = status === 'paused' ? pause_reason : null
  const changed = { ...queue, ...settings, status, pause_reason: reason }
  requireSizes(changed)
  const events: EventDefinition[] = []
  const isOtherReason = status === queue.status && reason !== queue.pause_reason
  if (isOtherReason || !isSame(valuesOf(settings, changed), valuesOf(settings, queue))) {
    events.push(queueUpdated)
  }
  if (status !== queue.status) events.push(status === 'paused' ? queuePaused : queueResumed)
  return raise(events, { ...state, queue: changed }, act)
}

/**
 * Notes how many places staff count as free now.
 *
 * @throws ProblemError if there are not so many
 */
export function countFreePlaces(state: QueueState, count: number, act: QueueAct): Change {
  const { servers } = state.queue
  if (count > servers) throw invalidField('/count', `must be at most ${servers}`, 'above_servers')
  const before = freePlacesOf(state, act.now)
  const pace = countTaken(state.pace, servers - count, act.now.getTime())
  return {
    ...raise([queueUpdated], { ...state, pace }, act, { free_places: count }),
    changes: { free_places: { before, after: count } },
  }
}

/** The queue's present values of the fields given. */
const valuesOf = (given: object, queue: QueueRecord): unknown[] =>
  Object.keys(given).map((key) => queue[key as keyof QueueRecord])

/** @throws ProblemError for limits that no party size meets */
function requireSizes({ min_party_size, max_party_size, public_join_limits }: SizeLimits): void {
  if (min_party_size > max_party_size) {
    throw invalidField('/min_party_size', `must be at most ${max_party_size}`, 'above_max_party_size')
  }
  if (min_party_size > (public_join_limits?.max_party_size ?? max_party_size)) {
    const pointer = '/public_join_limits/max_party_size'
    throw invalidField(pointer, `must be at least ${min_party_size}`, 'below_min_party_size')
  }
}

/** A queue that is not paused has no pause reason. */
const withoutIdleReason = ({ status }: { readonly status: string }, given: QueueCreate): QueueCreate =>
  status === 'paused' ? given : { ...given, pause_reason: null }

/** Deletes a queue. From then on nobody can join; guests still in line are removed next. */
export function deleteQueue(state: QueueState, removeGuests: boolean, act: QueueAct): Change {
  const { queue, line } = state
  if (line.size > 0 && !removeGuests) {
    const detail = `Guests in the line: ${line.size}; remove_guests=true removes them too.`
    throw new ProblemError('queue_not_empty', detail)
  }
  const sequence = queue.sequence + 1
  const deleted = { ...queue, deleted_at: act.now, updated_at: act.now, sequence }
  const event = newEvent(queueDeleted, {
    subject: queue._id,
    sequence,
    time: act.now,
    origin: act.origin,
    data: { id: queue._id },
  })
  return { state: { ...state, queue: deleted }, events: [event] }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function raise(
  definitions: readonly EventDefinition[],
  state: QueueState,
  { now, origin }: QueueAct,
  more: object = {},
): Change {
  if (definitions.length === 0) return { state, events: [] }
  const { queue } = state
  const changed = { ...queue, updated_at: now, sequence: queue.sequence + definitions.length }
  const events = definitions.map((definition, index) =>
    newEvent(definition, {
      subject: queue._id,
      sequence: queue.sequence + index + 1,
      time: now,
      origin,
      data: { ...queueSettings(changed), join: queue.join, ...more },
    }),
  )
  return { state: { ...state, queue: changed }, events }
}
