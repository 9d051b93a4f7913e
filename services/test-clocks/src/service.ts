import { composeBookingPlatform } from '@usher/booking-platform'
import {
  type ClockService,
  type CloudEvent,
  eventQueue,
  isLive,
  privacyRequested,
  TEST_CLOCK_HEADER,
  testOrganizationId,
} from '@usher/contracts'
import { composeNotification } from '@usher/notification'
import { composeQueue } from '@usher/queue'
import {
  CALLER_HEADER,
  type Clock,
  connectMongo,
  createCursors,
  createOperationRouter,
  type Foundation,
  IdempotencyStore,
  notFound,
  openService,
  ProblemError,
  startConsumer,
  startFoundation,
  startPoller,
} from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { composeWebhookDelivery } from '@usher/webhook-delivery'
import express, { type Router } from 'express'
import type { TestClock } from './clocks/test-clock.ts'
import { clockAdvancing, clockFailed, testClockRoutes } from './clocks/test-clock-routes.ts'
import { TestClockStore } from './clocks/test-clock-store.ts'
import type { TestClocksConfig } from './config.ts'
import { type Driver, startDriver } from './driver.ts'
import { createIntroduce, type Introduce } from './introduce.ts'
import { OrganizationStore } from './organization-store.ts'
import { composePart, type Part } from './part.ts'
import { Stage } from './stage.ts'

export type { TestClocksConfig } from './config.ts'

export interface TestClocksService extends AsyncDisposable {
  readonly url: string
  /** Deletes the clocks that were not used for long. */
  expireClocks(): Promise<void>
}

/**
 * Starts the service of test clocks. It keeps them, and runs the services that live by them over data of its own: nothing
 * of a test clock reaches the processes that serve live data.
 */
export async function startTestClocks(config: TestClocksConfig, clock?: Clock): Promise<TestClocksService> {
  const foundation = await startFoundation('test-clocks', config, clock)
  const { connection, log, shutdown, metrics, verifyCaller } = foundation
  const clocks = new TestClockStore(connection)
  const organizations = new OrganizationStore(connection)
  const idempotency = new IdempotencyStore(connection, config.secretKeys)
  const stage = new Stage()
  const parts = await composeParts(foundation, config, stage)
  const introduce = createIntroduce(organizations, clocks, parts)
  const driving = { clocks, clock: foundation.clock, parts, stage, introduce, log }
  const driver = shutdown.use(startDriver(driving))
  const { drive } = driver
  const operations = createOperationRouter(verifyCaller, metrics)
  const cursors = createCursors(config.secretKeys)
  testClockRoutes({ clocks, clock: foundation.clock, cursors, idempotency, drive }, operations)
  const data = dataRouter(foundation, { clocks, stage, parts, introduce, driver })
  const { url } = await openService(foundation, config, [operations.router, data])
  await followOrganizations(foundation, { clocks, organizations, drive })
  const expiry = shutdown.use(
    startPoller('test-clock-expiry', HOUR_MS, log, async () => {
      await clocks.deleteExpired(foundation.clock.now())
      drive()
    }),
  )
  return { url, expireClocks: expiry.poke, [Symbol.asyncDispose]: () => shutdown.disposeAsync() }
}

/** Composes the services in the order in which their events of one moment are handled. */
async function composeParts(live: Foundation, config: TestClocksConfig, stage: Stage) {
  // No majority: it would take most of the time of an advance, and tests can be repeated after a failover.
  const quick = { writeConcern: { w: 1 }, monitorCommands: true }
  const client = await connectMongo(config.mongoUrl, quick)
  live.shutdown.defer(() => client.destroy())
  const part = (name: ClockService, compose: (foundation: Foundation) => Promise<unknown>): Promise<Part> =>
    composePart({ name, live, client, stage }, compose)
  return [
    await part('queue', (foundation) => composeQueue(foundation, config.queue)),
    await part('booking-platform', (foundation) =>
      composeBookingPlatform(foundation, config.bookingPlatform),
    ),
    await part('notification', (foundation) => composeNotification(foundation, config.notification)),
    await part('webhook-delivery', (foundation) =>
      composeWebhookDelivery(foundation, config.webhookDelivery),
    ),
  ]
}

interface DataContext {
  readonly clocks: TestClockStore
  readonly stage: Stage
  readonly parts: readonly Part[]
  readonly introduce: Introduce
  readonly driver: Driver
}

/** Serves requests that name a test clock, with its data and at its time. */
function dataRouter(
  { verifyCaller, clock, log }: Foundation,
  { clocks, stage, parts, introduce, driver }: DataContext,
): Router {
  const services = express.Router()
  for (const { name, router } of parts) {
    services.use((_, res, next) => {
      res.locals.service = name
      next()
    }, router)
  }
  const driveAfter = async (found: TestClock, service: ClockService) => {
    try {
      await clocks.countRequest(found)
      driver.driveSoon(found, service)
    } catch (err) {
      log.warn(
        { err, clock: found._id },
        'a request of a test clock was not counted; its work waits for the next request',
      )
    }
  }
  return express.Router().use(async (req, res, next) => {
    const id = req.get(TEST_CLOCK_HEADER)
    if (id === undefined) return next()
    const { organization_id } = verifyCaller(req.get(CALLER_HEADER))
    if (isLive(organization_id))
      throw new ProblemError('mode_mismatch', 'Test clocks only work with test data.')
    const isChange = req.method !== 'GET'
    const found = await clocks.use(organization_id, id, clock.now())
    if (!found) throw notFound('test clock')
    if (isChange && found.status === 'failed') throw clockFailed()
    if (isChange && found.status === 'advancing') throw clockAdvancing(found)
    const served = stage.open(found.data_organization_id, found.now)
    await stage.enter(served)
    let isOver = false
    const leave = () => {
      if (isOver) return
      isOver = true
      stage.leave()
      stage.close(served)
      if (isChange) void driveAfter(found, res.locals.service)
    }
    // A client that reads slowly keeps no other clock waiting.
    res.once('prefinish', leave).once('close', leave)
    await introduce(found)
    services(req, res, (error?: unknown) => next(error ?? notFound('route')))
  })
}

interface Follower {
  readonly clocks: TestClockStore
  readonly organizations: OrganizationStore
  readonly drive: () => void
}

/** Learns the settings of test organisations; deletes clocks whose organisation, or a person in it, is erased. */
async function followOrganizations(
  { broker, clock, log, shutdown }: Foundation,
  { clocks, organizations, drive }: Follower,
): Promise<void> {
  const learning = {
    ...eventQueue('test-clocks.organizations'),
    log,
    handle: async (events: readonly CloudEvent[]) => {
      for (const event of events) if (!isLive(event.organizationid)) await organizations.put(event)
    },
  }
  shutdown.use(await startConsumer(broker, learning))
  const erasing = {
    ...eventQueue('test-clocks.privacy'),
    log,
    handle: async (events: readonly CloudEvent[]) => {
      for (const event of events) await erase(event)
    },
  }
  const erase = async ({ organizationid, data }: CloudEvent) => {
    const { kind, subject } = privacyRequested.data.parse(data)
    if (kind !== 'erasure') return
    const id = testOrganizationId(organizationid)
    if ('organization' in subject) await organizations.delete(id)
    // Test data is not searched for a person: delete all clocks; tests recreate what they need.
    await clocks.deleteAllOf(id, clock.now())
    drive()
  }
  shutdown.use(await startConsumer(broker, erasing))
}
