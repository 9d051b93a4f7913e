import { pageHeaders } from '@usher/service-kit'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { memberOfCookie } from '../sessions/member-of-cookie.ts'
import type { Middleware } from './issue-access-tokens.ts'
import { errorPage } from './pages/error-page.ts'

type Context = Pick<ServiceContext, 'artifacts' | 'sessions' | 'members' | 'cookie' | 'clock'>

/** Routes that may redirect a browser to an application. */
const REDIRECTING_ROUTES = new Set(['authorization', 'resume'])

/** Records the error of an authorization request, for `keepErrorsHere`. */
export function noteError(
  ctx: KoaContextWithOIDC,
  error: Error & { error_description?: string | undefined },
): void {
  ctx.state.authorizationError = error.error_description ?? 'something unexpected happened'
}

/**
 * Shows an error on our own page instead of redirecting to an application that nobody has approved yet.
 * Anybody can register one, and a link to us must not redirect elsewhere by itself (RFC 9700 §4.11.2). The
 * page has a link, so that people can go back knowingly.
 */
export const keepErrorsHere =
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
