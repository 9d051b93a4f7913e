import type { KeyObject } from 'node:crypto'
import type { Router } from 'express'
import type { Connection } from 'mongoose'
import { z } from 'zod'
import { type Broker, connectBroker } from './broker/broker.ts'
import { createPublisher } from './broker/publisher.ts'
import { startRelay } from './broker/relay.ts'
import { variables } from './config.ts'
import { createApp } from './http/app.ts'
import { createCallerVerifier, type VerifyCaller } from './http/caller-token.ts'
import { type HttpServer, listen } from './http/server.ts'
import { newId } from './ids.ts'
import { createLogger, type Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { startEndingAbandonedTransactions } from './mongo/abandoned-transactions.ts'
import { connectMongo, prepareCollections } from './mongo/connection.ts'
import { outboxModel } from './mongo/outbox.ts'

/** What every service with a database reads from the environment. */
export const foundationVariables = z.object({
  LOG_LEVEL: variables.LOG_LEVEL,
  HOST: variables.HOST,
  PORT: variables.PORT,
  MONGODB_URL: variables.MONGODB_URL,
  RABBITMQ_URL: variables.RABBITMQ_URL,
  CALLER_PUBLIC_KEY: variables.CALLER_PUBLIC_KEY,
})

export interface FoundationConfig {
  readonly logLevel: string
  readonly host: string
  readonly port: number
  readonly mongoUrl: string
  readonly rabbitUrl: string
  readonly callerPublicKey: KeyObject
}

export const foundationConfig = (env: z.infer<typeof foundationVariables>): FoundationConfig => ({
  logLevel: env.LOG_LEVEL,
  host: env.HOST,
  port: env.PORT,
  mongoUrl: env.MONGODB_URL,
  rabbitUrl: env.RABBITMQ_URL,
  callerPublicKey: env.CALLER_PUBLIC_KEY,
})

/** What every service with a database stands on. */
export interface Foundation {
  readonly log: Logger
  readonly metrics: Metrics
  readonly connection: Connection
  readonly broker: Broker
  readonly verifyCaller: VerifyCaller
  /** Everything started, to be stopped last first. */
  readonly shutdown: AsyncDisposableStack
}

/** Connects a service to its database and its broker. */
export async function startFoundation(service: string, config: FoundationConfig): Promise<Foundation> {
  const log = createLogger(service, config.logLevel)
  const shutdown = new AsyncDisposableStack()
  const connection = await connectMongo(config.mongoUrl)
  shutdown.defer(() => connection.close())
  const broker = shutdown.use(await connectBroker(config.rabbitUrl, log))
  return {
    log,
    shutdown,
    connection,
    broker,
    metrics: createMetrics(service),
    verifyCaller: createCallerVerifier(config.callerPublicKey),
  }
}

/**
 * Opens a service for work: collections and indexes, the relay of its outbox, and its HTTP side.
 * Call it once every model is registered.
 */
export async function openService(
  { connection, broker, log, metrics, shutdown }: Foundation,
  config: FoundationConfig,
  routers: readonly Router[],
): Promise<HttpServer> {
  outboxModel(connection)
  await prepareCollections(connection)
  shutdown.use(startEndingAbandonedTransactions(connection, log))
  const publisher = await createPublisher(broker)
  shutdown.use(startRelay({ connection, publisher, owner: newId('event'), log }))
  const app = createApp({ log, metrics, ready: { mongodb: () => connection.readyState === 1 }, routers })
  return shutdown.use(await listen(app, config.host, config.port))
}
