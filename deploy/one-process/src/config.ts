import { readConfig as readAccounts } from '@usher/accounts/config'
import { readConfig as readBookingPlatform } from '@usher/booking-platform/config'
import { readConfig as readCalendarSync } from '@usher/calendar-sync/config'
import { readConfig as readGateway } from '@usher/gateway/config'
import { readConfig as readNotification } from '@usher/notification/config'
import { readConfig as readQueue } from '@usher/queue/config'
import { ConfigError, type ShutdownOptions } from '@usher/service-kit'
import { readConfig as readTestClocks } from '@usher/test-clocks/config'
import { readConfig as readWebhookDelivery } from '@usher/webhook-delivery/config'

/** Loopback ports of the services, unless `QUEUE_PORT` and the like override them. */
const PORTS = {
  ACCOUNTS: 8081,
  QUEUE: 8082,
  WEBHOOK_DELIVERY: 8083,
  NOTIFICATION: 8084,
  BOOKING_PLATFORM: 8085,
  CALENDAR_SYNC: 8086,
  TEST_CLOCKS: 8088,
} as const

const METRICS_PORT = '8087'

type Service = keyof typeof PORTS

const SERVICES = Object.keys(PORTS) as Service[]

export type OneProcessConfig = ReturnType<typeof readConfig>

/**
 * Reads the configuration of all services and the gateway from one environment. A variable applies to all of them; with
 * a prefix, such as `QUEUE_MONGODB_URL`, it applies to one and takes precedence.
 *
 * @throws ConfigError naming every missing or wrong variable of every service
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const faults: string[] = []
  const read = <T>(prefix: string, own: NodeJS.ProcessEnv, readOne: (env: NodeJS.ProcessEnv) => T): T => {
    try {
      return readOne({ ...environment, ...own, ...variablesOf(prefix, environment) })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      faults.push(`${prefix}: ${error.message}`)
      return undefined as T
    }
  }
  const service = <T>(name: Service, readOne: (env: NodeJS.ProcessEnv) => T): T =>
    read(name, { HOST: '127.0.0.1', PORT: String(PORTS[name]) }, readOne)
  const config = {
    accounts: service('ACCOUNTS', readAccounts),
    queue: service('QUEUE', readQueue),
    webhookDelivery: service('WEBHOOK_DELIVERY', readWebhookDelivery),
    notification: service('NOTIFICATION', readNotification),
    bookingPlatform: service('BOOKING_PLATFORM', readBookingPlatform),
    calendarSync: service('CALENDAR_SYNC', readCalendarSync),
    testClocks: service('TEST_CLOCKS', readTestClocks),
    gateway: read('GATEWAY', { METRICS_PORT, ...addresses(environment) }, readGateway),
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  const { shutdownDelayMs } = config.gateway
  const leaving: ShutdownOptions = { shutdownDelayMs }
  return { ...config, ...leaving }
}

/** Variables with a prefix, without the prefix. */
const variablesOf = (prefix: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(`${prefix}_`) ? [[name.slice(prefix.length + 1), value]] : [],
    ),
  )

/** The services' addresses, for the gateway. */
const addresses = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    SERVICES.map((name) => [`${name}_URL`, `http://127.0.0.1:${environment[`${name}_PORT`] ?? PORTS[name]}`]),
  )
