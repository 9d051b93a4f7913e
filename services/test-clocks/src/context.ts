import { bookingPlatformService } from '@usher/booking-platform'
import type { ClockService } from '@usher/contracts'
import { notificationService } from '@usher/notification'
import { queueService } from '@usher/queue'
import { connectMongo, createCursors, type Foundation, IdempotencyStore } from '@usher/service-kit'
import { webhookDeliveryService } from '@usher/webhook-delivery'
import { TestClockStore } from './clocks/test-clock-store.ts'
import type { TestClocksConfig } from './config.ts'
import { createIntroduce } from './introduce.ts'
import { OrganizationStore } from './organization-store.ts'
import { composePart, type Part } from './part.ts'
import { Stage } from './stage.ts'

/** Builds the context, composes the services, and registers the service's own collections. */
export async function createContext(foundation: Foundation, config: TestClocksConfig) {
  const { connection } = foundation
  const clocks = new TestClockStore(connection)
  const organizations = new OrganizationStore(connection)
  const stage = new Stage()
  const parts = await composeParts(foundation, config, stage)
  return {
    ...foundation,
    clocks,
    organizations,
    cursors: createCursors(config.secretKeys),
    idempotency: new IdempotencyStore(connection, config.secretKeys),
    stage,
    /** The services that live by test clocks. */
    parts,
    introduce: createIntroduce(organizations, clocks, parts),
  }
}

/** What the service needs; `clock` is the real time. */
export type TestClocksContext = Awaited<ReturnType<typeof createContext>>

/** Composes the services in the order in which their events of one moment are handled. */
async function composeParts(live: Foundation, config: TestClocksConfig, stage: Stage) {
  // No majority: it would take most of the time of an advance, and tests can be repeated after a failover.
  const quick = { writeConcern: { w: 1 }, monitorCommands: true }
  const client = await connectMongo(config.mongoUrl, quick)
  live.shutdown.defer(() => client.destroy())
  const part = (name: ClockService, compose: (foundation: Foundation) => Promise<unknown>): Promise<Part> =>
    composePart({ name, live, client, stage }, compose)
  return [
    await part('queue', (foundation) => queueService.compose(foundation, config.queue)),
    await part('booking-platform', (foundation) =>
      bookingPlatformService.compose(foundation, config.bookingPlatform),
    ),
    await part('notification', (foundation) => notificationService.compose(foundation, config.notification)),
    await part('webhook-delivery', (foundation) =>
      webhookDeliveryService.compose(foundation, config.webhookDelivery),
    ),
  ]
}
