import {
  type ClockService,
  type CloudEvent,
  eventQueue,
  isLive,
  privacyRequested,
  TEST_CLOCK_HEADER,
  testOrganizationId,
} from '@usher/contracts'
import {
  CALLER_HEADER,
  defineService,
  notFound,
  type OperationRouter,
  ProblemError,
  requireCaller,
  startPeriodicJob,
} from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import express from 'express'
import type { TestClock } from './clocks/test-clock.ts'
import { clockAdvancing, clockFailed, testClockRoutes } from './clocks/test-clock-routes.ts'
import { createContext, type TestClocksContext } from './context.ts'
import { type Driver, startDriver } from './driver.ts'

export type { TestClocksConfig } from './config.ts'

/**
 * The service of test clocks. It keeps them, and runs the services that live by them over data of its own: nothing of a
 * test clock reaches the processes that serve live data.
 */
export const testClocksService = defineService({
  name: 'test-clocks',
  context: createContext,
  jobs: async (ctx: TestClocksContext) => {
    const driver = startDriver(ctx)
    const expireClocks = async () => {
      await ctx.clocks.deleteExpired(ctx.clock.now())
      await driver.run()
    }
    return { driver, expiry: startPeriodicJob('test-clock-expiry', HOUR_MS, ctx.log, expireClocks) }
  },
  consumers: (ctx, { driver }) => [
    {
      ...eventQueue('test-clocks.organizations'),
      async handle(events) {
        for (const event of events) if (!isLive(event.organizationid)) await ctx.organizations.put(event)
      },
    },
    {
      ...eventQueue('test-clocks.privacy'),
      async handle(events) {
        for (const event of events) await erase(ctx, driver, event)
      },
    },
  ],
  routes: [testClockRoutes, dataRoutes],
})

export type TestClocksService = Awaited<ReturnType<typeof testClocksService.start>>

/** Serves requests that name a test clock, with its data and at its time. */
function dataRoutes(
  { verifyCaller, clock, log, clocks, stage, parts, introduce }: TestClocksContext,
  { router }: OperationRouter,
  { driver }: { readonly driver: Driver },
): void {
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
  router.use(async (req, res, next) => {
    const id = req.get(TEST_CLOCK_HEADER)
    if (id === undefined) return next()
    const { organization_id } = requireCaller(verifyCaller(req.get(CALLER_HEADER)))
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

/** Deletes clocks whose organisation, or a person in it, is erased. */
async function erase(
  { clock, clocks, organizations }: TestClocksContext,
  driver: Driver,
  { organizationid, data }: CloudEvent,
): Promise<void> {
  const { kind, subject } = privacyRequested.data.parse(data)
  if (kind !== 'erasure') return
  const id = testOrganizationId(organizationid)
  if ('organization' in subject) await organizations.delete(id)
  // Test data is not searched for a person: delete all clocks; tests recreate what they need.
  await clocks.deleteAllOf(id, clock.now())
  await driver.run()
}
