import { guestAlmostReady } from '@usher/contracts'
import {
  type IdempotencyStore,
  isDuplicateKey,
  isMongoUnavailable,
  newEvent,
  originOf,
  ProblemError,
} from '@usher/service-kit'
import { guestFacts } from '../queue-state/guest-change.ts'
import { positionOf } from '../queue-state/guest-place.ts'
import type { Change, QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { Batch, type GuestLookup } from './batch.ts'
import type { BatchOptions, Waiting } from './command.ts'
import { StaleStateError } from './commit.ts'

/** How often a decision is retried because another replica committed first. */
const MAX_TRIES = 50
const MAX_PAUSE_MS = 20

/** Decides and commits a batch; returns what must be decided again. Never throws. */
export async function processBatch(items: readonly Waiting[], options: BatchOptions): Promise<Waiting[]> {
  try {
    const { batch, accepted, again } = await decideAll(items, options)
    try {
      await announceAlmostReady(batch, options)
      const writes = batch.writes()
      if (writes.queues.length + writes.idempotency.length > 0) await options.commit(writes)
    } catch (error) {
      return [
        ...(await recover(
          error,
          accepted.map(({ item }) => item),
          options,
        )),
        ...again,
      ]
    }
    for (const state of batch.states()) options.cache.put(state)
    options.guestCache.keep(batch.changedGuests())
    for (const { item, change } of accepted) item.resolve(change)
    return again
  } catch (error) {
    for (const { reject } of items) reject(error)
    return []
  }
}

async function decideAll(all: readonly Waiting[], options: BatchOptions) {
  const items = await withoutRepeats(all, options.idempotency)
  const { guests, states, refreshed } = await loadBasis(items, options)
  const batch = new Batch(states, guests)
  const accepted: { item: Waiting; change: Change }[] = []
  const again: Waiting[] = []
  for (const item of items) {
    if (item.repeatable && batch.remembers(item.repeatable.idempotency.id)) {
      // Its twin commits in this batch: the next batch finds the stored answer.
      again.push(item)
      continue
    }
    try {
      accepted.push({ item, change: decide(item, batch, options.idempotency) })
    } catch (error) {
      const isCertain = queuesOf(item, batch.guest).every((id) => refreshed.has(id))
      if (error instanceof StaleStateError) again.push(...retry([item]))
      else if (isCertain || !(error instanceof ProblemError)) item.reject(error)
      else again.push(Object.assign(item, { mustRefresh: true }))
    }
  }
  return { batch, accepted, again }
}

function decide(item: Waiting, batch: Batch, idempotency: IdempotencyStore): Change {
  const { command, repeatable } = item
  // Look in the batch, not in the database: an earlier decision may have transferred the guest.
  const queueId = queueOf(item, batch.guest)
  const before = queueId === undefined ? undefined : batch.state(queueId)
  const change = command.decide(before, batch.guest, batch.state)
  if (before) batch.apply(change)
  if (repeatable) batch.remember(idempotency.record(repeatable.idempotency, repeatable.present(change)))
  return change
}

/** Returns the decisions to retry on a newer state, without those tried too often. */
function retry(items: readonly Waiting[]): Waiting[] {
  const [spent, rest] = [
    items.filter(({ tries }) => tries >= MAX_TRIES),
    items.filter(({ tries }) => tries < MAX_TRIES),
  ]
  for (const { reject } of spent) reject(busy('The queue is changing too fast.'))
  for (const item of rest) Object.assign(item, { tries: item.tries + 1, mustRefresh: true })
  return rest
}

/** After a failed commit: retries if another replica was first; else isolates the decision at fault. */
async function recover(error: unknown, items: Waiting[], options: BatchOptions): Promise<Waiting[]> {
  // A duplicate key means a repeated request whose twin went to another replica.
  if (error instanceof StaleStateError || isDuplicateKey(error)) {
    const rest = retry(items)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS))
    return rest
  }
  options.log.error({ err: error, decisions: items.length }, 'a commit failed')
  if (items.length > 1 && !isMongoUnavailable(error)) return await processHalves(items, options)
  for (const { reject } of items) reject(error)
  return []
}

/** Bisects to find the decision that cannot be committed; the others, perhaps of other organisations, succeed. */
async function processHalves(items: Waiting[], options: BatchOptions): Promise<Waiting[]> {
  const middle = Math.ceil(items.length / 2)
  const again = await processBatch(items.slice(0, middle), options)
  return [...again, ...(await processBatch(items.slice(middle), options))]
}

/** The answer to a change that cannot be made now. */
export const busy = (detail: string) =>
  new ProblemError('service_unavailable', detail, { retryAfterSeconds: 1 })

/** Answers requests that were answered before, and returns the others. */
async function withoutRepeats(items: readonly Waiting[], store: IdempotencyStore): Promise<Waiting[]> {
  const ids = items.flatMap(({ repeatable }) => repeatable?.idempotency.id ?? [])
  if (ids.length === 0) return [...items]
  const known = await store.find(ids)
  return items.filter(({ repeatable, reject }) => {
    const record = repeatable && known.get(repeatable.idempotency.id)
    if (!record) return true
    try {
      repeatable.replay(record)
    } catch (error) {
      reject(error)
    }
    return false
  })
}

/**
 * Adds a guest.almost_ready event for each guest whom the batch brought close to the head, once for each stay in a
 * queue. Marking the guest does not raise its sequence: an If-Match sent meanwhile still succeeds.
 */
async function announceAlmostReady(
  batch: Batch,
  { loadGuests, statusUrl }: Pick<BatchOptions, 'loadGuests' | 'statusUrl'>,
): Promise<void> {
  const unread = [...batch.close.keys()].filter((id) => !batch.guest(id))
  if (unread.length > 0) batch.read(await loadGuests(unread))
  for (const [id, cause] of batch.close) {
    const guest = batch.guest(id)
    const state = guest && batch.state(guest.queue_id)
    const now = new Date(cause.time)
    if (!state || !shouldAnnounce(guest, state, now)) continue
    const event = newEvent(guestAlmostReady, {
      subject: `${guest._id}/${guest.queue_id}/${guest.since_version}`,
      sequence: 1,
      time: now,
      origin: originOf(cause),
      data: guestFacts(guest, state, { now, statusUrl }),
    })
    batch.addEvent({ ...guest, almost_ready_at: now }, event)
  }
}

/** Not if the guest was told before, was called, is away, or is no longer close. */
function shouldAnnounce(guest: GuestRecord, state: QueueState, now: Date): boolean {
  if (guest.almost_ready_at || guest.status !== 'waiting') return false
  if (guest.away_until && guest.away_until > now) return false
  const position = positionOf(guest, state, now)
  return position !== null && position <= (state.queue.almost_ready_position ?? 0)
}

/** The guests and queues that a batch is decided on. */
interface Basis {
  readonly guests: ReadonlyMap<string, GuestRecord>
  readonly states: ReadonlyMap<string, QueueState>
  /** Queues just read from the database: a refusal based on them is final. */
  readonly refreshed: ReadonlySet<string>
}

/** The queue a decision is about. */
const queueOf = ({ command }: Waiting, lookUp: GuestLookup): string | undefined =>
  command.queueId ?? lookUp(command.guestIds?.[0] ?? '')?.queue_id

/** Every queue that a decision looks at. */
const queuesOf = (item: Waiting, lookUp: GuestLookup): string[] => {
  const queueId = queueOf(item, lookUp)
  return [...(queueId === undefined ? [] : [queueId]), ...(item.command.otherQueueIds ?? [])]
}

/** Loads the guests and queues that decisions are about. */
async function loadBasis(
  items: readonly Waiting[],
  { cache, loadGuests }: Pick<BatchOptions, 'cache' | 'loadGuests'>,
): Promise<Basis> {
  const guestIds = new Set(items.flatMap(({ command }) => command.guestIds ?? []))
  const named = guestIds.size > 0 ? await loadGuests([...guestIds]) : new Map<string, GuestRecord>()
  const lookUp: GuestLookup = (id) => named.get(id)
  const states = new Map<string, QueueState>()
  const refreshed = new Set<string>()
  for (const item of items) {
    for (const queueId of queuesOf(item, lookUp)) {
      const known = item.mustRefresh ? undefined : cache.peek(queueId)
      if (known) states.set(queueId, known)
      else refreshed.add(queueId)
    }
  }
  if (refreshed.size > 0) for (const [id, state] of await cache.refresh([...refreshed])) states.set(id, state)
  const next = nextInLine(items, states).filter((id) => !named.has(id))
  const guests = next.length > 0 ? new Map([...named, ...(await loadGuests(next))]) : named
  return { guests, states, refreshed }
}

/** The guests whom decisions may call next: each decision before takes at most one of them away. */
function nextInLine(items: readonly Waiting[], states: ReadonlyMap<string, QueueState>): string[] {
  const calls = new Map<string, NonNullable<Waiting['command']['next']>>()
  for (const { command } of items) {
    if (command.queueId && command.next) calls.set(command.queueId, command.next)
  }
  return [...calls].flatMap(([id, next]) => {
    const state = states.get(id)
    return state ? next(state, items.length) : []
  })
}
