import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { GuestLookup } from './batch.ts'
import type { BatchOptions, Waiting } from './command.ts'

/** The guests and queues that a batch is decided on. */
export interface Basis {
  readonly guests: ReadonlyMap<string, GuestRecord>
  readonly states: ReadonlyMap<string, QueueState>
  /** Queues just read from the database: a refusal based on them is final. */
  readonly refreshed: ReadonlySet<string>
}

/** The queue a decision is about. */
export const queueOf = ({ command }: Waiting, lookUp: GuestLookup): string | undefined =>
  command.queueId ?? lookUp(command.guestIds?.[0] ?? '')?.queue_id

/** Every queue that a decision looks at. */
export const queuesOf = (item: Waiting, lookUp: GuestLookup): string[] => {
  const queueId = queueOf(item, lookUp)
  return [...(queueId === undefined ? [] : [queueId]), ...(item.command.otherQueueIds ?? [])]
}

/** Loads the guests and queues that decisions are about. */
export async function loadBasis(
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
