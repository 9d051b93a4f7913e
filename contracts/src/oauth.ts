import type { ServiceName } from './operation.ts'

/** A route that the gateway passes through to a service as it is, with its cookies and its own credentials. */
export interface PassThroughRoute {
  readonly id: string
  readonly method: 'get' | 'post' | 'options'
  /** In OpenAPI form. */
  readonly path: string
  readonly service: ServiceName
}

const route = (id: string, method: PassThroughRoute['method'], path: string): PassThroughRoute => ({
  id,
  method,
  path,
  service: 'accounts',
})

/** Where the parts of the OAuth server are (RFC 6749, 7009, 7662, 8414), below the public address. */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  /** The same document, for clients that look for it where OpenID Connect has it (RFC 8414 §5). */
  openIdMetadata: '/.well-known/openid-configuration',
  jwks: '/oauth/jwks',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  /** Where people sign in and consent; `{uid}` names the authorization under way. */
  interaction: '/oauth/interaction',
} as const

/** The routes of the OAuth server. They speak forms, redirects and pages, not the JSON of operations. */
export const OAUTH_ROUTES: readonly PassThroughRoute[] = [
  route('oauthMetadata', 'get', OAUTH_PATHS.metadata),
  route('oauthOpenIdMetadata', 'get', OAUTH_PATHS.openIdMetadata),
  route('oauthJwks', 'get', OAUTH_PATHS.jwks),
  route('oauthAuthorize', 'get', OAUTH_PATHS.authorize),
  route('oauthResume', 'get', `${OAUTH_PATHS.authorize}/{uid}`),
  route('oauthToken', 'post', OAUTH_PATHS.token),
  route('oauthTokenPreflight', 'options', OAUTH_PATHS.token),
  route('oauthRevoke', 'post', OAUTH_PATHS.revoke),
  route('oauthRevokePreflight', 'options', OAUTH_PATHS.revoke),
  route('oauthIntrospect', 'post', OAUTH_PATHS.introspect),
  route('oauthInteraction', 'get', `${OAUTH_PATHS.interaction}/{uid}`),
  route('oauthSignIn', 'post', `${OAUTH_PATHS.interaction}/{uid}/sign-in`),
  route('oauthConsent', 'post', `${OAUTH_PATHS.interaction}/{uid}/consent`),
  route('oauthDeny', 'post', `${OAUTH_PATHS.interaction}/{uid}/deny`),
]

/** Algorithm and type of access tokens (RFC 9068 §2.1, §4: RS256 is the one that all must know). */
export const ACCESS_TOKEN = { algorithm: 'RS256', type: 'at+jwt' } as const
