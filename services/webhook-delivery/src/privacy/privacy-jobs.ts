import { type CloudEvent, type PrivacySubject, privacyRequested } from '@usher/contracts'
import { privacyAnswer, type Step } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { eraseGuests } from './erase-guests.ts'
import { eraseOrganization } from './erase-organization.ts'
import { exportDeliveries, exportEndpoints } from './export.ts'
import type { Outcome, PrivacyState } from './state.ts'

const START: PrivacyState = { after: '', subjects: [], parts: 0, records: 0, passes: 0 }

/** Runs one step of a requested export or erasure and reports the result. */
export const createPrivacyStep =
  (ctx: WebhookContext) =>
  async (event: CloudEvent, state: PrivacyState = START): Promise<Step<PrivacyState>> => {
    const { kind, subject } = privacyRequested.data.parse(event.data)
    const {
      answer,
      state: next,
      notBefore,
    } = await outcomeOf(ctx, event.organizationid, kind, subject, state)
    const events = answer
      ? [privacyAnswer('webhook-delivery', event, { ...answer, isLast: !next }, ctx.clock.now())]
      : []
    return { events, ...(next && { state: next }), ...(notBefore && { notBefore }) }
  }

function outcomeOf(
  ctx: WebhookContext,
  organizationId: string,
  kind: 'export' | 'erasure',
  subject: PrivacySubject,
  state: PrivacyState,
): Promise<Outcome> {
  const isExport = kind === 'export'
  if ('organization' in subject) {
    return isExport ? exportEndpoints(ctx, organizationId) : eraseOrganization(ctx, organizationId, state)
  }
  return isExport
    ? exportDeliveries(ctx, { organizationId, subject }, state)
    : eraseGuests(ctx, { organizationId, subject }, state)
}
