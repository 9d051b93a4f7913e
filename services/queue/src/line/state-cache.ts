import { nativeCollection } from '@usher/service-kit'
import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { type GuestModel, type GuestRecord, guestModel, IN_LINE, isInLine } from '../guests/guest-record.ts'
import { type QueueRecord, queueModel } from '../queues/queue-record.ts'
import { Line } from './line.ts'
import type { QueueState } from './queue-state.ts'

/** Lines kept in memory, counted in guests: about 100 bytes each. */
const MAX_GUESTS = 2_000_000

/** Beyond this many changes a line is read whole rather than change by change. */
const CATCH_UP_AT_MOST = 5_000

export interface StateCache {
  /** The state as this process last saw it; another replica may have gone on. */
  peek(queueId: string): QueueState | undefined
  /** The states as the database has them now; queues that do not exist are left out. */
  refresh(queueIds: readonly string[]): Promise<Map<string, QueueState>>
  /** Remembers a committed state, unless a newer one is known. */
  put(state: QueueState): void
}

type Placed = Pick<GuestRecord, '_id' | 'rank' | 'status'>

/** Keeps the lines of queues in memory, in step with the database by their versions. */
export function createStateCache(connection: Connection): StateCache {
  const queues = queueModel(connection)
  const guests = guestModel(connection)
  const states = new LRUCache<string, QueueState>({
    maxSize: MAX_GUESTS,
    sizeCalculation: ({ line }) => line.size + 10,
  })
  const put = (state: QueueState) => {
    const known = states.get(state.queue._id)
    if (!known || known.queue.line_version < state.queue.line_version) states.set(state.queue._id, state)
  }
  const bringUpToDate = async (queue: QueueRecord): Promise<QueueState> => {
    const known = states.get(queue._id)
    if (known && known.queue.line_version >= queue.line_version) return known
    const line = known ? await catchUp(guests, known, queue) : await loadLine(guests, queue._id)
    const state = { queue, line }
    put(state)
    return state
  }
  return {
    peek: (queueId) => states.get(queueId),
    put,
    async refresh(queueIds) {
      // The queues first: what is read of their guests afterwards is then at least as new.
      const found = await nativeCollection(queues)
        .find({ _id: { $in: [...queueIds] } })
        .toArray()
      const current = await Promise.all(found.map((queue) => bringUpToDate(queue)))
      return new Map(current.map((state) => [state.queue._id, state]))
    },
  }
}

const PLACE = { _id: 1, rank: 1, status: 1 } as const

async function loadLine(guests: GuestModel, queueId: string): Promise<Line> {
  const inLine = await nativeCollection(guests)
    .find<Placed>({ queue_id: queueId, status: { $in: [...IN_LINE] } }, { projection: PLACE })
    .sort({ rank: 1, _id: 1 })
    .toArray()
  return Line.from(inLine.map(({ _id, rank }) => ({ id: _id, rank })))
}

async function catchUp(guests: GuestModel, known: QueueState, queue: QueueRecord): Promise<Line> {
  const changed = await nativeCollection(guests)
    .find<Placed>(
      { queue_id: queue._id, line_version: { $gt: known.queue.line_version } },
      { projection: PLACE, limit: CATCH_UP_AT_MOST },
    )
    .toArray()
  return changed.length === CATCH_UP_AT_MOST
    ? await loadLine(guests, queue._id)
    : applyPlaces(known.line, changed)
}

/** A line after guests joined, moved or left. */
export function applyPlaces(line: Line, changed: readonly Placed[]): Line {
  return changed.reduce((current, { _id: id, rank, status }) => {
    const isPlaced = current.indexOf({ id, rank }) !== undefined
    if (isPlaced) return isInLine(status) ? current : current.remove({ id, rank })
    const formerly = current.findById(id)
    const without = formerly ? current.remove(formerly) : current
    return isInLine(status) ? without.insert({ id, rank }) : without
  }, line)
}
