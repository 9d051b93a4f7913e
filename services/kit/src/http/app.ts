import { type ParsedUrlQuery, parse } from 'node:querystring'
import { ZONE_VERSION } from '@usher/contracts/zones'
import express, { type Express, type Router } from 'express'
import { ProblemError } from '../errors.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { ShutdownOptions } from '../process/process.ts'
import { onlyReads, problemHandler, unknownRoute } from './problem-handler.ts'

/** Readiness check: not asked to stop. Answers of `/readyz` call it `staying`. */
export const notShuttingDown = ({ leaving }: Pick<ShutdownOptions, 'leaving'>): AppOptions['ready'] =>
  leaving ? { staying: () => !leaving.aborted } : {}

interface AppOptions {
  readonly log: Logger
  readonly metrics: Metrics
  /** What must work for the service to be useful, by name. Not the broker: the outbox waits for it. */
  readonly ready: Readonly<Record<string, () => boolean>>
  readonly router: Router
}

/** The HTTP side of a service: health, readiness and metrics beside its own routes. */
export function createApp({ log, metrics, ready, router }: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', parseQuery)
  app.use(operationalRoutes(metrics, ready), router, unknownRoute, problemHandler(log))
  return app
}

const ESCAPED_BYTES = /(?:%[0-9a-f]{2})+/gi
/** Most queries have no such escapes and need no check. */
const BEYOND_ASCII = /%[89a-f]/i

/** @throws ProblemError `validation_failed` for bytes that are not UTF-8, which would be read as U+FFFD */
function parseQuery(query: string | null): ParsedUrlQuery {
  const text = query ?? ''
  if (BEYOND_ASCII.test(text)) requireUtf8(text)
  return parse(text)
}

function requireUtf8(query: string): void {
  try {
    for (const [bytes] of query.matchAll(ESCAPED_BYTES)) decodeURIComponent(bytes)
  } catch {
    throw new ProblemError('validation_failed', 'The query is not valid UTF-8.')
  }
}

/** `/healthz`, `/readyz` and `/metrics` (Prometheus), for operators. */
export function operationalRoutes({ registry }: Metrics, ready: AppOptions['ready']): Router {
  const router = healthRoutes(ready)
  router.get('/metrics', async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

/** `/healthz` (the process is alive) and `/readyz` (it can do its work). */
export function healthRoutes(ready: AppOptions['ready']): Router {
  const router = express.Router()
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', (_req, res) => {
    const checks = Object.fromEntries(Object.entries(ready).map(([name, check]) => [name, check()]))
    const isReady = Object.values(checks).every(Boolean)
    const status = isReady ? 'ready' : 'not ready'
    res.status(isReady ? 200 : 503).json({ status, checks, zone_data: ZONE_VERSION })
  })
  router.all(['/healthz', '/readyz'], onlyReads)
  return router
}
