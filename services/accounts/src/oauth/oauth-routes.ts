import { OAUTH_PATHS, OAUTH_ROUTES } from '@usher/contracts'
import {
  CALLER_HEADER,
  CLIENT_ADDRESS_HEADER,
  type Guard,
  type OperationRouter,
  ProblemError,
  requireAnonymous,
} from '@usher/service-kit'
import express, { type Request, type RequestHandler, type Router } from 'express'
import type { Provider } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import type { AccountAction } from '../guard-policies.ts'
import { showPage } from './interaction-parts.ts'
import { interactionRoutes } from './interaction-routes.ts'
import { errorPage } from './pages/error-page.ts'
import { createProvider } from './provider.ts'
import { registerRoutes } from './register-client.ts'
import { clientIdOf, formOf, REWRITES, readForm, requestWith } from './token-form.ts'

/** Routes of the OAuth server, only for requests from the gateway. */
export function oauthRoutes(context: ServiceContext, routes: OperationRouter): void {
  const provider = createProvider(context)
  const serve = provider.callback()
  const guard: RequestHandler = (req, _res, next) => {
    requireAnonymous(context.verifyCaller(req.get(CALLER_HEADER)))
    next()
  }
  const atPublicUrl = usePublicUrl(new URL(context.publicUrl))
  const router = express.Router()
  const paths = OAUTH_ROUTES.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
  router.use(paths, guard, atPublicUrl)
  router.get(OAUTH_PATHS.jwks, async (_req, res) => {
    res.json({ keys: await context.signingKeys.published() })
  })
  router.use(interactionRoutes(context, provider))
  for (const [path, rewrite] of Object.entries(REWRITES)) {
    router.post(path, readForm, async (req, res) => {
      const form = formOf(req)
      await rewrite(context, form, req)
      await serve(requestWith(req, form.toString()), res)
    })
  }
  router.use(deviceRoutes(context.guard, serve))
  router.use(registerRoutes(context.guard, serve))
  router.all(paths, (req, res) => serve(req, res))
  routes.router.use(router)
}

/** Makes the OAuth server build its URLs from the public one, whatever the request says. */
const usePublicUrl =
  ({ protocol, host }: URL): RequestHandler =>
  (req, _res, next) => {
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    req.headers['x-forwarded-host'] = host
    next()
  }

const addressOf = (req: Request): string => req.get(CLIENT_ADDRESS_HEADER) ?? ''

/** Limits how often programs start device sign-ins, and how many codes people enter. */
function deviceRoutes(guard: Guard<AccountAction>, serve: ReturnType<Provider['callback']>): Router {
  const router = express.Router()
  router.post(OAUTH_PATHS.deviceAuthorization, readForm, async (req, res) => {
    const form = formOf(req)
    await guard.require('device_sign_in', { address: addressOf(req) })
    await guard.require('device_sign_in_of_application', { application: clientIdOf(form, req) })
    await serve(requestWith(req, form.toString()), res)
  })
  router.get(OAUTH_PATHS.device, async (req, res) => {
    const { user_code } = req.query
    // The server would submit it at once, by a script: the page is to be seen, and runs none.
    const query = typeof user_code === 'string' ? `?${new URLSearchParams({ code: user_code })}` : ''
    req.url = OAUTH_PATHS.device + query
    await serve(req, res)
  })
  router.post(OAUTH_PATHS.device, async (req, res) => {
    try {
      await guard.require('device_code', { address: addressOf(req) })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { retryAfterSeconds = 600 } = error.options
      res.status(429).set('retry-after', String(retryAfterSeconds))
      return showPage(res, errorPage('too many codes were entered from your address. Wait ten minutes'))
    }
    await serve(req, res)
  })
  return router
}
