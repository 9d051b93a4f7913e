import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { API_VERSIONS, type ApiVersions, eachService, type ServiceName } from '@usher/contracts'
import {
  type Clock,
  connectBroker,
  createLogger,
  createMetrics,
  listen,
  notShuttingDown,
  operationalRoutes,
  startTracing,
  systemClock,
} from '@usher/service-kit'
import express from 'express'
import { createPublicApp } from './app/public-app.ts'
import type { GatewayConfig } from './config.ts'
import { createAccountsClient } from './credentials/accounts-client.ts'
import { authenticate } from './credentials/authenticate.ts'
import { createCredentials } from './credentials/create-credentials.ts'
import { createUpstream } from './forwarding/upstream.ts'
import { answerBrokenRequests } from './http/broken-requests.ts'
import type { Report } from './http/exchange.ts'
import { createProxyWarning } from './http/proxy-warning.ts'
import { createReport, reportTo } from './http/report.ts'
import { endRequestSpan } from './http/spans.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { memoryLimiter, redisLimiter } from './limits/limiters.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { connectRedis } from './limits/redis.ts'
import { createBodies } from './overload/body-budget.ts'
import { Connections } from './overload/connections.ts'
import { countClosedConnections, createOverloadMetrics } from './overload/overload-metrics.ts'
import { cutOffUnread } from './overload/unread-answers.ts'
import { startRecorder } from './records/recorder.ts'
import { createRouteTable } from './routes/route-table.ts'
import { followRevocations } from './streams/follow-revocations.ts'
import { OpenStreams } from './streams/open-streams.ts'
import { createVersions } from './versions/request-version.ts'

export type { GatewayConfig } from './config.ts'

const TIDY_EVERY_MS = 1_000

export interface Gateway extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly metricsUrl: string
}

/**
 * Starts the gateway: authenticates callers and forwards their requests to the services.
 *
 * @param versions of the API that clients may choose
 */
export async function startGateway(
  config: GatewayConfig,
  clock: Clock = systemClock,
  versions: ApiVersions = API_VERSIONS,
): Promise<Gateway> {
  const log = createLogger('gateway', config.logLevel)
  const metrics = createMetrics('gateway')
  const shutdown = new AsyncDisposableStack()
  shutdown.use(await startTracing('gateway', config.tracing))
  const accounts = shutdown.use(
    createAccountsClient({
      url: config.serviceUrls.accounts,
      privateKey: config.callerPrivateKey,
      log,
      clock,
    }),
  )
  const { credentials, agents, caches } = createCredentials(accounts, { ...config, log, clock })
  const broker = shutdown.use(await connectBroker(config.rabbitUrl, log, metrics.registry))
  const streams = new OpenStreams((headers) => authenticate(credentials, headers), clock)
  await followRevocations(broker, caches, streams)
  // Stopped after the server, to record the last answers, and before the broker, to which they are published.
  const recorder = shutdown.use(await startRecorder({ broker, log, metrics }))

  const redis = config.redisUrl ? shutdown.use(await connectRedis(config.redisUrl, log)) : undefined
  const limits = createRateLimits(redis ? redisLimiter(redis) : memoryLimiter)

  const overload = createOverloadMetrics(metrics)
  const upstream = (service: ServiceName) =>
    shutdown.use(createUpstream(service, config.serviceUrls[service], { log, streams, overload }))
  const upstreams = eachService(upstream)
  const { gatewayToken } = accounts
  const findRoute = createRouteTable()
  const hasDashboard = config.dashboardDir !== undefined
  const bodies = createBodies()
  const isTrustedProxy = trustedProxies(config.trustedProxies)
  const connections = new Connections({
    isTrustedProxy,
    maxPerAddress: config.connectionsPerAddress,
    onClosed: countClosedConnections(metrics),
  })
  const noteEnd: Report = ({ req, caller }) => connections.end(req.socket, caller !== undefined)
  const report = reportTo(createReport(log, metrics), recorder.record, endRequestSpan, noteEnd)
  const own = { log, hasDashboard, report }
  const chooseVersion = createVersions(config.publicUrl, clock, versions)
  const shared = { findRoute, credentials, gatewayToken, limits, bodies, upstreams, versions, chooseVersion }
  const context = { ...own, ...shared }
  const app = createPublicApp(context, { ...context, credentials: agents, via: 'mcp' }, config)
  const operational = express()
    .disable('x-powered-by')
    .use(operationalRoutes(metrics, notShuttingDown(config)))
  const inside = shutdown.use(await listen(operational, { host: config.host, port: config.metricsPort }))
  const server = shutdown.use(
    await listen(app, {
      ...config,
      prepare: (http) => {
        bound(http, connections)
        cutOffUnread(http)
        http.on('request', createProxyWarning(log, isTrustedProxy))
        answerBrokenRequests(http)
        // With `Expect: 100-continue`, tell clients to go on when the body is read, not before.
        http.on('checkContinue', app)
      },
    }),
  )
  const tidying = setInterval(() => {
    connections.closeIdle()
    streams.check()
  }, TIDY_EVERY_MS)
  shutdown.defer(() => clearInterval(tidying))
  // Before the server, whose shutdown waits for every answer.
  shutdown.defer(() => streams.close())
  return {
    url: server.url,
    port: server.port,
    metricsUrl: inside.url,
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}

/** Limits a server's connections; the end of each request is reported separately. */
function bound(http: Server, connections: Connections): void {
  http.on('connection', (socket: Socket) => connections.accept(socket))
  for (const event of ['request', 'checkContinue']) {
    http.on(event, ({ socket }: IncomingMessage) => connections.begin(socket))
  }
}
