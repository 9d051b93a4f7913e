import { accountsService } from '@usher/accounts'
import { bookingPlatformService } from '@usher/booking-platform'
import { calendarSyncService } from '@usher/calendar-sync'
import { startGateway } from '@usher/gateway'
import { notificationService } from '@usher/notification'
import { queueService } from '@usher/queue'
import { startTracing } from '@usher/service-kit'
import { testClocksService } from '@usher/test-clocks'
import { webhookDeliveryService } from '@usher/webhook-delivery'
import type { OneProcessConfig } from './config.ts'

/**
 * Starts all services and the gateway in this process, each with its own database, queues, metrics and address, as when
 * they run separately. The gateway starts last and stops first.
 */
export async function startUsher(config: OneProcessConfig): Promise<AsyncDisposable> {
  await using starting = new AsyncDisposableStack()
  // A process has one tracer: only the names of its spans identify a service.
  starting.use(await startTracing('usher', config.gateway.tracing))
  const { leaving } = config
  const apart = { leaving, tracing: undefined }
  const services = await Promise.allSettled([
    accountsService.start({ ...config.accounts, ...apart }),
    queueService.start({ ...config.queue, ...apart }),
    webhookDeliveryService.start({ ...config.webhookDelivery, ...apart }),
    notificationService.start({ ...config.notification, ...apart }),
    bookingPlatformService.start({ ...config.bookingPlatform, ...apart }),
    calendarSyncService.start({ ...config.calendarSync, ...apart }),
    testClocksService.start({ ...config.testClocks, ...apart }),
  ])
  const started = services.flatMap((service) => (service.status === 'fulfilled' ? [service.value] : []))
  starting.defer(async () => {
    await Promise.all(started.map((service) => service[Symbol.asyncDispose]()))
  })
  for (const service of services) if (service.status === 'rejected') throw service.reason
  starting.use(await startGateway({ ...config.gateway, ...apart }))
  return starting.move()
}
