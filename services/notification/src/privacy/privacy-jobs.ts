import { type CloudEvent, type PrivacySubject, privacyCompletedBy, privacyRequested } from '@usher/contracts'
import { newEvent, type Step } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { eraseOrganization, erasePeople } from './erase.ts'
import { exportOrganization, exportPeople } from './export.ts'
import { type Outcome, type PrivacyState, START } from './state.ts'

const completed = privacyCompletedBy('notification')

/** Does one step of an export or an erasure that was asked for, and answers it. */
export const createPrivacyStep =
  (ctx: NotificationContext) =>
  async (event: CloudEvent, state: PrivacyState = START): Promise<Step<PrivacyState>> => {
    const { kind, subject } = privacyRequested.data.parse(event.data)
    const { answer, ...next } = await outcomeOf(ctx, event.organizationid, kind, subject, state)
    const events = answer ? [answerEvent(event, answer, !next.state, ctx.clock.now())] : []
    return { events, ...next }
  }

function outcomeOf(
  ctx: NotificationContext,
  organizationId: string,
  kind: 'export' | 'erasure',
  subject: PrivacySubject,
  state: PrivacyState,
): Promise<Outcome> {
  const isExport = kind === 'export'
  if ('organization' in subject) {
    return isExport
      ? exportOrganization(ctx, organizationId, state)
      : eraseOrganization(ctx, organizationId, state)
  }
  const people = { organizationId, subject }
  return isExport ? exportPeople(ctx, people, state) : erasePeople(ctx, people, state)
}

const answerEvent = (
  { subject, organizationid, actor, requestid, traceparent }: CloudEvent,
  { part, records, data }: NonNullable<Outcome['answer']>,
  isLast: boolean,
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
    data: { id: subject, service: 'notification', part, is_last: isLast, records, data },
  })
