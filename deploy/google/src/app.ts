import express, { type ErrorRequestHandler, type Express } from 'express'
import { calendarRoutes } from './api/calendar-routes.ts'
import { eventRoutes } from './api/event-routes.ts'
import type { ApiContext } from './api-context.ts'
import { freeBusyRoutes } from './calendar/free-busy.ts'
import type { Faults } from './faults.ts'
import { backendError, GoogleError, invalid, notFound } from './google-error.ts'
import { authorizeRoutes } from './oauth/authorize-routes.ts'
import type { OAuthClient } from './oauth/client.ts'
import { IdTokens } from './oauth/id-token.ts'
import { tokenRoutes } from './oauth/token-routes.ts'
import { channelRoutes } from './push/channel-routes.ts'
import type { RequestLog } from './request-log.ts'
import { webRoutes } from './web/web-routes.ts'

interface AppContext extends ApiContext {
  readonly clients: readonly OAuthClient[]
  readonly faults: Faults
  readonly requests: RequestLog
}

/** The local Google's Express app: account pages, OAuth, Calendar API and its own calendar page. */
export function createApp(context: AppContext): Express {
  const app = express().disable('x-powered-by').disable('etag')
  app.use((_req, res, next) => {
    res.set(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    next()
  })
  app.get('/readyz', (_req, res) => void res.json({ status: 'ok' }))
  app.use(webRoutes(context.state))
  app.use(context.requests.middleware, context.faults.middleware)
  app.use(authorizeRoutes(context))
  app.use(tokenRoutes({ ...context, idTokens: new IdTokens(context.publicUrl) }))
  app.use(express.json())
  app.use(calendarRoutes(context), eventRoutes(context), freeBusyRoutes(context), channelRoutes(context))
  app.use(() => {
    throw notFound()
  })
  app.use(sendError)
  return app
}

const sendError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error)
  const known = asGoogleError(error)
  if (known.details.retryAfter !== undefined) res.set('retry-after', String(known.details.retryAfter))
  res.status(known.status).json(known.body)
}

function asGoogleError(error: unknown): GoogleError {
  if (error instanceof GoogleError) return error
  if (error instanceof SyntaxError) return invalid('Parse Error')
  process.stderr.write(`${(error as Error).stack}\n`)
  return backendError()
}
