import { createHash } from 'node:crypto'
import { type ErrorRequestHandler, type Request, Router, urlencoded } from 'express'
import { invalidCredentials } from '../google-error.ts'
import type { GoogleState } from '../google-state.ts'
import { authenticateClient, type OAuthClient } from './client.ts'
import type { Grant, Grants } from './grants.ts'
import { type IdTokens, mayReadEmail } from './id-token.ts'
import { OAuthError } from './oauth-error.ts'

interface TokenContext {
  readonly state: GoogleState
  readonly grants: Grants
  readonly clients: readonly OAuthClient[]
  readonly idTokens: IdTokens
}

/** Token, revocation and user info endpoints: https://developers.google.com/identity/protocols/oauth2/web-server */
export function tokenRoutes(context: TokenContext): Router {
  const { grants, state, idTokens } = context
  const router = Router()

  router.post('/token', urlencoded({ extended: false }), (req, res) => {
    const client = authenticateClient(req, context.clients)
    const { grant, isNew } = grantOf(req, client, grants)
    const { token, expiresIn } = grants.issueAccessToken(grant)
    const account = state.accounts.get(grant.email)
    const wantsIdToken = grant.scopes.includes('openid') && account !== undefined
    res.set('cache-control', 'no-store').json({
      access_token: token,
      expires_in: expiresIn,
      // A refresh token is returned once, when its code is exchanged, and never changes.
      ...(isNew && grant.refreshToken ? { refresh_token: grant.refreshToken } : {}),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...(wantsIdToken ? { id_token: idTokens.sign(grant, account, token, state.clock.now()) } : {}),
    })
  })

  // The token may be an access or a refresh token, in the query or the body (same page, "Revoking a token").
  router.post('/revoke', urlencoded({ extended: false }), (req, res) => {
    const token = String(req.body?.token ?? req.query.token ?? '')
    if (!grants.revoke(token)) throw new OAuthError(400, 'invalid_token', 'Token expired or revoked')
    res.json({})
  })

  router.get(['/oauth2/v2/userinfo', '/oauth2/v3/userinfo', '/v1/userinfo'], (req, res) => {
    const grant = grantOfRequest(req, grants)
    const account = state.accounts.get(grant.email)
    if (!account) throw invalidCredentials()
    const { sub, name, email } = account
    const isV2 = req.path.startsWith('/oauth2/v2')
    res.json({
      ...(isV2 ? { id: sub } : { sub }),
      ...(grant.scopes.some((scope) => scope.endsWith('profile')) ? { name } : {}),
      ...(mayReadEmail(grant) ? { email, [isV2 ? 'verified_email' : 'email_verified']: true } : {}),
    })
  })

  router.get('/oauth2/v3/certs', (_req, res) => void res.json(idTokens.keySet))
  router.use(sendOAuthError)
  return router
}

/**
 * The grant of the request's bearer token.
 *
 * @throws GoogleError 401
 */
export function grantOfRequest(req: Request, grants: Grants): Grant {
  const [, token = ''] = /^Bearer (.+)$/i.exec(req.get('authorization') ?? '') ?? []
  const grant = grants.grantOfAccessToken(token)
  if (!grant) throw invalidCredentials()
  return grant
}

function grantOf({ body }: Request, client: OAuthClient, grants: Grants): { grant: Grant; isNew: boolean } {
  if (body.grant_type === 'refresh_token') {
    const grant = grants.refresh(String(body.refresh_token), client.id)
    if (!grant) throw invalidGrant('Token has been expired or revoked.')
    return { grant, isNew: false }
  }
  if (body.grant_type !== 'authorization_code') {
    throw new OAuthError(400, 'unsupported_grant_type', `Invalid grant_type: ${body.grant_type}`)
  }
  const code = grants.takeCode(String(body.code))
  if (code?.grant.clientId !== client.id) throw invalidGrant('Malformed auth code.')
  if (code.redirectUri !== body.redirect_uri) {
    throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request')
  }
  if (body.code_verifier === undefined) throw invalidGrant('Missing code verifier.')
  grants.secrets.add(String(body.code_verifier))
  const challenge = createHash('sha256').update(String(body.code_verifier)).digest('base64url')
  if (challenge !== code.codeChallenge) throw invalidGrant('Invalid code verifier.')
  grants.begin(code.grant)
  return { grant: code.grant, isNew: true }
}

const invalidGrant = (description: string) => new OAuthError(400, 'invalid_grant', description)

const sendOAuthError: ErrorRequestHandler = (error, _req, res, next) => {
  if (!(error instanceof OAuthError)) return next(error)
  res.status(error.status).json(error.body)
}
