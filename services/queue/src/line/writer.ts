import { type Logger, ProblemError } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-record.ts'
import { Batch, type GuestLookup } from './batch.ts'
import { type Commit, StaleStateError } from './commit.ts'
import type { Change, QueueState } from './queue-state.ts'
import type { StateCache } from './state-cache.ts'

/** Decisions committed in one transaction. */
const MAX_BATCH = 256
/** Decisions waiting for their turn; more are refused, so that a slow database cannot fill the memory. */
const MAX_WAITING = 5_000
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

export interface QueueWriter {
  /** Takes a decision and commits it with its event; resolves once it is durable. */
  submit<C extends Change>(command: Command<C>): Promise<C>
}

interface Waiting {
  readonly command: Command
  readonly resolve: (change: Change) => void
  readonly reject: (error: unknown) => void
  tries: number
  /** The state it was refused on may be behind: look again before saying so. */
  mustRefresh: boolean
}

interface WriterOptions {
  readonly cache: StateCache
  readonly commit: Commit
  readonly loadGuests: (ids: readonly string[]) => Promise<Map<string, GuestRecord>>
  readonly log: Logger
}

/**
 * Group commit: while one transaction is under way, decisions gather; then all of them are taken in memory,
 * in order, and committed as one. One hot queue thus needs one round of commits for many guests instead of
 * a conflict per guest (DeWitt et al., "Implementation Techniques for Main Memory Database Systems", 1984;
 * docs/decisions/0002-group-commit.md).
 */
export function createQueueWriter(options: WriterOptions): QueueWriter {
  const waiting: Waiting[] = []
  let isRunning = false
  const run = async () => {
    while (waiting.length > 0) {
      const again = await processBatch(waiting.splice(0, MAX_BATCH), options)
      waiting.unshift(...again)
    }
    isRunning = false
  }
  return {
    submit<C extends Change>(command: Command<C>) {
      if (waiting.length >= MAX_WAITING) {
        throw new ProblemError('service_unavailable', 'Too many changes are waiting.', {
          retryAfterSeconds: 1,
        })
      }
      const { promise, resolve, reject } = Promise.withResolvers<Change>()
      waiting.push({ command, resolve, reject, tries: 0, mustRefresh: false })
      if (!isRunning) {
        isRunning = true
        // After this turn of the event loop: the other requests it brought join the batch.
        setImmediate(run)
      }
      return promise as Promise<C>
    },
  }
}

/** Takes and commits a batch; gives back what must be decided again. Never throws. */
async function processBatch(items: readonly Waiting[], options: WriterOptions): Promise<Waiting[]> {
  try {
    const { batch, accepted, again } = await decideAll(items, options)
    try {
      const writes = batch.writes()
      if (writes.queues.length > 0) await options.commit(writes)
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

async function decideAll(items: readonly Waiting[], { cache, loadGuests }: WriterOptions) {
  const guestIds = new Set(items.flatMap(({ command }) => command.guestIds ?? []))
  const guests = guestIds.size > 0 ? await loadGuests([...guestIds]) : new Map<string, GuestRecord>()
  const queueOf = ({ command }: Waiting) =>
    command.queueId ?? guests.get(command.guestIds?.[0] ?? '')?.queue_id
  const { states, refreshed } = await statesFor(items, queueOf, cache)
  const batch = new Batch(states, guests)
  const accepted: { item: Waiting; change: Change }[] = []
  const again: Waiting[] = []
  for (const item of items) {
    const queueId = queueOf(item)
    const before = queueId === undefined ? undefined : batch.state(queueId)
    try {
      const change = item.command.decide(before, batch.guest)
      if (before) batch.apply(before, change)
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
async function recover(error: unknown, items: Waiting[], options: WriterOptions): Promise<Waiting[]> {
  if (error instanceof StaleStateError) {
    const [spent, rest] = [
      items.filter(({ tries }) => tries >= MAX_TRIES),
      items.filter(({ tries }) => tries < MAX_TRIES),
    ]
    for (const { reject } of spent) reject(busy())
    for (const item of rest) Object.assign(item, { tries: item.tries + 1, mustRefresh: true })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS))
    return rest
  }
  options.log.error({ err: error, decisions: items.length }, 'a commit failed')
  for (const { reject } of items) reject(error)
  return []
}

const busy = () =>
  new ProblemError('service_unavailable', 'The queue is changing too fast.', { retryAfterSeconds: 1 })
