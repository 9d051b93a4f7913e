import type { Idempotency, IdempotencyRecord, IdempotencyStore, Logger, Reply } from '@usher/service-kit'
import type { StatusUrl } from '../queue-state/guest-change.ts'
import type { Change, QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { GuestLookup, QueueLookup } from './batch.ts'
import type { Commit } from './commit.ts'
import type { GuestCache } from './guest-cache.ts'
import type { StateCache } from './state-cache.ts'

/** A decision on a queue, or on a guest and thereby on the guest's queue. */
export interface Command<C extends Change = Change> {
  /** Absent for a command on guests: the queue of the first guest. */
  readonly queueId?: string
  readonly guestIds?: readonly string[]
  /** Further queues the decision looks at. */
  readonly otherQueueIds?: readonly string[]
  /**
   * Set if the decision takes the next guest to be called: ids of the guests whom so many decisions may take, one
   * after the other.
   */
  readonly next?: (state: QueueState, count: number) => readonly string[]
  /**
   * Decides. Pure, as it may be called again on a newer state.
   *
   * @throws ProblemError to refuse; StaleStateError if guest and queue are not from the same moment
   */
  decide(state: QueueState | undefined, guest: GuestLookup, queue: QueueLookup): C
}

/** A request with an idempotency key, and how to turn its change into the answer to store. */
interface Repeatable {
  readonly idempotency: Idempotency
  readonly present: (change: Change) => Reply<unknown>
  readonly replay: (record: IdempotencyRecord) => void
}

/** A decision waiting for its turn. */
export interface Waiting {
  readonly command: Command
  readonly repeatable: Repeatable | undefined
  readonly resolve: (change: Change) => void
  readonly reject: (error: unknown) => void
  tries: number
  /** It was refused on a cached state, which may be stale: read the queue again before refusing. */
  mustRefresh: boolean
}

/** What batches need to decide and commit. */
export interface BatchOptions {
  readonly cache: StateCache
  readonly guestCache: GuestCache
  readonly commit: Commit
  readonly loadGuests: (ids: readonly string[]) => Promise<Map<string, GuestRecord>>
  readonly statusUrl: StatusUrl
  readonly idempotency: IdempotencyStore
  readonly log: Logger
}
