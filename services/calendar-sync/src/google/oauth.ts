import { auth } from '@googleapis/calendar'
import type { Clock } from '@usher/service-kit'
import type { GoogleConfig } from '../config.ts'
import { GoogleError, notGoogles, oauthErrorOf } from './google-error.ts'

/**
 * Limits for Google's response: ms, and bytes (a page has at most 2,500 events). We follow no redirect: Google's URLs are
 * fixed.
 */
export const TRANSPORT = { timeout: 15_000, redirect: 'error', maxContentLength: 64 * 1024 * 1024 } as const

/** Requested scopes: events, the list of calendars, and the account's identity. */
export const SCOPES = {
  needed: [
    'https://www.googleapis.com/auth/calendar.events',
    'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  ],
  account: ['openid', 'email'],
} as const

/** Google's response to a code or a refresh token. */
export interface Grant {
  readonly accessToken: string
  /** null: the existing one stays valid. */
  readonly refreshToken: string | null
  readonly expiresAt: Date
  readonly scopes: readonly string[]
  /**
   * Claims of the ID token. Straight from the token endpoint they need no signature check (OpenID Connect Core
   * §3.1.3.7).
   */
  readonly idToken: string | null
}

export interface GoogleOAuth {
  authorizationUrl(state: string, challenge: string): string
  /** @throws GoogleError `auth` for an invalid code */
  exchange(code: string, verifier: string): Promise<Grant>
  /** @throws GoogleError `auth` if the refresh token is no longer valid */
  refresh(refreshToken: string): Promise<Grant>
  /**
   * Revokes access; succeeds for an unknown token too.
   *
   * @throws GoogleError
   */
  revoke(token: string): Promise<void>
}

/** Google's OAuth 2.0 server ("Using OAuth 2.0 for Web Server Applications"). */
export function createGoogleOAuth(config: GoogleConfig, redirectUri: string, clock: Clock): GoogleOAuth {
  const client = () =>
    new auth.OAuth2({
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      redirectUri,
      endpoints: { oauth2TokenUrl: config.tokenUrl, oauth2RevokeUrl: config.revokeUrl },
      transporterOptions: TRANSPORT,
    })
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      throw oauthErrorOf(error, clock.now())
    }
  }
  return {
    authorizationUrl: (state, challenge) => authorizationUrl(config, redirectUri, { state, challenge }),
    exchange: (code, verifier) =>
      asking(async () => {
        const { res } = await client().getToken({ code, codeVerifier: verifier })
        return grantOf(res?.data, clock)
      }),
    refresh: (refreshToken) =>
      asking(async () => {
        const asker = client()
        asker.setCredentials({ refresh_token: refreshToken })
        // The library overwrites a new refresh token with the old one, so capture the response before.
        const { promise, resolve } = Promise.withResolvers<unknown>()
        asker.once('tokens', (tokens) => resolve({ ...tokens }))
        await asker.refreshAccessToken()
        return grantOf(await promise, clock)
      }),
    revoke: (token) =>
      asking(async () => {
        await client().revokeToken(token)
      }).catch((error) => {
        // RFC 7009 §2.2: an invalid token needs no revoking; Google answers 400 `invalid_token`.
        if (!(error instanceof GoogleError) || error.reason !== 'invalid_token') throw error
      }),
  }
}

function authorizationUrl(
  { clientId, authUrl }: GoogleConfig,
  redirectUri: string,
  { state, challenge }: { readonly state: string; readonly challenge: string },
): string {
  const url = new URL(authUrl)
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: [...SCOPES.account, ...SCOPES.needed].join(' '),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    // Only this yields a refresh token, and again only with a new consent.
    access_type: 'offline',
    prompt: 'consent',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Lifetime of an access token if Google does not say, in ms: its usual hour. */
const USUAL_MS = 3_600_000

function grantOf(data: unknown, clock: Clock): Grant {
  const { access_token, refresh_token, expiry_date, scope, id_token } = (data ?? {}) as Record<
    string,
    unknown
  >
  if (typeof access_token !== 'string') throw notGoogles()
  const lastsMs = typeof expiry_date === 'number' ? expiry_date - Date.now() : USUAL_MS
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : null,
    expiresAt: new Date(clock.now().getTime() + lastsMs),
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    idToken: typeof id_token === 'string' ? id_token : null,
  }
}
