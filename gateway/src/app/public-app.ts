import { guestPages } from '@usher/guest-pages'
import { clientOf, healthRoutes, notShuttingDown, problemHandler, unknownRoute } from '@usher/service-kit'
import express, { type Express, type RequestHandler, type Router } from 'express'
import type { GatewayConfig } from '../config.ts'
import { dashboardRoutes } from '../http/dashboard.ts'
import { docsRoutes } from '../http/docs.ts'
import { documentRoutes } from '../http/documents.ts'
import { hasBody } from '../http/request-body.ts'
import type { Bodies } from '../overload/body-budget.ts'
import { insideDoorOf } from './inside-door.ts'
import { mcpRoutes } from './mcp-routes.ts'
import { type GatewayContext, publicHandler } from './public-handler.ts'

/**
 * Everything clients reach: the public API, the gateway's own health and documents, the MCP server, pages for guests
 * and staff.
 *
 * @param agents what serves the requests of agents, with the credentials that they have
 */
export function createPublicApp(
  context: GatewayContext,
  agents: GatewayContext,
  config: Pick<GatewayConfig, 'publicUrl' | 'trustedProxies' | 'dashboardDir' | 'docsDir' | 'leaving'>,
): Express {
  const { publicUrl, trustedProxies, dashboardDir, docsDir } = config
  const app = express().disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.set('trust proxy', trustedProxies ?? false)
  app.use(publicHandler(context))
  // Ready until shutdown: with a service or the broker down, the rest goes on.
  app.use(healthRoutes(notShuttingDown(config)), documentRoutes(publicUrl, context.versions))
  app.use(mcpRoutes(agents, publicUrl), pageRoutes(context, publicUrl))
  if (docsDir !== undefined) app.use(docsRoutes(docsDir))
  if (dashboardDir !== undefined) {
    app.use(dashboardRoutes(dashboardDir, context.credentials.cookieName))
  }
  // Browsers have got the dashboard by now.
  if (docsDir !== undefined) app.get('/', (_req, res) => res.redirect('/docs'))
  app.use(unknownRoute, problemHandler(context.log))
  return app
}

/** Guest pages, which use the public API for what they show. */
function pageRoutes(context: GatewayContext, publicUrl: string): Router {
  const pages = guestPages({ send: insideDoorOf(context), publicUrl, log: context.log })
  return express.Router().use(chargeForms(context.bodies), pages)
}

/** Charges a form's memory to its address while it is received; an address over its share is cut off. */
const chargeForms =
  ({ open }: Bodies): RequestHandler =>
  (req, res, next) => {
    if (hasBody(req)) {
      const account = open.open(clientOf(req.ip ?? ''))
      res.once('close', account.close)
      req.on('data', (chunk: Buffer) => {
        try {
          account.take(chunk.length)
        } catch {
          req.destroy()
        }
      })
    }
    next()
  }
