import { DEVICE_GRANT } from './adapter.ts'
import type { Middleware } from './issue-access-tokens.ts'

/**
 * Responds with the errors of the specifications where the OAuth server calls everything an invalid request:
 * `unauthorized_client` to an application that may not use a grant type (RFC 6749 §5.2), and 401 `invalid_client` to an
 * introspection without readable credentials (RFC 7662 §2.3).
 */
export const correctErrors: Middleware = async (ctx, next) => {
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
