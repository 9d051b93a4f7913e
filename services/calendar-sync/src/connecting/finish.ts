import type { Caller } from '@usher/contracts'
import { inTransaction, isDuplicateKey } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import { sealTokens, unsealTokens } from '../google/tokens.ts'
import { hashOf, newSecret } from './begin.ts'
import { type Connected, type Consent, connect } from './connect.ts'
import { consentOf } from './consent.ts'
import type { Ending } from './ending.ts'
import type { FlowRecord } from './flow-store.ts'

/** What Google sends back in the browser. */
interface Returned {
  readonly state?: string
  readonly code?: string
  readonly error?: string
}

/** Time to confirm a connection, in ms. */
const CONFIRM_MS = 600_000

/**
 * Completes connecting, once. A flow started in a session must end in that session, or an attacker could have others
 * finish theirs (RFC 6749 §10.12); if no session is known, the person is asked to confirm.
 */
export async function finish(
  ctx: CalendarSyncContext,
  { state, code, error }: Returned,
  signedIn: Caller | undefined,
): Promise<Ending> {
  const now = ctx.clock.now()
  const flow = state ? await ctx.flows.find(hashOf(state)) : null
  if (!flow) return { failure: 'unknown' }
  if (flow.session_id !== null && !isSame(flow, signedIn)) return { failure: 'wrong_session' }
  if (flow.used_at) return { failure: 'used' }
  if (flow.expires_at <= now) return { failure: 'expired' }
  if (!(await ctx.flows.use(flow._id, now))) return { failure: 'used' }
  if (error !== undefined || code === undefined) return { failure: 'denied' }
  const consent = await consentOf(ctx, flow, code)
  if ('failure' in consent) return consent
  return flow.session_id === null ? await ask(ctx, flow, consent) : await link(ctx, flow, consent)
}

const isSame = (flow: FlowRecord, signedIn: Caller | undefined): boolean =>
  signedIn?.session_id === flow.session_id && signedIn?.organization_id === flow.organization_id

async function link(ctx: CalendarSyncContext, flow: FlowRecord, consent: Consent): Promise<Ending> {
  const connected = await inTransactionOnceMore(ctx, (session) => connect(ctx, consent, session))
  if (!('record' in connected)) await giveBack(ctx, flow._id, consent, ctx.clock.now())
  return endingOf(connected, consent.actor, flow.return_to)
}

/** Stores the consent until its person confirms; without confirmation, access is revoked. */
async function ask(ctx: CalendarSyncContext, flow: FlowRecord, consent: Consent): Promise<Ending> {
  const token = newSecret()
  const owner = { _id: hashOf(token), organization_id: flow.organization_id }
  const expires_at = new Date(ctx.clock.now().getTime() + CONFIRM_MS)
  await inTransaction(ctx.connection, async (session) => {
    await ctx.confirmations.insert(
      {
        ...owner,
        provider_id: flow.provider_id,
        actor: flow.actor,
        return_to: flow.return_to,
        account: consent.account,
        primary_calendar_id: consent.primaryCalendarId,
        tokens: sealTokens(consent.tokens, owner, ctx.config.secretKeys),
        access_expires_at: consent.accessExpiresAt,
        expires_at,
      },
      session,
    )
    await giveBack(ctx, owner._id, consent, expires_at, session)
  })
  return {
    token,
    email: consent.account.email,
    providerName: await ctx.providers.nameOf(flow.organization_id, flow.provider_id),
    organizationName: (await ctx.organizations.nameOf(flow.organization_id)) ?? flow.organization_id,
  }
}

/** The person has confirmed. */
export async function confirm(ctx: CalendarSyncContext, token: string): Promise<Ending> {
  const id = hashOf(token)
  return await inTransactionOnceMore(ctx, async (session) => {
    const record = await ctx.confirmations.take(id, ctx.clock.now(), session)
    if (!record) return { failure: 'unknown' } as const
    const consent = {
      organizationId: record.organization_id,
      providerId: record.provider_id,
      actor: record.actor,
      account: record.account,
      primaryCalendarId: record.primary_calendar_id,
      tokens: unsealTokens(record.tokens, record, ctx.config.secretKeys),
      accessExpiresAt: record.access_expires_at,
    }
    const connected = await connect(ctx, consent, session)
    if ('record' in connected) await ctx.revocations.delete(id, session)
    return endingOf(connected, record.actor, record.return_to)
  })
}

function endingOf(connected: Connected, actor: string, returnTo: string | null): Ending {
  if (!('record' in connected)) return { failure: connected.outcome }
  return { connected: connected.record, before: connected.before, actor, returnTo }
}

type Session = Parameters<typeof connect>[2]

/** Schedules revoking access at Google, unless it is cancelled before. */
async function giveBack(
  { revocations, config }: CalendarSyncContext,
  _id: string,
  { organizationId: organization_id, account, tokens }: Consent,
  due_at: Date,
  session?: Session,
): Promise<void> {
  const owner = { _id, organization_id }
  const sealed = sealTokens(tokens, owner, config.secretKeys)
  const record = { ...owner, subject: account.subject, tokens: sealed, attempts: 0, due_at }
  await revocations.insert(record, session)
}

/** If two connect one provider at once, the second retries and finds the first's connection. */
async function inTransactionOnceMore<T>(
  { connection }: CalendarSyncContext,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const attempt = () => inTransaction(connection, work)
  try {
    return await attempt()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return await attempt()
  }
}
