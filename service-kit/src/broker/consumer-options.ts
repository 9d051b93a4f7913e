import type { CloudEvent, EventDefinition } from '@usher/contracts'
import type { Logger } from '../logger.ts'

/** How a batch came. */
export interface BatchFacts {
  /** Identifiers of the events that may have been handled before, wholly or in part. */
  readonly repeated: ReadonlySet<string>
  /** Aborted when the connection is lost: whatever of the batch is not acknowledged comes again. */
  readonly lost: AbortSignal
}

export interface ConsumerOptions {
  /** Name of the quorum queue, `service.purpose`; its dead letters go to `service.purpose.dead`. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  /**
   * Applies events, in order. All that have arrived come together, so that one transaction can serve many;
   * it must be safe to repeat (inbox) and apply all or none.
   *
   * @throws PermanentError for an event that no retry can help: it is parked; UnavailableError for one that is to be
   * tried again however long it takes
   */
  handle(events: readonly CloudEvent[], facts: BatchFacts): Promise<void>
  /** Whether batches are handled beside each other, as they come; otherwise one after the other. */
  readonly concurrent?: boolean
  /** Most events that come together: fewer where they are large. */
  readonly prefetch?: number
  /**
   * How long the first event waits for others, in ms, unless as many as may come together are there before:
   * for what nobody waits for, since a transaction for many costs little more than one for a few.
   */
  readonly gatherMs?: number
  readonly log: Logger
}
