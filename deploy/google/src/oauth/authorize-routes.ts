import { randomBytes } from 'node:crypto'
import { type Response, Router, urlencoded } from 'express'
import { z } from 'zod'
import type { GoogleState } from '../google-state.ts'
import type { OAuthClient } from './client.ts'
import { consentPage, refusalPage } from './consent-page.ts'
import type { Grants } from './grants.ts'
import { SCOPES } from './scopes.ts'

interface AuthorizeContext {
  readonly state: GoogleState
  readonly grants: Grants
  readonly clients: readonly OAuthClient[]
}

/** The parameters: https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient */
const requestSchema = z.object({
  response_type: z.literal('code'),
  scope: z
    .string()
    .min(1)
    .transform((scope) => [...new Set(scope.split(' ').filter(Boolean))]),
  state: z.string().optional(),
  access_type: z.enum(['online', 'offline']).default('online'),
  prompt: z.string().default(''),
  include_granted_scopes: z.enum(['true', 'false']).default('false'),
  login_hint: z.string().optional(),
  nonce: z.string().optional(),
  // Google requires PKCE only for installed applications; here everyone must use it, as RFC 9700 §2.1.1 recommends.
  code_challenge: z.string().regex(/^[\w.~-]{43,128}$/),
  code_challenge_method: z.literal('S256'),
})

type AuthorizationRequest = z.infer<typeof requestSchema> & {
  readonly client: OAuthClient
  readonly redirectUri: string
}

const answerSchema = z.object({
  flow: z.string(),
  decision: z.enum(['allow', 'cancel']),
  account: z.string(),
  scope: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((scope) => [scope].flat()),
})

/** The authorization endpoint and its consent page. */
export function authorizeRoutes(context: AuthorizeContext): Router {
  const flows = new Map<string, AuthorizationRequest>()
  const router = Router()

  router.get('/o/oauth2/v2/auth', (req, res) => {
    const client = context.clients.find(({ id }) => id === req.query.client_id)
    if (!client) return refuse(res, 'invalid_client', 'The OAuth client was not found.')
    const redirectUri = String(req.query.redirect_uri)
    if (!client.redirectUris.includes(redirectUri)) {
      return refuse(res, 'redirect_uri_mismatch', `${redirectUri} is not registered for ${client.name}.`)
    }
    const request = requestSchema.safeParse(req.query)
    if (!request.success) return refuse(res, 'invalid_request', z.prettifyError(request.error))
    const unknown = request.data.scope.filter((scope) => SCOPES[scope] === undefined)
    if (unknown.length > 0)
      return refuse(res, 'invalid_scope', `Some requested scopes were invalid: ${unknown}`)
    const flow = randomBytes(24).toString('base64url')
    flows.set(flow, { ...request.data, client, redirectUri })
    const { scope, login_hint } = request.data
    const accounts = [...context.state.accounts.values()]
    const page = { flow, clientName: client.name, scopes: scope, accounts, loginHint: login_hint }
    res.set('referrer-policy', 'no-referrer').type('html').send(consentPage(page))
  })

  router.post('/o/oauth2/v2/auth/consent', urlencoded({ extended: false }), (req, res) => {
    const answer = answerSchema.safeParse(req.body)
    const request = answer.success ? flows.get(answer.data.flow) : undefined
    if (!answer.success || !request) return refuse(res, 'invalid_request', 'This page has been used already.')
    flows.delete(answer.data.flow)
    res.redirect(302, answerTo(request, answer.data, context))
  })

  return router
}

/** Where the browser is sent: https://developers.google.com/identity/protocols/oauth2/web-server#handlingresponse */
function answerTo(
  request: AuthorizationRequest,
  { decision, account, scope }: z.infer<typeof answerSchema>,
  { state, grants }: AuthorizeContext,
): string {
  const url = new URL(request.redirectUri)
  if (request.state !== undefined) url.searchParams.set('state', request.state)
  const scopes = request.scope.filter((asked) => scope.includes(asked))
  if (decision === 'cancel' || scopes.length === 0 || !state.accounts.has(account)) {
    url.searchParams.set('error', 'access_denied')
    return url.href
  }
  // "refresh_token … only returned if … access_type to offline", the first time or when consent is asked for anew.
  const { client, redirectUri, nonce, access_type, prompt, code_challenge: codeChallenge } = request
  const isFirst = !grants.knows(client.id, account)
  const isOffline = access_type === 'offline' && (isFirst || prompt.split(' ').includes('consent'))
  const granted = request.include_granted_scopes === 'true' ? grants.scopesOf(client.id, account) : []
  const allowed = {
    clientId: client.id,
    email: account,
    scopes: [...new Set([...scopes, ...granted])],
    nonce,
  }
  url.searchParams.set('code', grants.issueCode(allowed, { redirectUri, codeChallenge }, isOffline))
  url.searchParams.set('scope', allowed.scopes.join(' '))
  url.searchParams.set('authuser', '0')
  url.searchParams.set('prompt', prompt || 'none')
  return url.href
}

function refuse(res: Response, error: string, description: string): void {
  res.status(400).type('html').send(refusalPage(error, description))
}
