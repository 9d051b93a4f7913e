import { generateKeyPairSync } from 'node:crypto'
import { mcpResource, OAUTH_PATHS } from '@usher/contracts'
import { deriveKey, newId, pageHeaders, sameBytes } from '@usher/service-kit'
import {
  type Account,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { memberOfCookie } from '../sessions/member-of-cookie.ts'
import { ACCESS_TOKEN_SECONDS } from './access-token.ts'
import { createAdapter, DEVICE_GRANT } from './adapter.ts'
import { deviceFlow, isUnaskedDevice } from './device-flow.ts'
import {
  answerRegistration,
  issueAccessTokens,
  type Middleware,
  publishScopes,
} from './issue-access-tokens.ts'
import { noteForAudit } from './note-for-audit.ts'
import { hashClientSecret } from './oauth-client.ts'
import { errorPage, renderError } from './pages/error-page.ts'
import { deriveSuccessors } from './refresh-retry.ts'
import { dataOrganizationOf } from './token-organization.ts'

const MINUTE = 60
const DAY = 24 * 3600

/** Lifetimes of OAuth artifacts, in seconds. */
const LIFETIMES = {
  AccessToken: ACCESS_TOKEN_SECONDS,
  ClientCredentials: ACCESS_TOKEN_SECONDS,
  AuthorizationCode: MINUTE,
  DeviceCode: 10 * MINUTE,
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: 10 * MINUTE,
  Session: 10 * MINUTE,
  IdToken: MINUTE,
}

/**
 * The OAuth 2.0 server (oidc-provider): authorization code with PKCE, device codes, client credentials, and refresh tokens
 * for single use. Reuse of one, other than a prompt retry, revokes all tokens of its grant (RFC 9700 §4.14.2).
 */
export function createProvider(context: ServiceContext): Provider {
  const { publicUrl, secretKeys } = context
  const provider = new Provider(publicUrl, {
    ...configuration(context),
    cookies: {
      names: cookieNames(publicUrl),
      keys: secretKeys.map((key) => deriveKey(key, 'oauth cookies').toString('base64url')),
    },
  })
  // Only we set the proxy headers: see oauth-routes.ts.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compareWithHash(actual: string) {
    return sameBytes(Buffer.from(this.clientSecret ?? ''), Buffer.from(hashClientSecret(actual)))
  }
  deriveSuccessors(provider, secretKeys)
  provider.on('authorization.error', noteError)
  provider.on('server_error', noteError)
  provider.use(keepErrorsHere(context))
  provider.use(publishScopes)
  provider.use(answerRegistration)
  provider.use(noteForAudit(context))
  provider.use(correctErrors)
  provider.use(pacePolls(context))
  provider.use(issueAccessTokens(context.signingKeys, publicUrl))
  return provider
}

/** Over https, browsers store a cookie with this prefix only if it is `Secure` (RFC 6265bis §4.1.3.1). */
function cookieNames(publicUrl: string) {
  const prefix = new URL(publicUrl).protocol === 'https:' ? '__Secure-' : ''
  const session = `${prefix}usher_oauth`
  return { session, interaction: `${session}_step`, resume: `${session}_resume` }
}

function configuration(context: ServiceContext): Configuration {
  return {
    adapter: createAdapter(context),
    findAccount: async (_ctx, id) => await accountOf(context, id),
    routes: {
      authorization: OAUTH_PATHS.authorize,
      token: OAUTH_PATHS.token,
      revocation: OAUTH_PATHS.revoke,
      introspection: OAUTH_PATHS.introspect,
      jwks: OAUTH_PATHS.jwks,
      registration: OAUTH_PATHS.register,
      device_authorization: OAUTH_PATHS.deviceAuthorization,
      code_verification: OAUTH_PATHS.device,
    },
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    extraClientMetadata: { properties: ['organization_id', 'api_scopes'] },
    extraTokenClaims: async (_ctx, token) => ({ organization_id: await dataOrganizationOf(context, token) }),
    features: features(context.publicUrl),
    interactions: {
      policy: signInEachTime(),
      url: (_ctx, { uid }) => `${OAUTH_PATHS.interaction}/${uid}`,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    renderError,
    ttl: LIFETIMES,
    ...identityTokens(),
  }
}

/** undefined for a removed member: no more tokens are issued. */
async function accountOf({ members }: ServiceContext, id: string): Promise<Account | undefined> {
  if (!(await members.findAny(id))) return undefined
  return { accountId: id, claims: async () => ({ sub: id }) }
}

/** The server requires a key for id tokens, but never issues one, as there is no scope openid. */
function identityTokens(): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
  }
}

const features = (publicUrl: string): Configuration['features'] => ({
  devInteractions: { enabled: false },
  clientCredentials: { enabled: true },
  deviceFlow,
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  introspection: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  registration: {
    enabled: true,
    idFactory: () => newId('oauthClient'),
    issueRegistrationAccessToken: false,
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => publicUrl,
    useGrantedResource: () => true,
    getResourceServerInfo(ctx, resource, client) {
      if (resource !== publicUrl && resource !== mcpResource(publicUrl)) throw new errors.InvalidTarget()
      const scope = String(client.api_scopes)
      const refused = [...ctx.oidc.requestParamScopes].find((one) => !scope.split(' ').includes(one))
      if (refused !== undefined) throw new errors.InvalidScope('this application may not ask for it', refused)
      // Opaque, so that tokens are stored and can be revoked; the client gets a JWT with the token's id.
      return { scope, audience: resource, accessTokenFormat: 'opaque' }
    },
  },
})

/**
 * Reads the Usher session anew for each authorization: the server's own login state would outlive a sign-out.
 */
function signInEachTime() {
  const { base, Check } = interactionPolicy
  const policy = base()
  policy
    .get('login')
    ?.checks.add(new Check('not_signed_in', 'Sign in first', (ctx) => !ctx.oidc.result?.login))
  policy.get('consent')?.checks.add(new Check('not_allowed', 'Allow it first', isUnaskedDevice))
  return policy
}

/**
 * Responds with the errors of the specifications where the OAuth server calls everything an invalid request:
 * `unauthorized_client` to an application that may not use a grant type (RFC 6749 §5.2), and 401 `invalid_client` to an
 * introspection without readable credentials (RFC 7662 §2.3).
 */
const correctErrors: Middleware = async (ctx, next) => {
  await next()
  const body = ctx.body as { error?: string } | undefined
  if (body?.error !== 'invalid_request') return
  const { client, params, route } = ctx.oidc
  const grantType = route === 'device_authorization' ? DEVICE_GRANT : params?.grant_type
  if (client && typeof grantType === 'string' && !client.grantTypeAllowed(grantType))
    ctx.body = { ...body, error: 'unauthorized_client' }
  if (!client && route === 'introspection') {
    ctx.status = 401
    ctx.set('www-authenticate', `Basic realm="${ctx.oidc.issuer}"`)
    ctx.body = { ...body, error: 'invalid_client' }
  }
}

type Context = Pick<ServiceContext, 'artifacts' | 'sessions' | 'members' | 'cookie' | 'clock'>

/** Routes that may redirect a browser to an application. */
const REDIRECTING_ROUTES = new Set(['authorization', 'resume'])

/** Records the error of an authorization request, for `keepErrorsHere`. */
function noteError(ctx: KoaContextWithOIDC, error: Error & { error_description?: string | undefined }): void {
  ctx.state.authorizationError = error.error_description ?? 'something unexpected happened'
}

/**
 * Shows an error on our own page instead of redirecting to an application that nobody has approved yet.
 * Anybody can register one, and a link to us must not redirect elsewhere by itself (RFC 9700 §4.11.2). The
 * page has a link, so that people can go back knowingly.
 */
const keepErrorsHere =
  (context: Context): Middleware =>
  async (ctx, next) => {
    await next()
    const description: string | undefined = ctx.state.authorizationError
    if (description === undefined || !REDIRECTING_ROUTES.has(ctx.oidc?.route ?? '')) return
    if (await isRedirectSafe(context, ctx)) return
    const back = ctx.response.get('location')
    ctx.remove('location')
    ctx.set(pageHeaders())
    ctx.status = 400
    ctx.body = errorPage(description, back || undefined)
  }

/**
 * Whether redirecting is safe: the person saw the application's host, or their organisation owns or approved
 * it.
 */
async function isRedirectSafe(context: Context, ctx: KoaContextWithOIDC): Promise<boolean> {
  const { client, entities } = ctx.oidc
  if (entities.Interaction?.prompt?.name === 'consent') return true
  const member = client && (await memberOfCookie(context, ctx.get('cookie')))
  if (!member) return false
  const { organization_id } = member
  return (
    client.organization_id === organization_id ||
    context.artifacts.grants.has(organization_id, client.clientId)
  )
}

/** Seconds that a program waits between two polls for a device code: the default of RFC 8628 §3.2. */
const INTERVAL_SECONDS = 5

/** How much earlier a poll may arrive, in ms: the one before may have been longer on its way. */
const TOLERANCE_MS = 1_000

/**
 * Tells programs how often to poll for a device code, and answers `slow_down` to polls that come sooner (RFC 8628 §3.5).
 * Once the person has answered, any poll gets the outcome.
 */
const pacePolls =
  ({ artifacts, clock }: Pick<ServiceContext, 'artifacts' | 'clock'>): Middleware =>
  async (ctx, next) => {
    await next()
    const { route, params } = ctx.oidc ?? {}
    const body = ctx.body as { error?: string } | undefined
    if (route === 'device_authorization' && ctx.status === 200)
      ctx.body = { ...body, interval: INTERVAL_SECONDS }
    if (route !== 'token' || body?.error !== 'authorization_pending') return
    const last = await artifacts.notePoll(String(params?.device_code), clock.now())
    if (
      last === undefined ||
      clock.now().getTime() - last.getTime() >= INTERVAL_SECONDS * 1000 - TOLERANCE_MS
    )
      return
    const error_description = `wait ${INTERVAL_SECONDS} seconds longer between two polls from now on`
    ctx.body = { error: 'slow_down', error_description }
  }
