import type { ServiceName } from './services.ts'

/** A route that the gateway passes through unchanged, with cookies and the service's own credentials. */
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

/** The client of Usher's own command line, the same in every installation: it serves all organisations. */
export const CLI_CLIENT_ID = 'oac_00000000000000000000000c11'

/** Paths of the OAuth server (RFC 6749, 7009, 7591, 7662, 8414, 8628), relative to the public URL. */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  /** The same document where OpenID Connect clients look for it (RFC 8414 §5). */
  openIdMetadata: '/.well-known/openid-configuration',
  jwks: '/oauth/jwks',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  introspect: '/oauth/introspect',
  /** Where clients register themselves (RFC 7591). */
  register: '/oauth/register',
  /** Where a program without a browser begins (RFC 8628 §3.1). */
  deviceAuthorization: '/oauth/device-authorization',
  /** Where a person enters the code that such a program shows. */
  device: '/oauth/device',
  /** Where people sign in and consent; `{uid}` identifies the authorization in progress. */
  interaction: '/oauth/interaction',
} as const

/** Routes of the OAuth server. They use forms, redirects and pages, not the JSON of operations. */
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
  route('oauthRegister', 'post', OAUTH_PATHS.register),
  route('oauthDeviceAuthorization', 'post', OAUTH_PATHS.deviceAuthorization),
  route('oauthDevice', 'get', OAUTH_PATHS.device),
  route('oauthDeviceCode', 'post', OAUTH_PATHS.device),
  route('oauthDeviceResume', 'get', `${OAUTH_PATHS.device}/{uid}`),
  route('oauthInteraction', 'get', `${OAUTH_PATHS.interaction}/{uid}`),
  route('oauthSignIn', 'post', `${OAUTH_PATHS.interaction}/{uid}/sign-in`),
  route('oauthConsent', 'post', `${OAUTH_PATHS.interaction}/{uid}/consent`),
  route('oauthDeny', 'post', `${OAUTH_PATHS.interaction}/{uid}/deny`),
]

/** Algorithm and type of access tokens (RFC 9068 §2.1, §4: every party must support RS256). */
export const ACCESS_TOKEN = { algorithm: 'RS256', type: 'at+jwt' } as const
