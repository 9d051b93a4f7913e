import type { PrivacyRecords } from '@usher/contracts'
import type { WebhookContext } from '../context.ts'
import { presentEndpoint } from '../endpoints/endpoint.ts'
import { presentDelivery } from '../log/delivery.ts'
import { subjectsOf } from './erase-guests.ts'
import type { Guests, Outcome, PrivacyState } from './state.ts'

/** Deliveries per response: at some kB each, far below the broker's message limit. */
const DELIVERIES = 200

/**
 * Exports the next batch of deliveries about guests: what was sent where, without the receivers' responses.
 */
export async function exportDeliveries(
  ctx: WebhookContext,
  guests: Guests,
  state: PrivacyState,
): Promise<Outcome> {
  const subjects = await subjectsOf(ctx, guests, state)
  const page = { after: state.after, limit: DELIVERIES }
  const found = await ctx.persons.about(guests.organizationId, subjects, page)
  const data: PrivacyRecords = found.map((record) => {
    const { attempts: _, ...delivery } = presentDelivery(record)
    return { type: 'webhook_delivery', ...delivery }
  })
  const part = state.parts + 1
  const answer = { part, records: data.length, data }
  const last = found.at(-1)
  if (found.length < DELIVERIES || !last) return { answer }
  return { answer, state: { ...state, subjects, parts: part, after: last._id } }
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
