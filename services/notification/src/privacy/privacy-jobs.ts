import { type CloudEvent, type PrivacySubject, privacyRequested } from '@usher/contracts'
import { privacyAnswer, type Step } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { eraseOrganization, erasePeople } from './erase.ts'
import { exportOrganization, exportPeople } from './export.ts'
import { type Outcome, type PrivacyState, START } from './state.ts'

/** Runs one step of a requested export or erasure, and answers it. */
export const createPrivacyStep =
  (ctx: NotificationContext) =>
  async (event: CloudEvent, state: PrivacyState = START): Promise<Step<PrivacyState>> => {
    const { kind, subject } = privacyRequested.data.parse(event.data)
    const { answer, ...next } = await outcomeOf(ctx, event.organizationid, kind, subject, state)
    const told = answer && { ...answer, isLast: !next.state }
    const events = told ? [privacyAnswer('notification', event, told, ctx.clock.now())] : []
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
