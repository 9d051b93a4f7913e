import { NEWEST_API_VERSION, type PrivacyRecords } from '@usher/contracts'
import { ALL_HERE_MS, createPrivacyStep } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { presentEndpoint } from '../endpoints/endpoint.ts'
import { presentStreamedEvent } from '../event-stream/present.ts'
import { presentDelivery } from '../log/delivery.ts'
import { eraseGuests, subjectsOf } from './erase-guests.ts'
import type { Guests, Outcome, PrivacyState } from './state.ts'

const START: PrivacyState = { after: '', subjects: [], parts: 0, records: 0, passes: 0 }

/** Runs one step of a requested export or erasure. */
export const privacyStep = (ctx: WebhookContext) =>
  createPrivacyStep<PrivacyState>(
    'webhook-delivery',
    ctx.clock,
    ({ organizationId, subject, isExport }, state = START) => {
      if ('organization' in subject) {
        return isExport ? exportEndpoints(ctx, organizationId) : eraseOrganization(ctx, organizationId, state)
      }
      const guests = { organizationId, subject }
      return isExport ? exportGuests(ctx, guests, state) : eraseGuests(ctx, guests, state)
    },
  )

const DELIVERIES = 1_000

/**
 * Deletes the endpoints of a closed organisation, so that nothing more is sent, and the next batch of its
 * deliveries. A later pass catches what was written meanwhile.
 */
async function eraseOrganization(
  { endpoints, persons, replays, idempotency, streamedEvents, followed, clock }: WebhookContext,
  organizationId: string,
  state: PrivacyState,
): Promise<Outcome> {
  const gone = await endpoints.deleteAllOf(organizationId)
  const deleted = await persons.deleteSomeOf(organizationId, DELIVERIES)
  const records = state.records + gone + deleted
  if (deleted === DELIVERIES) return { state: { ...state, records } }
  await replays.deleteAllOf(organizationId)
  await idempotency.deleteAllOf(organizationId)
  await followed.deleteOf(organizationId)
  await streamedEvents.deleteAllOf(organizationId)
  if (state.passes > 0) return { answer: { part: 1, records, data: null } }
  const notBefore = new Date(clock.now().getTime() + ALL_HERE_MS)
  return { state: { ...state, records, passes: 1 }, notBefore }
}

/** Deliveries or events per response: at some kB each, far below the broker's message limit. */
const BATCH = 200

/** Exports the next batch about guests: deliveries first, then events that are kept for streams. */
async function exportGuests(ctx: WebhookContext, guests: Guests, state: PrivacyState): Promise<Outcome> {
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
async function exportEndpoints(
  { endpoints, clock }: WebhookContext,
  organizationId: string,
): Promise<Outcome> {
  const found = await endpoints.list(organizationId, { afterId: undefined, limit: 0 })
  const data = found.map((record) => ({ type: 'webhook_endpoint', ...presentEndpoint(record, clock.now()) }))
  return { answer: { part: 1, records: data.length, data } }
}
