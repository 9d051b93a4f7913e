import { startAccounts } from '@usher/accounts'
import { startBookingPlatform } from '@usher/booking-platform'
import { startCalendarSync } from '@usher/calendar-sync'
import { startGateway } from '@usher/gateway'
import { startNotification } from '@usher/notification'
import { startQueue } from '@usher/queue'
import { startTracing } from '@usher/service-kit'
import { startWebhookDelivery } from '@usher/webhook-delivery'
import type { OneProcessConfig } from './config.ts'

/**
 * Starts all services and the gateway in this process, each with a database, queues, metrics and addresses of its own,
 * as apart. The gateway is the last to start and the first to stop.
 */
export async function startUsher(config: OneProcessConfig): Promise<AsyncDisposable> {
  await using starting = new AsyncDisposableStack()
  // A process has one tracer: its spans tell of a service by their names alone.
  starting.use(await startTracing('usher', config.gateway.tracing))
  const { leaving } = config
  const apart = { leaving, tracing: undefined }
  const services = await Promise.allSettled([
    startAccounts({ ...config.accounts, ...apart }),
    startQueue({ ...config.queue, ...apart }),
    startWebhookDelivery({ ...config.webhookDelivery, ...apart }),
    startNotification({ ...config.notification, ...apart }),
    startBookingPlatform({ ...config.bookingPlatform, ...apart }),
    startCalendarSync({ ...config.calendarSync, ...apart }),
  ])
  const started = services.flatMap((service) => (service.status === 'fulfilled' ? [service.value] : []))
  starting.defer(async () => {
    await Promise.all(started.map((service) => service[Symbol.asyncDispose]()))
  })
  for (const service of services) if (service.status === 'rejected') throw service.reason
  starting.use(await startGateway({ ...config.gateway, ...apart }))
  return starting.move()
}
