import {
  type CloudEvent,
  type PrivacyRecords,
  type PrivacySubject,
  privacyCompletedBy,
  privacyRequested,
} from '@usher/contracts'
import { newEvent, type Step } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { eraseGuests } from './erase-guests.ts'
import { eraseOrganization } from './erase-organization.ts'
import { exportDeliveries, exportEndpoints } from './export.ts'
import type { Outcome, PrivacyState } from './state.ts'

const completed = privacyCompletedBy('webhook-delivery')

const START: PrivacyState = { after: '', subjects: [], parts: 0, records: 0, passes: 0 }

/** Does one step of an export or an erasure that was asked for, and answers it. */
export const createPrivacyStep =
  (ctx: WebhookContext) =>
  async (event: CloudEvent, state: PrivacyState = START): Promise<Step<PrivacyState>> => {
    const { kind, subject } = privacyRequested.data.parse(event.data)
    const {
      answer,
      state: next,
      notBefore,
    } = await outcomeOf(ctx, event.organizationid, kind, subject, state)
    const events = answer ? [answerEvent(event, { ...answer, isLast: !next }, ctx.clock.now())] : []
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

interface Answer {
  readonly part: number
  readonly isLast: boolean
  readonly records: number
  readonly data: PrivacyRecords | null
}

const answerEvent = (
  { subject, organizationid, actor, requestid, traceparent }: CloudEvent,
  { part, isLast, records, data }: Answer,
  now: Date,
): CloudEvent =>
  newEvent(completed, {
    subject,
    sequence: part,
    time: now,
    origin: {
      organizationId: organizationid,
      actor,
      requestId: requestid,
      ...(traceparent && { traceparent }),
    },
    data: { id: subject, service: 'webhook-delivery', part, is_last: isLast, records, data },
  })
