import type { KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { eachService, inCapitals, SERVICES, type ServiceName } from '@usher/contracts'
import {
  readEnvironment,
  type ShutdownOptions,
  type TracingConfig,
  tracingConfig,
  tracingVariables,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'

/** Comma-separated addresses and networks (10.0.0.0/8). */
const proxies = z.string().transform((value, context) => {
  const all = value.split(',').map((entry) => entry.trim())
  if (!all.every(isNetwork)) {
    context.addIssue({ code: 'custom', message: 'must be addresses or networks, joined by commas' })
  }
  return all
})

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const max = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max))
  )
}

/** The variable with the address of a service, such as `BOOKING_PLATFORM_URL`. */
const addressVariable = (service: ServiceName): string => `${inCapitals(service)}_URL`

const environmentSchema = z.object({
  ...Object.fromEntries(SERVICES.map((service) => [addressVariable(service), variables.url])),
  LOG_LEVEL: variables.LOG_LEVEL,
  HOST: variables.HOST,
  PORT: variables.PORT,
  METRICS_PORT: variables.port,
  SHUTDOWN_DELAY_SECONDS: variables.SHUTDOWN_DELAY_SECONDS,
  PUBLIC_URL: variables.url,
  RABBITMQ_URL: variables.RABBITMQ_URL,
  CALLER_PRIVATE_KEY: variables.CALLER_PRIVATE_KEY,
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, { error: 'must be a redis:// URL' })
    .optional(),
  TRUSTED_PROXIES: proxies.optional(),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).optional(),
  DASHBOARD_DIR: z.string().min(1).optional(),
  DOCS_DIR: z.string().min(1).optional(),
  ...tracingVariables,
})

export interface GatewayConfig extends ShutdownOptions {
  readonly logLevel: string
  readonly host: string
  readonly port: number
  /** Port for metrics, which the public must not reach. */
  readonly metricsPort: number
  /** Base URL that clients use. */
  readonly publicUrl: string
  readonly rabbitUrl: string
  readonly callerPrivateKey: KeyObject
  readonly serviceUrls: Readonly<Record<ServiceName, string>>
  /** Where gateways share rate limits; without it each counts on its own. */
  readonly redisUrl?: string | undefined
  /**
   * Proxies whose `X-Forwarded-For` is trusted for a client's address; without any it is the address of the
   * connection.
   */
  readonly trustedProxies?: readonly string[] | undefined
  /** Most connections per address, unless it is a trusted proxy; 2,000 by default. */
  readonly connectionsPerAddress?: number | undefined
  /** Folder of the built dashboard; without it none is served. */
  readonly dashboardDir?: string | undefined
  /** Folder of the built documentation, which may appear later; without it none is served. */
  readonly docsDir?: string | undefined
  /** undefined: no tracing */
  readonly tracing?: TracingConfig | undefined
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const env: z.infer<typeof environmentSchema> & Readonly<Record<string, unknown>> = readEnvironment(
    environmentSchema,
    environment,
  )
  return {
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    publicUrl: env.PUBLIC_URL,
    rabbitUrl: env.RABBITMQ_URL,
    callerPrivateKey: env.CALLER_PRIVATE_KEY,
    serviceUrls: eachService((service) => String(env[addressVariable(service)])),
    redisUrl: env.REDIS_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    dashboardDir: env.DASHBOARD_DIR,
    docsDir: env.DOCS_DIR,
    tracing: tracingConfig(env),
  }
}
