import { ALL_SCOPES, type ApiScope, isLocalAddress, OAUTH_PATHS, operations } from '@usher/contracts'
import { CLIENT_ADDRESS_HEADER, type Guard } from '@usher/service-kit'
import express, { type ErrorRequestHandler, type Router } from 'express'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { requestWith } from './token-form.ts'

const { name, redirect_uris } = operations.createOAuthClient.body.shape

/** What clients tell of themselves (RFC 7591 §2); the rest is the same for all of them. */
const metadata = z.object({
  client_name: name.default('An application'),
  redirect_uris: redirect_uris.unwrap().min(1),
  scope: z.string().max(2_000).optional(),
})

/** Scopes that a client names, without those that are none of ours; all of them if it names none. */
function scopesOf(scope: string | undefined): ApiScope[] {
  const named = new Set(scope?.split(' '))
  const known = ALL_SCOPES.filter((one) => named.has(one))
  return known.length > 0 ? known : ALL_SCOPES
}

/**
 * Registration by clients themselves (RFC 7591), without a credential: public clients for the code flow with PKCE. A
 * client is nobody's until a member consents; then it is of that member's organisation.
 *
 * @param serve the OAuth server
 */
export function registerRoutes(
  guard: Guard<'registration'>,
  serve: ReturnType<Provider['callback']>,
): Router {
  const router = express.Router()
  router.post(OAUTH_PATHS.register, express.json({ limit: '10kb' }))
  router.use(OAUTH_PATHS.register, refuseUnreadable)
  router.post(OAUTH_PATHS.register, async (req, res) => {
    const { data, error } = metadata.safeParse(req.body)
    if (!data) {
      const [{ path, message } = { path: [], message: '' }] = error.issues
      const code = path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
      res.status(400).json({ error: code, error_description: `${path.join('.')} ${message}` })
      return
    }
    await guard.require('registration', { address: req.get(CLIENT_ADDRESS_HEADER) ?? '' })
    await serve(requestWith(req, JSON.stringify(clientMetadata(data)), 'application/json'), res)
  })
  return router
}

/** Errors of this endpoint have the form of RFC 7591 §3.2.2, not that of problems. */
const refuseUnreadable: ErrorRequestHandler = (_error, _req, res, _next) => {
  const error_description = 'the body could not be read as JSON of at most 10 kB'
  res.status(400).json({ error: 'invalid_client_metadata', error_description })
}

const clientMetadata = ({ client_name, redirect_uris, scope }: z.infer<typeof metadata>) => ({
  client_name,
  redirect_uris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: applicationType(redirect_uris),
  api_scopes: scopesOf(scope).join(' '),
})

/**
 * A native app listens on whichever port of the machine is free (RFC 8252 §7.3). The OAuth server refuses https to the
 * machine itself for one.
 */
export const applicationType = (redirectUris: readonly string[]): 'native' | 'web' =>
  redirectUris.some((uri) => uri.startsWith('http:')) &&
  !redirectUris.some((uri) => uri.startsWith('https:') && isLocalAddress(uri))
    ? 'native'
    : 'web'
