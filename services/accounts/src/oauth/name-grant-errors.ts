import type { Middleware } from './issue-access-tokens.ts'

/**
 * Responds `unauthorized_client` to a known application that may not use a grant type (RFC 6749 §5.2); the
 * server itself calls that an invalid request.
 */
export const nameGrantErrors: Middleware = async (ctx, next) => {
  await next()
  const body = ctx.body as { error?: string } | undefined
  if (ctx.oidc?.route !== 'token' || body?.error !== 'invalid_request') return
  const { client, params } = ctx.oidc
  const grantType = params?.grant_type
  if (!client || typeof grantType !== 'string' || client.grantTypeAllowed(grantType)) return
  ctx.body = { ...body, error: 'unauthorized_client' }
}
