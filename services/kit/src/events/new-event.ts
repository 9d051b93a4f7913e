import { type CloudEvent, type DataOf, type EventDefinition, isLive } from '@usher/contracts'
import { newId } from '../formats/ids.ts'

/** Who caused a change, and in which request. */
export interface Origin {
  readonly organizationId: string
  readonly actor: string
  readonly requestId: string
  readonly traceparent?: string
  /** Types of the events made for it so far, noted by {@link newEvent}. */
  readonly events?: string[]
}

interface EventFacts<Data> {
  /** Identifier of the resource that changed. */
  readonly subject: string
  /** Number of this event among those of its subject: from 1, without gaps. */
  readonly sequence: number
  readonly time: Date
  readonly origin: Origin
  readonly data: Data
}

/** The actor to record for work caused by this event. */
export const originOf = ({ organizationid, actor, requestid, traceparent }: CloudEvent): Origin => ({
  organizationId: organizationid,
  actor,
  requestId: requestid,
  ...(traceparent && { traceparent }),
})

/** Builds the event that announces a change to other services. */
export function newEvent<E extends EventDefinition>(
  definition: E,
  facts: EventFacts<DataOf<E>>,
): CloudEvent<DataOf<E>> {
  const { origin } = facts
  origin.events?.push(definition.type)
  return {
    specversion: '1.0',
    id: newId('event'),
    source: `/usher/${definition.producer}`,
    type: definition.type,
    dataversion: definition.version,
    subject: facts.subject,
    time: facts.time.toISOString(),
    datacontenttype: 'application/json',
    organizationid: origin.organizationId,
    livemode: isLive(origin.organizationId),
    actor: origin.actor,
    requestid: origin.requestId,
    sequence: facts.sequence,
    ...(origin.traceparent && { traceparent: origin.traceparent }),
    data: facts.data,
  }
}
