import {
  type ApiVersions,
  type CloudEvent,
  type Delivery,
  standingVersion,
  type WebhookEnvelope,
  webhookDataIn,
  webhookDataOf,
  webhookMeta,
} from '@usher/contracts'
import { derivedId, isTracing } from '@usher/service-kit'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { type AttemptRecord, presentAttempt } from './attempt-record.ts'

/** Progress of a delivery through its retry schedule. */
export interface Progress {
  readonly status: Delivery['status']
  readonly automatic_attempts: number
  /** Time of the next scheduled attempt; null: no more. */
  readonly next_attempt_at: Date | null
  readonly completed_at: Date | null
}

export interface DeliveryRecord extends Progress {
  /** Also sent to the receiver as `webhook-id`. */
  readonly _id: string
  readonly organization_id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly event: string
  /** Sequence number of the event among those of its resource. */
  readonly sequence: number
  /** While pending, waits for pending deliveries about the same resource with lower sequence numbers. */
  readonly ordered: boolean
  /** The exact text signed and sent in every attempt. */
  readonly body: string
  /** Version that the body has. */
  readonly api_version: string
  /** Identifier of the resource that the event is about: a guest, a queue or a message. */
  readonly subject: string
  /** Recipient of a message; absent for other events and for messages to anyone but a guest. */
  readonly guest_id?: string
  /** Contact details by which to find a person's deliveries; absent: none. */
  readonly phone?: string
  readonly email?: string
  /** Trace of the event, if tracing is on. */
  readonly traceparent?: string
  /** When personal data was erased from it. */
  readonly redacted_at?: Date
  /** A test delivery: never retried, and ignored for the endpoint's health. */
  readonly test?: true
  /** The latest attempts, oldest first. */
  readonly attempts: readonly AttemptRecord[]
  /** Number of all attempts, including those no longer kept. */
  readonly attempt_count: number
  /** A manual attempt was requested and has not ended. */
  readonly manual: boolean
  /** Claim that holds the delivery until `due_at`; unique per claim. */
  readonly claim: string | null
  /** When it is next up for claiming: its next attempt is due or its claim has expired. */
  readonly due_at?: Date
  readonly created_at: Date
}

/** What a delivery takes from its endpoint. */
type DeliveredTo = Pick<EndpointRecord, '_id' | 'ordering' | 'api_version'>

interface NewDelivery {
  readonly claim: string | null
  readonly dueAt: Date
  readonly now: Date
  readonly versions: ApiVersions
}

/**
 * The delivery of an event to an endpoint, due at once. Its id is derived from both: if the event is
 * redelivered, to any replica, there is still one delivery, and the receiver sees one `webhook-id`.
 */
export const newDelivery = (
  event: CloudEvent,
  endpoint: DeliveredTo,
  { claim, dueAt, now, versions }: NewDelivery,
): DeliveryRecord => {
  const { _id: webhookId, ordering } = endpoint
  const api_version = standingVersion(endpoint.api_version, now, versions)
  return {
    _id: derivedId('delivery', `${event.id} ${webhookId}`, {
      at: new Date(event.time),
      number: event.sequence,
    }),
    organization_id: event.organizationid,
    webhook_id: webhookId,
    event_id: event.id,
    event: event.type,
    sequence: event.sequence,
    ordered: ordering === 'resource',
    body: JSON.stringify(envelope(event, webhookId, api_version, versions)),
    api_version,
    subject: event.subject,
    ...contactsIn(event),
    ...(event.traceparent && isTracing() && { traceparent: event.traceparent }),
    status: 'pending',
    attempts: [],
    attempt_count: 0,
    automatic_attempts: 0,
    next_attempt_at: now,
    completed_at: null,
    manual: false,
    claim,
    due_at: dueAt,
    created_at: now,
  }
}

/** The delivery of an event to an endpoint that the service disabled: kept for replay. */
export function missedDelivery(
  event: CloudEvent,
  endpoint: DeliveredTo,
  { now, versions }: Pick<NewDelivery, 'now' | 'versions'>,
): DeliveryRecord {
  const facts = { claim: null, dueAt: now, now, versions }
  const { due_at: _, ...record } = newDelivery(event, endpoint, facts)
  return { ...record, status: 'failed', next_attempt_at: null, completed_at: now }
}

/** Identifies the person in an event, besides its subject; for a message, its recipient. */
export function contactsIn({ data }: CloudEvent): Pick<DeliveryRecord, 'guest_id' | 'phone' | 'email'> {
  const { guest_id, to, customer, ...guest } = data as Readonly<Record<string, unknown>>
  const people = [guest, customer ?? {}] as Readonly<Record<string, unknown>>[]
  const addresses = [...people.flatMap(({ phone, email }) => [phone, email]), to].filter(
    (value) => typeof value === 'string',
  )
  const phone = addresses.find((address) => !address.includes('@'))
  const email = addresses.find((address) => address.includes('@'))
  return {
    ...(typeof guest_id === 'string' && { guest_id }),
    ...(phone && { phone }),
    ...(email && { email }),
  }
}

/** The body of an event for an endpoint; keys in the order of the service specification. */
export const envelope = (
  event: CloudEvent,
  webhookId: string,
  version: string,
  versions: ApiVersions,
): WebhookEnvelope => ({
  event: event.type,
  timestamp: event.time,
  data: webhookDataIn(version, { type: event.type, data: webhookDataOf(event) }, versions),
  meta: webhookMeta(event.organizationid, webhookId),
})

/** A delivery as clients see it. */
export const presentDelivery = (record: DeliveryRecord): Delivery => ({
  id: record._id,
  webhook_id: record.webhook_id,
  event_id: record.event_id,
  event: record.event,
  sequence: record.sequence,
  status: record.status,
  api_version: record.api_version,
  body: record.body,
  attempts: record.attempts.map((attempt, index) =>
    presentAttempt(attempt, record.attempt_count - record.attempts.length + index + 1),
  ),
  test: record.test ?? false,
  next_attempt_at: record.next_attempt_at?.toISOString() ?? null,
  created_at: record.created_at.toISOString(),
  completed_at: record.completed_at?.toISOString() ?? null,
  redacted_at: record.redacted_at?.toISOString() ?? null,
})
