import type { KeyObject } from 'node:crypto'
import type { Router } from 'express'
import { z } from 'zod'
import { connectBroker } from '../broker/broker.ts'
import { createPublisher } from '../broker/publisher.ts'
import type { Clock } from '../clock.ts'
import { outboxModel } from '../events/outbox-store.ts'
import { startRelay } from '../events/relay.ts'
import { newId } from '../formats/ids.ts'
import { createApp, notShuttingDown } from '../http/app.ts'
import { createCallerVerifier } from '../http/caller-token.ts'
import { type HttpServer, listen } from '../http/server.ts'
import { createLogger } from '../observability/logger.ts'
import { createMetrics } from '../observability/metrics.ts'
import {
  startTracing,
  type TracingConfig,
  tracingConfig,
  tracingVariables,
} from '../observability/tracing.ts'
import { createWorkFailures } from '../observability/work-failures.ts'
import { variables } from '../process/config.ts'
import type { ShutdownOptions } from '../process/process.ts'
import { startEndingAbandonedTransactions } from '../store/abandoned-transactions.ts'
import { connectMongo, prepareCollections } from '../store/connection.ts'
import { startDatabaseClock } from '../store/database-clock.ts'
import type { Foundation } from './foundation-type.ts'
import { countingPublisher, registerServiceMetrics } from './service-metrics.ts'

/** Environment variables common to every service with a database. */
export const foundationVariables = z.object({
  LOG_LEVEL: variables.LOG_LEVEL,
  HOST: variables.HOST,
  PORT: variables.PORT,
  SHUTDOWN_DELAY_SECONDS: variables.SHUTDOWN_DELAY_SECONDS,
  MONGODB_URL: variables.MONGODB_URL,
  RABBITMQ_URL: variables.RABBITMQ_URL,
  CALLER_PUBLIC_KEY: variables.CALLER_PUBLIC_KEY,
  ...tracingVariables,
})

export interface FoundationConfig extends ShutdownOptions {
  readonly logLevel: string
  readonly host: string
  readonly port: number
  readonly mongoUrl: string
  readonly rabbitUrl: string
  readonly callerPublicKey: KeyObject
  /** undefined: no tracing */
  readonly tracing?: TracingConfig | undefined
}

export const foundationConfig = (env: z.infer<typeof foundationVariables>): FoundationConfig => ({
  logLevel: env.LOG_LEVEL,
  host: env.HOST,
  port: env.PORT,
  shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
  mongoUrl: env.MONGODB_URL,
  rabbitUrl: env.RABBITMQ_URL,
  callerPublicKey: env.CALLER_PUBLIC_KEY,
  tracing: tracingConfig(env),
})

/**
 * Connects a service to its database and broker.
 *
 * @param clock the database's clock by default
 */
export async function startFoundation(
  service: string,
  config: FoundationConfig,
  clock?: Clock,
): Promise<Foundation> {
  const log = createLogger(service, config.logLevel)
  const shutdown = new AsyncDisposableStack()
  shutdown.use(await startTracing(service, config.tracing))
  const connection = await connectMongo(config.mongoUrl)
  // Not close(): mongoose would keep the connection and all its models.
  shutdown.defer(() => connection.destroy())
  const time = clock ?? shutdown.use(await startDatabaseClock(connection, log))
  const metrics = createMetrics(service)
  const broker = shutdown.use(await connectBroker(config.rabbitUrl, log, metrics.registry))
  return {
    log,
    shutdown,
    connection,
    clock: time,
    broker,
    metrics,
    failures: createWorkFailures({ log, metrics }),
    verifyCaller: createCallerVerifier(config.callerPublicKey),
  }
}

/** A service that runs for test clocks does not listen: its process passes requests on. */
const NOWHERE = { url: '', port: 0 }

/**
 * Starts serving: creates collections and indexes, starts the outbox relay and the HTTP server. Call it once every
 * model is registered.
 */
export async function openService(
  foundation: Foundation,
  config: FoundationConfig,
  routers: readonly Router[],
): Promise<Pick<HttpServer, 'url' | 'port'>> {
  const { connection, broker, log, metrics, shutdown, testClocks } = foundation
  outboxModel(connection)
  await prepareCollections(connection)
  if (testClocks) {
    testClocks.open(routers)
    return NOWHERE
  }
  registerServiceMetrics({ connection, log, metrics })
  shutdown.use(startEndingAbandonedTransactions(connection, log))
  const publisher = countingPublisher(await createPublisher(broker), metrics)
  shutdown.use(startRelay({ connection, publisher, owner: newId('event'), log }))
  const ready = { mongodb: () => connection.readyState === 1, ...notShuttingDown(config) }
  const app = createApp({ log, metrics, ready, routers })
  return shutdown.use(await listen(app, config))
}
