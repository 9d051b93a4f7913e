import { nativeCollection } from '@usher/service-kit'
import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { Line } from '../line/line.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import {
  entryOf,
  type GuestModel,
  guestModel,
  IN_LINE,
  isInLine,
  type Placed,
} from '../records/guest-record.ts'
import { type LedgerModel, ledgerModel, ledgerRange } from '../records/ledger-record.ts'
import { paceModel } from '../records/pace-record.ts'
import { type QueueRecord, queueModel } from '../records/queue-record.ts'
import { NO_PACE, type Pace } from '../waits/pace.ts'

/** Lines kept in memory, counted in guests: about 100 bytes each. */
const MAX_GUESTS = 2_000_000

/** Time after which a line is read anew: well before what it is caught up with is forgotten. */
const MAX_AGE_MS = 24 * 3_600_000

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

/** Keeps the lines of queues in memory, in step with the database by their versions. */
export function createStateCache(connection: Connection): StateCache {
  const queues = queueModel(connection)
  const guests = guestModel(connection)
  const paces = paceModel(connection)
  const ledger = ledgerModel(connection)
  const states = new LRUCache<string, QueueState>({
    maxSize: MAX_GUESTS,
    ttl: MAX_AGE_MS,
    ttlResolution: 60_000,
    sizeCalculation: ({ line }) => line.size + 10,
  })
  const put = (state: QueueState) => {
    const known = states.get(state.queue._id)
    if (!known || known.queue.line_version < state.queue.line_version) states.set(state.queue._id, state)
  }
  // Of the queue's version or a newer one: whoever decides on a newer one finds the queue newer, too.
  const loadPace = async ({ _id, pace_version }: QueueRecord): Promise<Pace> =>
    (pace_version && (await nativeCollection(paces).findOne({ _id }))?.pace) || { ...NO_PACE }
  const bringUpToDate = async (queue: QueueRecord): Promise<QueueState> => {
    const known = states.get(queue._id)
    if (known && known.queue.line_version >= queue.line_version) return known
    const [line, pace] = await Promise.all([
      known ? catchUp(guests, ledger, known, queue) : loadLine(guests, queue._id),
      known?.queue.pace_version === queue.pace_version && known ? known.pace : loadPace(queue),
    ])
    const state = { queue, line, pace }
    put(state)
    return state
  }
  return {
    peek: (queueId) => states.get(queueId),
    put,
    async refresh(queueIds) {
      // The queues first: what is read of their guests afterwards is then at least as new.
      const [first = ''] = queueIds
      // MongoDB looks up a single id without planning a query.
      const found = await nativeCollection(queues)
        .find({ _id: queueIds.length === 1 ? first : { $in: [...queueIds] } })
        .toArray()
      const current = await Promise.all(found.map((queue) => bringUpToDate(queue)))
      return new Map(current.map((state) => [state.queue._id, state]))
    },
  }
}

const PLACE = { _id: 1, rank: 1, status: 1, party_size: 1, away_until: 1, line_version: 1 } as const

async function loadLine(guests: GuestModel, queueId: string): Promise<Line> {
  const inLine = await nativeCollection(guests)
    .find<Placed>({ queue_id: queueId, status: { $in: [...IN_LINE] } }, { projection: PLACE })
    .sort({ rank: 1, _id: 1 })
    .toArray()
  return Line.from(inLine.map(entryOf))
}

async function catchUp(
  guests: GuestModel,
  ledger: LedgerModel,
  known: QueueState,
  queue: QueueRecord,
): Promise<Line> {
  const changed = await nativeCollection(guests)
    .find<Placed>(
      { queue_id: queue._id, line_version: { $gt: known.queue.line_version } },
      { projection: PLACE, limit: CATCH_UP_AT_MOST },
    )
    .toArray()
  if (changed.length === CATCH_UP_AT_MOST) return await loadLine(guests, queue._id)
  return applyPlaces(await withoutTransferred(ledger, known, queue), changed)
}

/** A line without the guests who went over to another queue: they are not found among its guests any more. */
async function withoutTransferred(ledger: LedgerModel, known: QueueState, queue: QueueRecord): Promise<Line> {
  if ((queue.transferred_version ?? 0) <= known.queue.line_version) return known.line
  const since = ledgerRange(queue._id, known.queue.line_version + 1)
  const records = await nativeCollection(ledger)
    .find({ _id: since, changes: { $elemMatch: { type: 'transferred', rank_after: null } } })
    .toArray()
  const gone = records
    .flatMap(({ changes }) => changes)
    .filter(({ type, rank_after }) => type === 'transferred' && rank_after === null)
  return gone.reduce((line, { guest_id }) => {
    const entry = line.findById(guest_id)
    return entry ? line.remove(entry) : line
  }, known.line)
}

/** A line after guests joined, were notified, moved or left. */
export function applyPlaces(line: Line, changed: readonly Placed[]): Line {
  return changed.reduce((current, guest) => {
    const entry = entryOf(guest)
    const isPlaced = current.indexOf(entry) !== undefined
    if (isPlaced) return isInLine(guest.status) ? current.insert(entry) : current.remove(entry)
    const formerly = current.findById(entry.id)
    const without = formerly ? current.remove(formerly) : current
    return isInLine(guest.status) ? without.insert(entry) : without
  }, line)
}
