import { unseal } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import { accountOf } from '../google/account.ts'
import { calendarsOf } from '../google/calendars.ts'
import { apiOf } from '../google/google.ts'
import { GoogleError, googleErrorOf } from '../google/google-error.ts'
import { type Grant, SCOPES } from '../google/oauth.ts'
import { notConfigured } from '../google/problem.ts'
import { withRetries } from '../google/retry.ts'
import { verifierBinding } from './begin.ts'
import type { Consent } from './connect.ts'
import type { Failure } from './ending.ts'
import type { FlowRecord } from './flow-store.ts'

/** Exchanges a code at Google for tokens, and reads the account and its main calendar. */
export async function consentOf(
  ctx: CalendarSyncContext,
  flow: FlowRecord,
  code: string,
): Promise<Consent | { readonly failure: Failure }> {
  const { oauth, config } = ctx
  if (!oauth) throw notConfigured()
  try {
    const grant = await oauth.exchange(
      code,
      unseal(flow.verifier, config.secretKeys, verifierBinding(flow._id)),
    )
    return await readConsent(ctx, flow, grant)
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    // Log neither the code nor the response: they are as good as tokens.
    ctx.log.warn({ fault: error.fault, reason: error.reason }, 'Google did not let a calendar be connected')
    return { failure: error.fault === 'auth' ? 'refused' : 'unavailable' }
  }
}

async function readConsent(
  ctx: CalendarSyncContext,
  { organization_id: organizationId, provider_id: providerId, actor }: FlowRecord,
  { accessToken, refreshToken, expiresAt, scopes, idToken }: Grant,
): Promise<Consent | { readonly failure: Failure }> {
  const account = accountOf(idToken, ctx.config.google?.clientId)
  // People may deselect parts of what we request ("Granular permissions").
  const isWhole = SCOPES.needed.every((scope) => scopes.includes(scope))
  if (!account || !refreshToken || !isWhole) return { failure: 'incomplete' }
  const primaryCalendarId = await primaryOf(ctx, accessToken)
  const tokens = { access: accessToken, refresh: refreshToken }
  return { organizationId, providerId, actor, account, primaryCalendarId, tokens, accessExpiresAt: expiresAt }
}

async function primaryOf(
  { config, pause, clock }: CalendarSyncContext,
  accessToken: string,
): Promise<string> {
  const api = apiOf(config.google?.apiUrl ?? '', accessToken)
  const calendars = await calendarsOf({
    call: (request) =>
      withRetries(pause, async () => {
        try {
          return (await request(api)).data
        } catch (error) {
          throw googleErrorOf(error, clock.now())
        }
      }),
  })
  const primary = calendars.find((calendar) => calendar.primary)
  if (!primary) throw new GoogleError('invalid', { reason: 'no_primary_calendar' })
  return primary.id
}
