import {
  type CloudEvent,
  type Delivery,
  type DeliveryAttempt,
  type WebhookEnvelope,
  webhookDataOf,
} from '@usher/contracts'
import { derivedId, isTracing, type Timings } from '@usher/service-kit'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { WebhookAnswer } from '../sending/answer-reader.ts'
import type { SendResult } from '../sending/sender.ts'

export type Trigger = DeliveryAttempt['trigger']

type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** One attempt. Headers are kept as pairs: a receiver may send names that are no good as field names. */
export interface AttemptRecord {
  /** The claim it was made under: one attempt each. */
  readonly claim: string
  readonly trigger: Trigger
  readonly started_at: Date
  readonly duration_ms: number
  readonly timings: Timings
  readonly request: { readonly url: string; readonly headers: HeaderPairs }
  readonly response: { readonly status: number; readonly headers: HeaderPairs; readonly body: string } | null
  readonly error: string | null
}

/** Where a delivery stands with its schedule. */
export interface Progress {
  readonly status: Delivery['status']
  readonly automatic_attempts: number
  /** When the schedule has the next attempt; null when it is over. */
  readonly next_attempt_at: Date | null
  readonly completed_at: Date | null
}

export interface DeliveryRecord extends Progress {
  /** Also the `webhook-id` that the receiver sees. */
  readonly _id: string
  readonly organization_id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly event: string
  /** Number of the event among those of its resource. */
  readonly sequence: number
  /** Held back, while it is pending, by pending ones of the same resource with lower numbers. */
  readonly ordered: boolean
  /** The exact text that is signed and sent, at every attempt. */
  readonly body: string
  /** What the event is about: a guest, a queue or a message. */
  readonly subject: string
  /** The guest to whom a message is; absent: the event is of no message, or the message to no guest. */
  readonly guest_id?: string
  /** By these a person's deliveries are found; absent: none. */
  readonly phone?: string
  readonly email?: string
  /** The trace of its event, where traces are kept. */
  readonly traceparent?: string
  /** When the person was erased from it. */
  readonly redacted_at?: Date
  /** An example, sent as a test: it tells nothing of the endpoint's health and is never repeated. */
  readonly test?: true
  /** The latest attempts. */
  readonly attempts: readonly AttemptRecord[]
  /** All attempts, those no longer kept included. */
  readonly attempt_count: number
  /** A manual attempt was asked for and is not over. */
  readonly manual: boolean
  /** Whoever attempts it, until `due_at`; a new name for each claim. */
  readonly claim: string | null
  /** When somebody is to take it up: for its next attempt, or because its claim has run out. */
  readonly due_at?: Date
  readonly created_at: Date
}

interface NewDelivery {
  readonly claim: string | null
  readonly dueAt: Date
  readonly now: Date
}

/**
 * The delivery of an event to an endpoint, due at once. Its identifier follows from both, so that an event that
 * comes twice, to whichever process, is one delivery and shows the receiver one `webhook-id`.
 */
export const newDelivery = (
  event: CloudEvent,
  { _id: webhookId, ordering }: Pick<EndpointRecord, '_id' | 'ordering'>,
  { claim, dueAt, now }: NewDelivery,
): DeliveryRecord => ({
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
  body: JSON.stringify(envelope(event, webhookId)),
  subject: event.subject,
  ...personIn(event),
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
})

/** The delivery of an event to an endpoint that the service disabled: kept, so that it can be replayed. */
export function missedDelivery(
  event: CloudEvent,
  endpoint: Pick<EndpointRecord, '_id' | 'ordering'>,
  now: Date,
): DeliveryRecord {
  const { due_at: _, ...record } = newDelivery(event, endpoint, { claim: null, dueAt: now, now })
  return { ...record, status: 'failed', next_attempt_at: null, completed_at: now }
}

/** By what else than the subject a person's deliveries are found: of a message by its recipient. */
function personIn({ data }: CloudEvent): Pick<DeliveryRecord, 'guest_id' | 'phone' | 'email'> {
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

/** The order of the keys is that of the service specification. */
const envelope = (event: CloudEvent, webhookId: string): WebhookEnvelope => ({
  event: event.type,
  timestamp: event.time,
  data: webhookDataOf(event),
  meta: { account_id: event.organizationid, webhook_id: webhookId },
})

/** An attempt as it is kept: the request as the log may show it, and what came of it. */
export const attemptRecord = (
  claim: string,
  trigger: Trigger,
  started_at: Date,
  request: AttemptRecord['request'],
  { durationMs, timings, answer, error }: SendResult,
): AttemptRecord => ({
  claim,
  trigger,
  started_at,
  duration_ms: durationMs,
  timings,
  request,
  response: responseRecord(answer),
  error,
})

const responseRecord = (answer: WebhookAnswer | null): AttemptRecord['response'] =>
  answer && { status: answer.status, headers: Object.entries(answer.headers), body: answer.body }

/** A delivery as clients see it. */
export const presentDelivery = (record: DeliveryRecord): Delivery => ({
  id: record._id,
  webhook_id: record.webhook_id,
  event_id: record.event_id,
  event: record.event,
  sequence: record.sequence,
  status: record.status,
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

const presentAttempt = (
  { trigger, started_at, duration_ms, timings, request, response, error }: AttemptRecord,
  number: number,
): DeliveryAttempt => ({
  number,
  trigger,
  started_at: started_at.toISOString(),
  duration_ms,
  timings,
  request: { url: request.url, headers: Object.fromEntries(request.headers) },
  response: response && { ...response, headers: Object.fromEntries(response.headers) },
  error,
})
