import { ALL_SCOPES } from '@usher/contracts'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { signAccessToken } from './access-token.ts'
import type { SigningKeys } from './signing-key-store.ts'

export type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>

/** Replaces the stored token by a JWT with its id as jti, for clients. */
export const issueAccessTokens =
  (keys: SigningKeys, issuer: string): Middleware =>
  async (ctx, next) => {
    await next()
    const body = ctx.body as { access_token?: string } | undefined
    const token = ctx.oidc?.entities.AccessToken ?? ctx.oidc?.entities.ClientCredentials
    if (ctx.oidc?.route !== 'token' || !body?.access_token || !token) return
    const { clientId = '', jti, scope = '', iat, exp, extra, aud } = token
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      // The resource that the client asked for (RFC 8707).
      aud: typeof aud === 'string' ? aud : issuer,
      sub: ('accountId' in token && token.accountId) || clientId,
      client_id: clientId,
      organization_id: String(extra?.organization_id),
      scope,
      jti,
      iat: iat ?? now,
      exp: exp ?? now + token.expiration,
    }
    ctx.body = { ...body, access_token: await signAccessToken(claims, keys) }
  }

/** Answers a registration with what was registered (RFC 7591 §3.2.1), without the server's own defaults. */
export const answerRegistration: Middleware = async (ctx, next) => {
  await next()
  if (ctx.oidc?.route !== 'registration' || ctx.status !== 201) return
  const { api_scopes: scope, ...client } = ctx.body as Record<string, unknown>
  const { client_id, client_id_issued_at, client_name, redirect_uris } = client
  const { grant_types, response_types, token_endpoint_auth_method } = client
  ctx.body = {
    client_id,
    client_id_issued_at,
    client_name,
    redirect_uris,
    scope,
    grant_types,
    response_types,
    token_endpoint_auth_method,
  }
}

/** Lists the scopes in the metadata; the server itself knows them only by resource. */
export const publishScopes: Middleware = async (ctx, next) => {
  await next()
  if (ctx.oidc?.route !== 'discovery') return
  const { id_token_signing_alg_values_supported: _, ...metadata } = ctx.body as Record<string, unknown>
  ctx.body = { ...metadata, scopes_supported: ALL_SCOPES }
}
