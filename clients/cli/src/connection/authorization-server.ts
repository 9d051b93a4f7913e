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

/** Renew an access token this long before it expires, in ms. */
const MARGIN_MS = 60_000

const SIGN_IN_AGAIN = { advice: 'Sign in again: usher login.', exitCode: EXIT.notSignedIn }

/** Finds the OAuth server of an Usher. @throws Failure if there is none */
export async function findServer(url: string): Promise<Configuration> {
  const insecure = url.startsWith('http:') ? [allowInsecureRequests] : []
  try {
    const options = { algorithm: 'oauth2', execute: insecure } as const
    return await discovery(new URL(url), CLIENT_ID, undefined, None(), options)
  } catch (error) {
    throw new Failure(`Cannot sign in at ${url}: ${(error as Error).message}.`, {
      advice: 'Give the address of Usher as --url, such as https://usher.example.com.',
    })
  }
}

/** Starts a device sign-in (RFC 8628) for everything that the member may do. */
export async function startDeviceSignIn(server: Configuration): Promise<DeviceAuthorizationResponse> {
  const scope = (server.serverMetadata().scopes_supported ?? []).join(' ')
  try {
    return await initiateDeviceAuthorization(server, { scope })
  } catch (error) {
    throw refusal('The sign-in could not start', error)
  }
}

/**
 * Waits for the person's consent, also while Usher cannot be reached for a moment.
 *
 * @throws Failure if they refuse, or the code expires
 */
export async function waitForTokens(
  server: Configuration,
  begun: DeviceAuthorizationResponse,
  signal: AbortSignal,
): Promise<TokenEndpointResponse> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(begun.expires_in * 1_000)])
  for (;;) {
    try {
      // Waits for the interval before each poll.
      return await pollDeviceAuthorizationGrant(server, begun, undefined, { signal: ends })
    } catch (error) {
      signal.throwIfAborted()
      if (ends.aborted) throw new Failure(EXPIRED, SIGN_IN_AGAIN)
      if (!(error instanceof ResponseBodyError)) continue
      if (error.error === 'access_denied')
        throw new Failure('The sign-in was refused in the browser.', SIGN_IN_AGAIN)
      if (error.error === 'expired_token') throw new Failure(EXPIRED, SIGN_IN_AGAIN)
      throw refusal('The sign-in failed', error)
    }
  }
}

const EXPIRED = 'The code has expired.'

/** What the OAuth server answered, or why it did not. */
function refusal(what: string, error: unknown): Failure {
  const { message, cause } = error as Error
  const reason =
    error instanceof ResponseBodyError ? (error.error_description ?? error.error) : reasonOf(cause, message)
  return new Failure(`${what}: ${reason}.`, { advice: 'Wait a few minutes, then try again.' })
}

function reasonOf(cause: unknown, message: string): string {
  if (cause instanceof Response) return `Usher answered ${cause.status}`
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message
}

/** The login to store for a token response. */
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

/** The organisation in a token, unverified: only for display. The server verifies it. */
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
      throw new Failure('The login has expired, or was revoked.', SIGN_IN_AGAIN)
    throw refusal('The login could not be renewed', error)
  }
}

/** Revokes the tokens of a login at the server. */
export async function revoke({ url, refreshToken }: StoredLogin): Promise<void> {
  const server = await findServer(url)
  try {
    await tokenRevocation(server, refreshToken)
  } catch (error) {
    throw refusal('The tokens were not revoked', error)
  }
}
