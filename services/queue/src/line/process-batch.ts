import {
  type Idempotency,
  type IdempotencyRecord,
  type IdempotencyStore,
  isDuplicateKey,
  type Logger,
  ProblemError,
  type Reply,
} from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-record.ts'
import { Batch, type GuestLookup } from './batch.ts'
import { type Commit, StaleStateError } from './commit.ts'
import type { Change, QueueState } from './queue-state.ts'
import type { StateCache } from './state-cache.ts'

/** Times a decision is taken again because another replica was first. */
const MAX_TRIES = 50
const MAX_PAUSE_MS = 20

/** A decision to take on a queue, or on a guest and with it on the guest's queue. */
export interface Command<C extends Change = Change> {
  /** Absent for a command on a guest: it is the queue of the first guest. */
  readonly queueId?: string
  readonly guestIds?: readonly string[]
  /** Decides; pure, since it may be called again on a newer state. Throws ProblemError to refuse. */
  decide(state: QueueState | undefined, guest: GuestLookup): C
}

/** A request under an idempotency key, with what turns its change into the answer to be kept. */
interface Repeatable {
  readonly idempotency: Idempotency
  readonly present: (change: Change) => Reply<unknown>
  readonly replay: (record: IdempotencyRecord) => void
}

/** A decision that waits for its turn. */
export interface Waiting {
  readonly command: Command
  readonly repeatable: Repeatable | undefined
  readonly resolve: (change: Change) => void
  readonly reject: (error: unknown) => void
  tries: number
  /** The state it was refused on may be behind: look again before saying so. */
  mustRefresh: boolean
}

/** What batches are taken and committed with. */
export interface BatchOptions {
  readonly cache: StateCache
  readonly commit: Commit
  readonly loadGuests: (ids: readonly string[]) => Promise<Map<string, GuestRecord>>
  readonly idempotency: IdempotencyStore
  readonly log: Logger
}

/** Takes and commits a batch; gives back what must be decided again. Never throws. */
export async function processBatch(items: readonly Waiting[], options: BatchOptions): Promise<Waiting[]> {
  try {
    const { batch, accepted, again } = await decideAll(items, options)
    try {
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
    for (const { item, change } of accepted) item.resolve(change)
    return again
  } catch (error) {
    for (const { reject } of items) reject(error)
    return []
  }
}

async function decideAll(all: readonly Waiting[], options: BatchOptions) {
  const { cache, loadGuests, idempotency } = options
  const items = await withoutRepeats(all, idempotency)
  const guestIds = new Set(items.flatMap(({ command }) => command.guestIds ?? []))
  const guests = guestIds.size > 0 ? await loadGuests([...guestIds]) : new Map<string, GuestRecord>()
  const queueOf = ({ command }: Waiting) =>
    command.queueId ?? guests.get(command.guestIds?.[0] ?? '')?.queue_id
  const { states, refreshed } = await statesFor(items, queueOf, cache)
  const batch = new Batch(states, guests)
  const accepted: { item: Waiting; change: Change }[] = []
  const again: Waiting[] = []
  for (const item of items) {
    if (item.repeatable && batch.remembers(item.repeatable.idempotency.id)) {
      // Its twin commits in this batch: the next one finds the answer.
      again.push(item)
      continue
    }
    const queueId = queueOf(item)
    const before = queueId === undefined ? undefined : batch.state(queueId)
    try {
      const change = item.command.decide(before, batch.guest)
      if (before) batch.apply(before, change)
      const { repeatable } = item
      if (repeatable) batch.remember(idempotency.record(repeatable.idempotency, repeatable.present(change)))
      accepted.push({ item, change })
    } catch (error) {
      const isCertain = queueId === undefined || refreshed.has(queueId) || !(error instanceof ProblemError)
      if (isCertain) item.reject(error)
      else again.push(Object.assign(item, { mustRefresh: true }))
    }
  }
  return { batch, accepted, again }
}

async function statesFor(
  items: readonly Waiting[],
  queueOf: (item: Waiting) => string | undefined,
  cache: StateCache,
): Promise<{ states: Map<string, QueueState>; refreshed: Set<string> }> {
  const states = new Map<string, QueueState>()
  const refreshed = new Set<string>()
  for (const item of items) {
    const queueId = queueOf(item)
    if (queueId === undefined) continue
    const known = item.mustRefresh ? undefined : cache.peek(queueId)
    if (known) states.set(queueId, known)
    else refreshed.add(queueId)
  }
  if (refreshed.size > 0) for (const [id, state] of await cache.refresh([...refreshed])) states.set(id, state)
  return { states, refreshed }
}

/** After a commit that failed: decide again where another replica was first; else find the one at fault. */
async function recover(error: unknown, items: Waiting[], options: BatchOptions): Promise<Waiting[]> {
  // A duplicate key is that of a repeated request whose twin went to another replica.
  if (error instanceof StaleStateError || isDuplicateKey(error)) {
    const [spent, rest] = [
      items.filter(({ tries }) => tries >= MAX_TRIES),
      items.filter(({ tries }) => tries < MAX_TRIES),
    ]
    for (const { reject } of spent) reject(busy('The queue is changing too fast.'))
    for (const item of rest) Object.assign(item, { tries: item.tries + 1, mustRefresh: true })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS))
    return rest
  }
  options.log.error({ err: error, decisions: items.length }, 'a commit failed')
  for (const { reject } of items) reject(error)
  return []
}

/** The answer to a change that cannot be taken now. */
export const busy = (detail: string) =>
  new ProblemError('service_unavailable', detail, { retryAfterSeconds: 1 })

/** Answers the requests that have been answered before, and gives the others. */
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
