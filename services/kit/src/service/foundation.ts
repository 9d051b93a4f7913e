import type { KeyObject } from 'node:crypto'
import type { Router } from 'express'
import type { Connection } from 'mongoose'
import { z } from 'zod'
import { type Broker, connectBroker } from '../broker/broker.ts'
import type { Clock } from '../clock.ts'
import { createCallerVerifier, type VerifyCaller } from '../http/caller-token.ts'
import { createLogger, type Logger } from '../observability/logger.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import {
  startTracing,
  type TracingConfig,
  tracingConfig,
  tracingVariables,
} from '../observability/tracing.ts'
import { createWorkFailures, type WorkFailures } from '../observability/work-failures.ts'
import { variables } from '../process/config.ts'
import type { ShutdownOptions } from '../process/process.ts'
import { connectMongo } from '../store/connection.ts'
import { startDatabaseClock } from '../store/database-clock.ts'

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

/** What every service with a database is built on. */
export interface Foundation {
  readonly log: Logger
  readonly metrics: Metrics
  readonly failures: WorkFailures
  readonly connection: Connection
  readonly clock: Clock
  readonly broker: Broker
  readonly verifyCaller: VerifyCaller
  /** Aborted before the HTTP server stops, which waits for every answer: streams end then. */
  readonly closing: AbortController
  /** Everything started; stopped in reverse order. */
  readonly shutdown: AsyncDisposableStack
  /** Set if the service runs for test clocks. */
  readonly testClocks?: TestClocksFoundation
}

/** Additions for a service that runs for test clocks, which are served one at a time. */
interface TestClocksFoundation {
  /** The real time, for values that others compare with their own clock. */
  readonly realClock: Clock
  /** Serves requests about the data of test clocks. */
  open(router: Router): void
}

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
    closing: new AbortController(),
    connection,
    clock: time,
    broker,
    metrics,
    failures: createWorkFailures({ log, metrics }),
    verifyCaller: createCallerVerifier(config.callerPublicKey),
  }
}
