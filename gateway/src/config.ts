import type { KeyObject } from 'node:crypto'
import type { ServiceName } from '@usher/contracts'
import { readEnvironment, variables } from '@usher/service-kit'
import { z } from 'zod'

const environmentSchema = z.object({
  LOG_LEVEL: variables.LOG_LEVEL,
  HOST: variables.HOST,
  PORT: variables.PORT,
  METRICS_PORT: variables.port,
  PUBLIC_URL: variables.url,
  RABBITMQ_URL: variables.RABBITMQ_URL,
  CALLER_PRIVATE_KEY: variables.CALLER_PRIVATE_KEY,
  ACCOUNTS_URL: variables.url,
  QUEUE_URL: variables.url,
  WEBHOOK_DELIVERY_URL: variables.url,
})

export interface GatewayConfig {
  readonly logLevel: string
  readonly host: string
  readonly port: number
  /** Port of the metrics, which the public must not reach. */
  readonly metricsPort: number
  /** Address under which clients know the gateway. */
  readonly publicUrl: string
  readonly rabbitUrl: string
  readonly callerPrivateKey: KeyObject
  readonly serviceUrls: Readonly<Record<ServiceName, string>>
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const env = readEnvironment(environmentSchema, environment)
  return {
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    publicUrl: env.PUBLIC_URL,
    rabbitUrl: env.RABBITMQ_URL,
    callerPrivateKey: env.CALLER_PRIVATE_KEY,
    serviceUrls: {
      accounts: env.ACCOUNTS_URL,
      queue: env.QUEUE_URL,
      'webhook-delivery': env.WEBHOOK_DELIVERY_URL,
    },
  }
}
