import { TIMEOUT_MS, timedFetch } from './timed-fetch.ts'
import { UsherError } from './usher-error.ts'

export interface ClientCredentials {
  /** Base URL of Usher. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Such as `bookings:write`. */
  readonly scopes: readonly string[]
  /** Used instead of the global fetch. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** Renew a token this many seconds before it expires. */
const MARGIN_SECONDS = 60

/**
 * Access tokens of an OAuth application by client credentials: give it as `accessToken`. It renews them before they
 * expire.
 *
 * @throws UsherError if the server refuses to give one, UsherTimeoutError if it does not answer within 30 seconds
 */
export function clientCredentials(credentials: ClientCredentials): () => Promise<string> {
  let token: Token = { access_token: '', expires_in: 0 }
  let endsAt = 0
  return async () => {
    if (Date.now() >= endsAt) {
      token = await newToken(credentials)
      endsAt = Date.now() + (token.expires_in - MARGIN_SECONDS) * 1000
    }
    return token.access_token
  }
}

interface Token {
  readonly access_token: string
  /** In seconds. */
  readonly expires_in: number
}

async function newToken({
  baseUrl,
  clientId,
  clientSecret,
  scopes,
  fetch,
}: ClientCredentials): Promise<Token> {
  const send = timedFetch(fetch ?? ((request) => globalThis.fetch(request)), TIMEOUT_MS)
  const response = await send(
    new Request(`${baseUrl.replace(/\/+$/, '')}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      // The secret is for this server alone.
      redirect: 'manual',
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes.join(' ') }),
    }),
  )
  if (response.ok) return (await response.json()) as Token
  // RFC 6749 §5.2: not a problem, but an OAuth error.
  const { error_description: detail } = (await response.json().catch(() => ({}))) as {
    error_description?: string
  }
  throw new UsherError(response, detail === undefined ? {} : { detail })
}
