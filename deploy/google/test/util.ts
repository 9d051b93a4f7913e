import { createHash, randomBytes } from 'node:crypto'
import { calendar, type calendar_v3 } from '@googleapis/calendar'
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { type LocalGoogle, type LocalGoogleOptions, startLocalGoogle } from '../src/local-google.ts'

export const REDIRECT_URI = 'http://localhost:8080/api/google-calendar/callback'
export const ANN = 'ann@example.test'
/** Those of calendar synchronisation. */
export const SCOPES = [
  'openid',
  'email',
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
]

/** A local Google with an account in Berlin, unless its file already has one. */
export async function aGoogle(options: LocalGoogleOptions = {}): Promise<LocalGoogle> {
  const google = await startLocalGoogle(options)
  google.addRedirectUri(REDIRECT_URI)
  if (google.accounts.length > 0) return google
  google.createAccount(ANN, { name: 'Ann', timeZone: 'Europe/Berlin' })
  return google
}

/** Google's own client library, pointed at the local Google. */
export function oauthClient({ url, client }: Pick<LocalGoogle, 'url' | 'client'>): OAuth2Client {
  return new OAuth2Client({
    clientId: client.id,
    clientSecret: client.secret,
    redirectUri: REDIRECT_URI,
    endpoints: {
      oauth2AuthBaseUrl: `${url}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${url}/token`,
      oauth2RevokeUrl: `${url}/revoke`,
    },
  })
}

export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The consent URL with the scopes of calendar synchronisation. */
export function consentUrl(client: OAuth2Client, challenge: string, more: object = {}): string {
  return client.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: SCOPES,
    state: 'st4te',
    code_challenge: challenge,
    code_challenge_method: CodeChallengeMethod.S256,
    ...more,
  })
}

/** A client to which an account has granted everything. */
export async function connected(google: LocalGoogle, email = ANN, more: object = {}): Promise<OAuth2Client> {
  const client = oauthClient(google)
  const { verifier, challenge } = pkce()
  const answer = await google.consent(consentUrl(client, challenge, more), { email })
  const code = answer.searchParams.get('code') ?? ''
  const { tokens } = await client.getToken({ code, codeVerifier: verifier })
  client.setCredentials(tokens)
  return client
}

/** The Calendar API as an account, without retries. */
export async function calendarOf(
  google: LocalGoogle,
  email = ANN,
  client?: OAuth2Client,
): Promise<calendar_v3.Calendar> {
  const auth = client ?? (await connected(google, email))
  return calendar({ version: 'v3', rootUrl: `${google.url}/`, auth, retryConfig: { retry: 0 } })
}

interface Failure {
  readonly status: number | undefined
  readonly reason: string | undefined
}

/** How a call failed. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call
  } catch (error) {
    const { response } = error as {
      response?: { status: number; data: { error?: { errors?: { reason: string }[] } } }
    }
    return { status: response?.status, reason: response?.data?.error?.errors?.[0]?.reason }
  }
  throw new Error('the call did not fail')
}

/** The OAuth `error` of a failed call. */
export async function oauthFailureOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
  } catch (error) {
    return (error as { response?: { data: { error?: string } } }).response?.data.error
  }
  throw new Error('the call did not fail')
}

type Body = calendar_v3.Schema$Event & Record<string, unknown>

/** A one-hour event at the given hour (UTC) of 1 December 2026. */
export function anHour(hour: number, more: Body = {}): Body {
  const at = (value: number) => ({ dateTime: `2026-12-01T${String(value).padStart(2, '0')}:00:00Z` })
  return { summary: `At ${hour}`, start: at(hour), end: at(hour + 1), ...more }
}
