import { newId } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ConnectionRecord } from '../connections/connection.ts'
import type { CalendarSyncContext } from '../context.ts'
import type { Account } from '../google/account.ts'
import { sealTokens, type Tokens } from '../google/tokens.ts'
import { followConnection } from '../sync/follow-connection.ts'

/** A consent to connect a provider to a Google account. */
export interface Consent {
  readonly organizationId: string
  readonly providerId: string
  readonly actor: string
  readonly account: Account
  /** The account's main calendar: bookings are written to it unless somebody chooses another. */
  readonly primaryCalendarId: string
  readonly tokens: Tokens
  readonly accessExpiresAt: Date
}

/** Result of a consent; `other_account`: the provider is already connected to another account and stays so. */
export type Connected =
  | { readonly record: ConnectionRecord; readonly before: ConnectionRecord | null }
  | { readonly outcome: 'other_account' | 'provider_gone' }

/**
 * Connects a provider to an account, or stores new tokens in its existing connection, whose sync then resumes.
 * Run in a transaction: it conflicts if two connect the same provider at once.
 */
export async function connect(
  ctx: CalendarSyncContext,
  consent: Consent,
  session: ClientSession,
): Promise<Connected> {
  const { organizationId, providerId, account } = consent
  if (!(await ctx.providers.find(organizationId, providerId))) return { outcome: 'provider_gone' }
  const before = await ctx.connections.findOfProvider(organizationId, providerId, session)
  if (!before) {
    const record = newConnection(ctx, consent)
    await ctx.connections.insert(record, session)
    await followConnection(session, ctx, record)
    return { record, before }
  }
  if (before.account.subject !== account.subject) return { outcome: 'other_account' }
  const fields = renewed(ctx, before, consent)
  if (!(await ctx.connections.change(before, fields, session)))
    throw new Error('the connection was changed meanwhile')
  const record = { ...before, ...fields, version: before.version + 1 }
  await followConnection(session, ctx, record)
  return { record, before }
}

const NO_LEASE = new Date(0)

function newConnection({ clock, config }: CalendarSyncContext, consent: Consent): ConnectionRecord {
  const owner = { _id: newId('calendarConnection'), organization_id: consent.organizationId }
  const now = clock.now()
  return {
    ...owner,
    provider_id: consent.providerId,
    account: consent.account,
    calendar_id: consent.primaryCalendarId,
    busy_calendar_ids: [consent.primaryCalendarId],
    needs_reauth_since: null,
    breaker: null,
    tokens: sealTokens(consent.tokens, owner, config.secretKeys),
    access_expires_at: consent.accessExpiresAt,
    token_version: 1,
    refresh_leased_until: NO_LEASE,
    alerts: 0,
    synced_at: null,
    version: 1,
    created_by: consent.actor,
    created_at: now,
    updated_at: now,
  }
}

const renewed = (
  { clock, config }: CalendarSyncContext,
  before: ConnectionRecord,
  { account, tokens, accessExpiresAt }: Consent,
) => ({
  account,
  needs_reauth_since: null,
  tokens: sealTokens(tokens, before, config.secretKeys),
  access_expires_at: accessExpiresAt,
  token_version: before.token_version + 1,
  refresh_leased_until: NO_LEASE,
  updated_at: clock.now(),
})
