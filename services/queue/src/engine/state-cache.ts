import type { Clock } from '@usher/service-kit'
import { LRUCache } from 'lru-cache'
import { Line } from '../line/line.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { entryOf, type Placed } from '../records/guest-entry.ts'
import { isInLine } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { Stores } from '../records/stores.ts'
import { NO_PACE, type Pace } from '../waits/pace.ts'
import { hasExpected, loadExpected } from './load-expected.ts'

/** Lines kept in memory, counted in guests: about 100 bytes each. */
const MAX_GUESTS = 2_000_000

/** Time after which a line is read again, well before the ledger needed to catch it up expires. */
const MAX_AGE_MS = 24 * 3_600_000

/** From this many changes on, read the whole line instead of catching up. */
const MAX_CATCH_UP = 5_000

export interface StateCache {
  /** The state as this process last saw it; another replica may be ahead. */
  peek(queueId: string): QueueState | undefined
  /** The states now in the database; queues that do not exist are left out. */
  refresh(queueIds: readonly string[]): Promise<Map<string, QueueState>>
  /** Caches a committed state, unless a newer one is cached. */
  put(state: QueueState): void
}

/** Keeps the lines of queues in memory, in step with the database by their versions. */
export function createStateCache(stores: Stores, clock: Clock): StateCache {
  const states = new LRUCache<string, QueueState>({
    maxSize: MAX_GUESTS,
    ttl: MAX_AGE_MS,
    ttlResolution: 60_000,
    sizeCalculation: ({ line, expected }) => line.size + (expected?.bookings.length ?? 0) + 10,
  })
  const put = (state: QueueState) => {
    const known = states.get(state.queue._id)
    const newer = known ? state.queue.line_version - known.queue.line_version : 1
    if (newer > 0 || (newer === 0 && state.expected)) states.set(state.queue._id, state)
  }
  // May be newer than the queue: a decision based on it then fails at commit, as the queue is newer, too.
  const loadPace = async ({ _id, pace_version }: QueueRecord): Promise<Pace> =>
    (pace_version && (await stores.paces.of(_id))) || { ...NO_PACE }
  const withExpected = async (known: QueueState, now: Date): Promise<QueueState> => {
    if (hasExpected(known, now)) return known
    const state = { ...known, expected: await loadExpected(stores.expected, known.queue, now) }
    put(state)
    return state
  }
  /** Those known already, unless they have changed. */
  const expectedIn = (queue: QueueRecord, now: Date, known: QueueState | undefined) =>
    known?.queue.expected_version === queue.expected_version &&
    known?.expected &&
    hasExpected({ ...known, queue }, now)
      ? known.expected
      : loadExpected(stores.expected, queue, now)
  const bringUpToDate = async (queue: QueueRecord): Promise<QueueState> => {
    const known = states.get(queue._id)
    const now = clock.now()
    if (known && known.queue.line_version >= queue.line_version) return await withExpected(known, now)
    const [line, pace, expected] = await Promise.all([
      known ? catchUp(stores, known, queue) : loadLine(stores, queue._id),
      known?.queue.pace_version === queue.pace_version && known ? known.pace : loadPace(queue),
      expectedIn(queue, now, known),
    ])
    const state = { queue, line, pace, expected }
    put(state)
    return state
  }
  return {
    peek(queueId) {
      const state = states.get(queueId)
      return state && hasExpected(state, clock.now()) ? state : undefined
    },
    put,
    async refresh(queueIds) {
      // Queues first: guests read after them are at least as new.
      const found = await stores.queues.byIds(queueIds)
      const current = await Promise.all(found.map((queue) => bringUpToDate(queue)))
      return new Map(current.map((state) => [state.queue._id, state]))
    },
  }
}

async function loadLine({ guests }: Stores, queueId: string): Promise<Line> {
  return Line.from((await guests.line(queueId)).map(entryOf))
}

async function catchUp(stores: Stores, known: QueueState, queue: QueueRecord): Promise<Line> {
  const { line_version } = known.queue
  const changed = await stores.guests.changedSince(queue._id, line_version, MAX_CATCH_UP)
  if (changed.length === MAX_CATCH_UP) return await loadLine(stores, queue._id)
  return applyPlaces(await withoutTransferred(stores, known, queue), changed)
}

/** A line without the guests transferred to another queue: they are no longer found among its guests. */
async function withoutTransferred(
  { ledger }: Stores,
  { queue: { line_version }, line }: QueueState,
  queue: QueueRecord,
): Promise<Line> {
  if ((queue.transferred_version ?? 0) <= line_version) return line
  const gone = await ledger.transferredSince(queue._id, line_version)
  return gone.reduce((rest, id) => {
    const entry = rest.findById(id)
    return entry ? rest.remove(entry) : rest
  }, line)
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
