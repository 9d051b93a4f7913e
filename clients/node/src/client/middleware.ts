import type { Middleware } from 'openapi-fetch'
import { API_VERSION } from '../generated/openapi.ts'
import { invalidArgument } from './invalid-argument.ts'
import { UsherError, usherErrorOf } from './usher-error.ts'

export type BearerCredential =
  | { readonly apiKey: string }
  /** An OAuth access token, or a function that returns a valid one; called before every request. */
  | { readonly accessToken: string | (() => string | Promise<string>) }

/** The session of a signed-in member. The browser sends its cookie; writes need its CSRF token, too. */
export interface SessionCredential {
  readonly session: { readonly csrfToken: () => string | undefined }
}

/** @throws TypeError if no header can carry the credential */
export function authentication(credential: BearerCredential | SessionCredential): Middleware {
  if ('apiKey' in credential) carried(credential.apiKey)
  return {
    async onRequest({ request }) {
      if (!('session' in credential))
        return request.headers.set('authorization', `Bearer ${carried(await bearerOf(credential))}`)
      const token = request.method === 'GET' ? undefined : credential.session.csrfToken()
      if (token !== undefined) request.headers.set('x-csrf-token', token)
    },
  }
}

async function bearerOf(credential: BearerCredential): Promise<string> {
  if ('apiKey' in credential) return credential.apiKey
  const { accessToken } = credential
  return typeof accessToken === 'string' ? accessToken : accessToken()
}

/** @throws TypeError without the credential, which fetch would put into its own */
function carried(credential: string): string {
  if (/^[\x21-\x7e]*$/.test(credential.trim())) return credential
  throw invalidArgument('The credential has characters that no header carries, such as a line break')
}

/** The version that the types describe, whatever the default of the credential is. */
export const ownVersion: Middleware = {
  onRequest({ request }) {
    if (!request.headers.has('usher-version')) request.headers.set('usher-version', API_VERSION)
  },
}

/** One key per POST call, so that a retry does not repeat the effect. */
export const idempotencyKeys: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', globalThis.crypto.randomUUID())
  },
}

export const throwErrors = (onError: ((error: UsherError) => void) | undefined): Middleware => ({
  async onResponse({ response, options }) {
    const isUnreadable = response.ok && options.parseAs === 'json' && !isJson(response)
    if (response.ok && !isUnreadable) return
    const error = isUnreadable ? await unreadable(response) : await usherErrorOf(response)
    onError?.(error)
    throw error
  },
})

/** What has no content needs no type. */
const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b|^$/i.test(headers.get('content-type') ?? '')

/** Such as the page of a proxy or of the Wi-Fi in a hotel, which answer 200. */
async function unreadable(response: Response): Promise<UsherError> {
  await response.body?.cancel()
  return new UsherError(response, { detail: 'Something other than Usher answered: it is no JSON' })
}
