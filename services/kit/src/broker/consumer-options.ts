import type { CloudEvent, EventDefinition } from '@usher/contracts'
import type { Logger } from '../observability/logger.ts'

/** How a batch was delivered. */
export interface BatchFacts {
  /** Ids of the events that may have been handled before, wholly or in part. */
  readonly repeated: ReadonlySet<string>
}

export interface ConsumerOptions {
  /** Name of the quorum queue, `service.purpose`; its dead letters go to `service.purpose.dead`. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  /**
   * Applies events in order. Everything that has arrived comes as one batch, so that one transaction can serve many.
   * Must be safe to repeat (inbox) and apply all or none.
   *
   * @throws PermanentError for an event that no retry can help: it is dead-lettered; UnavailableError for one to
   * retry however long it takes
   */
  handle(events: readonly CloudEvent[], facts: BatchFacts): Promise<void>
  /** Largest batch, in events; choose fewer if they are large. */
  readonly prefetch?: number
  /**
   * How long the first event waits for others, in ms, unless the batch fills sooner. For events that nothing waits for: a
   * transaction for many costs little more than one for a few.
   */
  readonly gatherMs?: number
  readonly log: Logger
}
