import { createHash, generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { type ErrorRequestHandler, type Request, type Response, Router, urlencoded } from 'express'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { GoogleError } from './google-error.ts'
import { escapeHtml, page } from './pages.ts'
import type { Account, Clock, GoogleState } from './state.ts'

const CODE_LIFE_MS = 10 * 60_000
const ACCESS_LIFE_MS = 3_600_000

/** The scopes of calendar synchronisation: https://developers.google.com/identity/protocols/oauth2/scopes */
const SCOPES: Readonly<Record<string, string>> = {
  openid: 'Associate you with your personal info on Google',
  email: 'See your primary Google Account email address',
  'https://www.googleapis.com/auth/calendar.events': 'View and edit events on all your calendars',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly':
    'See the list of calendars you are subscribed to',
}

/** A web application registered with the local Google. */
export interface OAuthClient {
  readonly id: string
  readonly secret: string
  readonly name: string
  /** Redirects go only to exact matches. */
  readonly redirectUris: string[]
}

/** One consent of an account to the client; refresh and access tokens belong to it. */
export interface Grant {
  readonly id: string
  readonly email: string
  readonly scopes: readonly string[]
  readonly refreshToken?: string
}

interface AuthorizationCode {
  readonly grant: Grant
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly expiresAt: number
}

export interface GrantRecords {
  readonly grants: readonly Grant[]
  readonly accessTokens: readonly (readonly [token: string, { grantId: string; expiresAt: number }])[]
}

/** Valid codes and tokens. */
export class Grants {
  /** Every code, token and PKCE verifier so far, for checking that none leaks. */
  readonly secrets = new Set<string>()
  readonly #clock: Clock
  readonly #codes = new Map<string, AuthorizationCode>()
  readonly #grants: Map<string, Grant>
  readonly #accessTokens: Map<string, { grantId: string; expiresAt: number }>

  constructor(clock: Clock, { grants, accessTokens }: GrantRecords = { grants: [], accessTokens: [] }) {
    this.#clock = clock
    this.#grants = new Map(grants.map((grant) => [grant.id, grant]))
    this.#accessTokens = new Map(accessTokens)
  }

  get records(): GrantRecords {
    return { grants: [...this.#grants.values()], accessTokens: [...this.#accessTokens] }
  }

  /** Whether the account has granted the client anything. */
  knows(email: string): boolean {
    return [...this.#grants.values()].some((grant) => grant.email === email)
  }

  /** @param isOffline whether exchanging the code also gives a refresh token */
  issueCode(
    allowed: Pick<Grant, 'email' | 'scopes'>,
    binding: Pick<AuthorizationCode, 'redirectUri' | 'codeChallenge'>,
    isOffline: boolean,
  ): string {
    const id = randomBytes(16).toString('hex')
    const grant = { ...allowed, id, ...(isOffline && { refreshToken: this.#secret('1//') }) }
    const code = this.#secret('4/0')
    this.#codes.set(code, { ...binding, grant, expiresAt: this.#now() + CODE_LIFE_MS })
    return code
  }

  /** Takes a code, which works only once. */
  takeCode(code: string): AuthorizationCode | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    return found && found.expiresAt > this.#now() ? found : undefined
  }

  /** Activates a grant after its code was exchanged. */
  begin(grant: Grant): void {
    this.#grants.set(grant.id, grant)
  }

  ofRefreshToken(refreshToken: string): Grant | undefined {
    return [...this.#grants.values()].find((known) => known.refreshToken === refreshToken)
  }

  ofAccessToken(token: string): Grant | undefined {
    const found = this.#accessTokens.get(token)
    return found && found.expiresAt > this.#now() ? this.#grants.get(found.grantId) : undefined
  }

  issueAccessToken({ id }: Grant): string {
    const token = this.#secret('ya29.')
    this.#accessTokens.set(token, { grantId: id, expiresAt: this.#now() + ACCESS_LIFE_MS })
    return token
  }

  /** Ends a grant with its tokens. */
  end({ id }: Grant): void {
    this.#grants.delete(id)
  }

  /** Revokes all grants of an account, as its owner can in Google's settings. */
  revokeAll(email: string): void {
    for (const grant of this.#grants.values()) if (grant.email === email) this.end(grant)
  }

  expireAccessTokens(): void {
    this.#accessTokens.clear()
  }

  #secret(prefix: string): string {
    const secret = prefix + randomBytes(32).toString('base64url')
    this.secrets.add(secret)
    return secret
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

/**
 * The grant of the request's bearer token.
 *
 * @throws GoogleError 401
 */
export function grantOfRequest(req: Request, grants: Grants): Grant {
  const [, token = ''] = /^Bearer (.+)$/i.exec(req.get('authorization') ?? '') ?? []
  const grant = grants.ofAccessToken(token)
  if (!grant) throw new GoogleError('authError')
  return grant
}

/** An error of the token and revocation endpoints, in the JSON of RFC 6749 §5.2. */
class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

const sendOAuthError: ErrorRequestHandler = (error, _req, res, next) => {
  if (!(error instanceof OAuthError)) return next(error)
  res.status(error.status).json({ error: error.error, error_description: error.message })
}

/** https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient */
const requestSchema = z.strictObject({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().transform((scope) => [...new Set(scope.split(' ').filter(Boolean))]),
  state: z.string().optional(),
  access_type: z.enum(['online', 'offline']).default('online'),
  prompt: z.string().default(''),
  // Google requires PKCE only for installed applications; here everyone must use it, as RFC 9700 §2.1.1 recommends.
  code_challenge: z.string().regex(/^[\w.~-]{43,128}$/),
  code_challenge_method: z.literal('S256'),
})

type AuthorizationRequest = z.infer<typeof requestSchema>

const answerSchema = z.object({
  flow: z.string(),
  decision: z.enum(['allow', 'cancel']),
  account: z.string(),
  scope: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((scope) => [scope].flat()),
})

interface OAuthContext {
  readonly state: GoogleState
  readonly grants: Grants
  readonly client: OAuthClient
  readonly publicUrl: () => string
}

/** Consent page, token and revocation endpoints: https://developers.google.com/identity/protocols/oauth2/web-server */
export function oauthRoutes(context: OAuthContext): Router {
  const { state, grants, client, publicUrl } = context
  const flows = new Map<string, AuthorizationRequest>()
  const router = Router().use(urlencoded({ extended: false }))

  router.get('/o/oauth2/v2/auth', (req, res) => {
    if (req.query.client_id !== client.id)
      return refuse(res, 'invalid_client', 'The OAuth client was not found.')
    const redirectUri = String(req.query.redirect_uri)
    if (!client.redirectUris.includes(redirectUri))
      return refuse(res, 'redirect_uri_mismatch', `${redirectUri} is not registered for ${client.name}.`)
    const request = requestSchema.safeParse(req.query)
    if (!request.success) return refuse(res, 'invalid_request', z.prettifyError(request.error))
    const unknown = request.data.scope.filter((scope) => SCOPES[scope] === undefined)
    if (unknown.length > 0)
      return refuse(res, 'invalid_scope', `Some requested scopes were invalid: ${unknown}`)
    const flow = randomBytes(24).toString('base64url')
    flows.set(flow, request.data)
    const accounts = [...state.accounts.values()]
    const html = consentPage(flow, client.name, request.data.scope, accounts)
    res.set('referrer-policy', 'no-referrer').type('html').send(html)
  })

  router.post('/o/oauth2/v2/auth/consent', (req, res) => {
    const answer = answerSchema.safeParse(req.body)
    const request = answer.success ? flows.get(answer.data.flow) : undefined
    if (!answer.success || !request) return refuse(res, 'invalid_request', 'This page has been used already.')
    flows.delete(answer.data.flow)
    res.redirect(302, answerTo(request, answer.data, context))
  })

  router.post('/token', (req, res) => {
    const form: Readonly<Record<string, string>> = req.body ?? {}
    authenticateClient(form, client)
    const isNew = form.grant_type === 'authorization_code'
    const grant = isNew ? grantOfCode(form, grants) : grantOfRefreshToken(form, grants)
    const account = state.accounts.get(grant.email)
    res.set('cache-control', 'no-store').json({
      access_token: grants.issueAccessToken(grant),
      // Google's examples show one second less.
      expires_in: ACCESS_LIFE_MS / 1_000 - 1,
      // A refresh token is returned once, when its code is exchanged, and never changes.
      refresh_token: isNew ? grant.refreshToken : undefined,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      id_token:
        account && grant.scopes.includes('openid')
          ? idToken(account, grant, client.id, publicUrl(), state.clock.now())
          : undefined,
    })
  })

  // The token may be an access or a refresh token, in the query or the body (same page, "Revoking a token").
  router.post('/revoke', (req, res) => {
    const token = String(req.body?.token ?? req.query.token ?? '')
    const grant = grants.ofRefreshToken(token) ?? grants.ofAccessToken(token)
    if (!grant) throw new OAuthError(400, 'invalid_token', 'Token expired or revoked')
    grants.end(grant)
    res.json({})
  })

  return router.use(sendOAuthError)
}

/** The page that Google shows if it cannot redirect the error, because the client or address is unknown. */
function refuse(res: Response, error: string, description: string): void {
  const html = page(
    'Error 400',
    `<main class="card">
<h1>Access blocked: this app's request is invalid</h1>
<p>${escapeHtml(description)}</p>
<p>Error 400: ${escapeHtml(error)}</p>
</main>`,
  )
  res.status(400).type('html').send(html)
}

/** The consent page: account choice and a tick per scope ("granular permissions"). */
function consentPage(flow: string, client: string, scopes: readonly string[], accounts: readonly Account[]) {
  const name = escapeHtml(client)
  const accountChoice = ({ email, name }: Account, index: number) =>
    `<label><input type="radio" name="account" value="${escapeHtml(email)}"${index === 0 ? ' checked' : ''} required> ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</label>`
  const scopeChoice = (scope: string) =>
    `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> ${escapeHtml(SCOPES[scope] ?? scope)}</label>`
  return page(
    'Sign in - Local Google',
    `<main class="card">
<p class="note">Local Google: no real account is involved</p>
<h1>${name} wants access to your Google Account</h1>
<form method="post" action="/o/oauth2/v2/auth/consent">
<input type="hidden" name="flow" value="${escapeHtml(flow)}">
<fieldset><legend>Choose an account</legend>
${accounts.map(accountChoice).join('\n')}
</fieldset>
<fieldset><legend>This will allow ${name} to:</legend>
${scopes.map(scopeChoice).join('\n')}
</fieldset>
<button type="submit" name="decision" value="cancel">Cancel</button>
<button type="submit" name="decision" value="allow" class="primary">Allow</button>
</form>
</main>`,
  )
}

/** Where the browser is sent: https://developers.google.com/identity/protocols/oauth2/web-server#handlingresponse */
function answerTo(
  request: AuthorizationRequest,
  { decision, account, scope }: z.infer<typeof answerSchema>,
  { state, grants }: OAuthContext,
): string {
  const { redirect_uri: redirectUri, access_type, prompt, code_challenge: codeChallenge } = request
  const url = new URL(redirectUri)
  if (request.state !== undefined) url.searchParams.set('state', request.state)
  const scopes = request.scope.filter((asked) => scope.includes(asked))
  if (decision === 'cancel' || scopes.length === 0 || !state.accounts.has(account)) {
    url.searchParams.set('error', 'access_denied')
    return url.href
  }
  // "refresh_token … only returned if … access_type to offline", the first time or when consent is asked for again.
  const isAsked = !grants.knows(account) || prompt.split(' ').includes('consent')
  const isOffline = access_type === 'offline' && isAsked
  const code = grants.issueCode({ email: account, scopes }, { redirectUri, codeChallenge }, isOffline)
  url.searchParams.set('code', code)
  url.searchParams.set('scope', scopes.join(' '))
  url.searchParams.set('authuser', '0')
  url.searchParams.set('prompt', prompt || 'none')
  return url.href
}

/** @throws OAuthError `invalid_client` */
function authenticateClient(form: Readonly<Record<string, string>>, client: OAuthClient): void {
  const [given, known] = [String(form.client_secret), client.secret].map((secret) =>
    createHash('sha256').update(secret).digest(),
  ) as [Buffer, Buffer]
  if (form.client_id !== client.id || !timingSafeEqual(given, known))
    throw new OAuthError(401, 'invalid_client', 'The provided client secret is invalid.')
}

/** @throws OAuthError */
function grantOfCode(form: Readonly<Record<string, string>>, grants: Grants): Grant {
  const code = grants.takeCode(String(form.code))
  if (!code) throw new OAuthError(400, 'invalid_grant', 'Malformed auth code.')
  if (code.redirectUri !== form.redirect_uri)
    throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request')
  if (form.code_verifier === undefined) throw new OAuthError(400, 'invalid_grant', 'Missing code verifier.')
  grants.secrets.add(form.code_verifier)
  const challenge = createHash('sha256').update(form.code_verifier).digest('base64url')
  if (challenge !== code.codeChallenge) throw new OAuthError(400, 'invalid_grant', 'Invalid code verifier.')
  grants.begin(code.grant)
  return code.grant
}

/** @throws OAuthError */
function grantOfRefreshToken(form: Readonly<Record<string, string>>, grants: Grants): Grant {
  if (form.grant_type !== 'refresh_token')
    throw new OAuthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form.grant_type}`)
  const grant = grants.ofRefreshToken(String(form.refresh_token))
  if (!grant) throw new OAuthError(400, 'invalid_grant', 'Token has been expired or revoked.')
  return grant
}

let signingKey: ReturnType<typeof generateKeyPairSync>['privateKey'] | undefined

/** https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
function idToken({ sub, email }: Account, { scopes }: Grant, clientId: string, issuer: string, now: Date) {
  // Created on first use: generating keys is slow.
  signingKey ??= generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
  const issuedAt = Math.floor(now.getTime() / 1_000)
  const claims = {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    sub,
    ...(scopes.includes('email') && { email, email_verified: true }),
    iat: issuedAt,
    exp: issuedAt + 3_600,
  }
  return jwt.sign(claims, signingKey, { algorithm: 'RS256', keyid: 'local' })
}
