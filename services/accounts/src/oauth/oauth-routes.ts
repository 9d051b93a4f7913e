import { OAUTH_PATHS, OAUTH_ROUTES } from '@usher/contracts'
import { CALLER_HEADER, type VerifyGateway } from '@usher/service-kit'
import express, { type RequestHandler, type Router } from 'express'
import type { ServiceContext } from '../context.ts'
import { deviceRoutes } from './device-routes.ts'
import { interactionRoutes } from './interaction-routes.ts'
import { createProvider } from './provider.ts'
import { registerRoutes } from './register-client.ts'
import { formOf, REWRITES, readForm, requestWith } from './token-form.ts'

/** Routes of the OAuth server, only for requests from the gateway. */
export function oauthRoutes(context: ServiceContext, verify: VerifyGateway): Router {
  const provider = createProvider(context)
  const serve = provider.callback()
  const guard: RequestHandler = (req, _res, next) => {
    verify(req.get(CALLER_HEADER) ?? '')
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
  return router
}

/** Makes the OAuth server build its URLs from the public one, whatever the request says. */
const usePublicUrl =
  ({ protocol, host }: URL): RequestHandler =>
  (req, _res, next) => {
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    req.headers['x-forwarded-host'] = host
    next()
  }
