import { ALL_HERE_MS, createPrivacyStep } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { eraseGuests } from './erase-guests.ts'
import { exportEndpoints, exportGuests } from './export.ts'
import type { Outcome, PrivacyState } from './state.ts'

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
