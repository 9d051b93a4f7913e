import {
  allowInsecureRequests,
  type Configuration,
  type DeviceAuthorizationResponse,
  discovery,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  ResponseBodyError,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from 'openid-client'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { StoredLogin } from './stored-login.ts'

/** The client of the command line, the same in every installation of Usher. */
const CLIENT_ID = 'oac_00000000000000000000000c11'

/** How long an access token must be valid still, in ms. */
const MARGIN_MS = 60_000

const AGAIN = { advice: 'Sign in again: usher login.', exitCode: EXIT.notSignedIn }

/** Finds the OAuth server of an Usher. @throws Failure if there is none */
export async function findServer(url: string): Promise<Configuration> {
  const insecure = url.startsWith('http:') ? [allowInsecureRequests] : []
  try {
    const options = { algorithm: 'oauth2', execute: insecure } as const
    return await discovery(new URL(url), CLIENT_ID, undefined, None(), options)
  } catch (error) {
    throw new Failure(`There is no sign-in at ${url}: ${(error as Error).message}.`, {
      advice: 'Give --url as the address of Usher, without a path, as its pages have it.',
    })
  }
}

/** Begins a sign-in for everything that the member may do. */
export async function begin(server: Configuration): Promise<DeviceAuthorizationResponse> {
  const scope = (server.serverMetadata().scopes_supported ?? []).join(' ')
  try {
    return await initiateDeviceAuthorization(server, { scope })
  } catch (error) {
    throw refusal('The sign-in did not begin', error)
  }
}

/**
 * Waits until the person has answered, also while Usher is away for a moment.
 *
 * @throws Failure if they refused, or did not answer in time
 */
export async function waitFor(
  server: Configuration,
  begun: DeviceAuthorizationResponse,
  signal: AbortSignal,
): Promise<TokenEndpointResponse> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(begun.expires_in * 1_000)])
  for (;;) {
    try {
      // It waits before it asks.
      return await pollDeviceAuthorizationGrant(server, begun, undefined, { signal: ends })
    } catch (error) {
      signal.throwIfAborted()
      if (ends.aborted) throw new Failure(NOT_IN_TIME, AGAIN)
      if (!(error instanceof ResponseBodyError)) continue
      if (error.error === 'access_denied') throw new Failure('It was not allowed.', AGAIN)
      if (error.error === 'expired_token') throw new Failure(NOT_IN_TIME, AGAIN)
      throw refusal('The sign-in did not end well', error)
    }
  }
}

const NOT_IN_TIME = 'Nobody allowed it in time.'

/** What the OAuth server answered, or that it did not. */
function refusal(what: string, error: unknown): Failure {
  const { message, cause } = error as Error
  const reason =
    error instanceof ResponseBodyError ? (error.error_description ?? error.error) : reasonOf(cause, message)
  return new Failure(`${what}: ${reason}.`, { advice: 'Wait for some minutes, then try again.' })
}

function reasonOf(cause: unknown, message: string): string {
  if (cause instanceof Response) return `it was answered ${cause.status}`
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message
}

/** A login as the tokens make it. */
export function loginOf(
  url: string,
  tokens: TokenEndpointResponse,
  now: Date,
  former?: StoredLogin,
): StoredLogin {
  const { access_token: accessToken, refresh_token: refreshToken = former?.refreshToken ?? '' } = tokens
  const expiresAtMs = now.getTime() + (tokens.expires_in ?? 0) * 1_000
  return {
    url,
    accessToken,
    refreshToken,
    expiresAtMs,
    livemode: !organizationIn(accessToken).startsWith('org_test_'),
  }
}

/** The organisation in a token, for people to read: the server is who checks it. */
function organizationIn(accessToken: string): string {
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString() || '{}')
  return String(claims.organization_id)
}

export const isFresh = ({ expiresAtMs }: StoredLogin, now: Date): boolean =>
  now.getTime() < expiresAtMs - MARGIN_MS

/** Renews the tokens of a login. @throws Failure if it was revoked */
export async function renew(login: StoredLogin, now: Date): Promise<StoredLogin> {
  const server = await findServer(login.url)
  try {
    return loginOf(login.url, await refreshTokenGrant(server, login.refreshToken), now, login)
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
      throw new Failure('The sign-in has ended.', AGAIN)
    throw refusal('The sign-in could not be renewed', error)
  }
}

/** Ends a login on the server, too. */
export async function revoke({ url, refreshToken }: StoredLogin): Promise<void> {
  const server = await findServer(url)
  try {
    await tokenRevocation(server, refreshToken)
  } catch (error) {
    throw refusal('The tokens were not revoked', error)
  }
}
