import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Clock } from '@usher/service-kit'
import { GoogleError, googleErrorOf } from './google-error.ts'
import { TRANSPORT } from './oauth.ts'
import { type Pause, withRetries } from './retry.ts'
import type { Owner } from './tokens.ts'

/** The Calendar API as one connection's account sees it. */
export interface Google {
  /**
   * Makes a request and retries transient failures, so it must be idempotent.
   *
   * @throws GoogleError whose `fault` says what to do
   */
  call<T>(request: (api: calendar_v3.Calendar) => Promise<{ readonly data: T }>): Promise<T>
}

/** A token to use, and its version. */
export interface AccessToken {
  readonly value: string
  readonly version: number
}

/** Supplies access tokens. */
export interface AccessTokenSource {
  /**
   * A token that Google should accept.
   *
   * @param refused version of the token that Google has just rejected: a newer one is needed
   * @throws GoogleError `auth` if access was withdrawn, `disconnected`, `transient`
   */
  of(owner: Owner, refused?: number): Promise<AccessToken>
}

interface Options {
  readonly apiUrl: string
  readonly tokens: AccessTokenSource
  readonly clock: Clock
  readonly pause: Pause
}

/** Google's client for connections. */
export const createGoogleOf =
  ({ apiUrl, tokens, clock, pause }: Options) =>
  (owner: Owner): Google => {
    const once = async <T>(request: Parameters<Google['call']>[0], accessToken: string): Promise<T> => {
      try {
        return (await request(apiOf(apiUrl, accessToken))).data as T
      } catch (error) {
        throw googleErrorOf(error, clock.now())
      }
    }
    return {
      call: <T>(request: (api: calendar_v3.Calendar) => Promise<{ readonly data: T }>) =>
        withRetries(pause, async () => {
          const token = await tokens.of(owner)
          try {
            return await once<T>(request, token.value)
          } catch (error) {
            if (!(error instanceof GoogleError) || error.fault !== 'auth') throw error
            // Revoked, or expired early: the refresh will tell.
            const next = await tokens.of(owner, token.version)
            return await once<T>(request, next.value).catch(notRefusedForGood)
          }
        }),
    }
  }

/** A fresh token that Google rejects does not mean that consent was withdrawn. */
function notRefusedForGood(error: unknown): never {
  if (!(error instanceof GoogleError) || error.fault !== 'auth') throw error
  throw new GoogleError('transient', { status: error.status, reason: error.reason })
}

/** The client library with one access token, without its own retries and refreshes. */
export function apiOf(apiUrl: string, accessToken: string): calendar_v3.Calendar {
  const client = new auth.OAuth2({ transporterOptions: TRANSPORT })
  client.setCredentials({ access_token: accessToken })
  return calendar({ version: 'v3', rootUrl: `${apiUrl}/`, auth: client, retry: false, ...TRANSPORT })
}
