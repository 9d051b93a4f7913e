import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Clock } from '@usher/service-kit'
import type { AccessTokens } from './access-tokens.ts'
import { GoogleError, googleErrorOf } from './google-error.ts'
import { TRANSPORT } from './oauth.ts'
import { type Pause, withRetries } from './retry.ts'
import type { Owner } from './tokens.ts'

/** The Calendar API as one connection's account sees it. */
export interface Google {
  /**
   * Makes a request, again where it failed for the moment: it must be safe to repeat.
   *
   * @throws GoogleError that says what to do about it
   */
  call<T>(request: (api: calendar_v3.Calendar) => Promise<{ readonly data: T }>): Promise<T>
}

interface Options {
  readonly apiUrl: string
  readonly tokens: AccessTokens
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
            // Withdrawn, or lapsed before its time: the refresh tells which.
            const next = await tokens.of(owner, token.version)
            return await once<T>(request, next.value).catch(notRefusedForGood)
          }
        }),
    }
  }

/** That Google refuses a token that it has just given says nothing of the consent. */
function notRefusedForGood(error: unknown): never {
  if (!(error instanceof GoogleError) || error.fault !== 'auth') throw error
  throw new GoogleError('transient', { status: error.status, reason: error.reason })
}

/** The client library with one access token. It repeats nothing by itself, and refreshes nothing. */
export function apiOf(apiUrl: string, accessToken: string): calendar_v3.Calendar {
  const client = new auth.OAuth2({ transporterOptions: TRANSPORT })
  client.setCredentials({ access_token: accessToken })
  return calendar({ version: 'v3', rootUrl: `${apiUrl}/`, auth: client, retry: false, ...TRANSPORT })
}
