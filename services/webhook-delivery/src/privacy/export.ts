import { NEWEST_API_VERSION, type PrivacyRecords } from '@usher/contracts'
import type { WebhookContext } from '../context.ts'
import { presentEndpoint } from '../endpoints/endpoint.ts'
import { presentStreamedEvent } from '../event-stream/present.ts'
import { presentDelivery } from '../log/delivery.ts'
import { subjectsOf } from './erase-guests.ts'
import type { Guests, Outcome, PrivacyState } from './state.ts'

/** Deliveries or events per response: at some kB each, far below the broker's message limit. */
const BATCH = 200

/** Exports the next batch about guests: deliveries first, then events that are kept for streams. */
export async function exportGuests(
  ctx: WebhookContext,
  guests: Guests,
  state: PrivacyState,
): Promise<Outcome> {
  const subjects = await subjectsOf(ctx, guests, state)
  const next = { ...state, subjects, parts: state.parts + 1 }
  return state.afterEvent === undefined
    ? await exportDeliveries(ctx, guests, next)
    : await exportEvents(ctx, guests, next, state.afterEvent)
}

/** What was sent where, without the receivers' responses. */
async function exportDeliveries(
  { persons }: WebhookContext,
  { organizationId }: Guests,
  state: PrivacyState,
): Promise<Outcome> {
  const page = { after: state.after, limit: BATCH }
  const found = await persons.about(organizationId, state.subjects, page)
  const data: PrivacyRecords = found.map((record) => {
    const { attempts: _, ...delivery } = presentDelivery(record)
    return { type: 'webhook_delivery', ...delivery }
  })
  const answer = { part: state.parts, records: data.length, data }
  const last = found.length === BATCH ? found.at(-1) : undefined
  return { answer, state: last ? { ...state, after: last._id } : { ...state, afterEvent: '' } }
}

async function exportEvents(
  { streamedEvents, clock, versions }: WebhookContext,
  { organizationId, subject }: Guests,
  state: PrivacyState,
  after: string,
): Promise<Outcome> {
  const people = { organizationId, subjects: state.subjects, subject }
  const found = await streamedEvents.about(people, { now: clock.now(), after, limit: BATCH })
  const data: PrivacyRecords = found.map(({ event }) => {
    const { id, body } = presentStreamedEvent(event, NEWEST_API_VERSION, versions)
    return { type: 'streamed_event', id, ...body } as PrivacyRecords[number]
  })
  const answer = { part: state.parts, records: data.length, data }
  const last = found.length === BATCH ? found.at(-1) : undefined
  return last ? { answer, state: { ...state, afterEvent: last._id } } : { answer }
}

/**
 * Exports the endpoints of an organisation. Its deliveries only repeat, for 30 days, what other services
 * export.
 */
export async function exportEndpoints(
  { endpoints, clock }: WebhookContext,
  organizationId: string,
): Promise<Outcome> {
  const found = await endpoints.list(organizationId, { afterId: undefined, limit: 0 })
  const data = found.map((record) => ({ type: 'webhook_endpoint', ...presentEndpoint(record, clock.now()) }))
  return { answer: { part: 1, records: data.length, data } }
}
