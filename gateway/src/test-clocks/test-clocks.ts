import type { KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  clockLookup,
  idOf,
  isAudited,
  isLive,
  type Operation,
  operations,
  type ServiceName,
  TEST_CLOCK_HEADER,
} from '@usher/contracts'
import { type Logger, notFound, ProblemError, signCaller } from '@usher/service-kit'
import type { z } from 'zod'
import { RETRY_AFTER_SECONDS } from '../breaker.ts'
import type { KnownCaller } from '../credentials/known-caller.ts'
import type { Exchange } from '../http/exchange.ts'
import { startClockDriver } from './clock-driver.ts'
import { createInnerClient, type InnerClient } from './inner-client.ts'
import { livesByClock } from './service-work.ts'

const LOOKUP_MS = 5_000

/** Operations whose requests wait until their clock has done its work. */
const WAITING: ReadonlySet<string> = new Set([operations.createTestClock.id, operations.advanceTestClock.id])

interface Options {
  readonly serviceUrls: Readonly<Record<ServiceName, string>>
  readonly gatewayToken: () => string
  readonly privateKey: KeyObject
  readonly log: Logger
}

export interface TestClocks extends AsyncDisposable {
  /**
   * The token for a request of a caller, which may name a test clock.
   *
   * @throws ProblemError `mode_mismatch` with a credential for live data, `not_found`, `clock_advancing`
   */
  tokenFor(caller: KnownCaller, operation: Operation, exchange: Exchange): string | Promise<string>
}

/** Gives requests access to the data of test clocks, and drives the clocks. */
export function startTestClocks({ privateKey, ...options }: Options): TestClocks {
  const { serviceUrls, gatewayToken, log } = options
  const stack = new AsyncDisposableStack()
  const accounts = stack.use(
    createInnerClient({ service: 'accounts', url: serviceUrls.accounts, gatewayToken, answerMs: LOOKUP_MS }),
  )
  const driver = stack.use(startClockDriver({ ...options, accounts }))
  const tokenInWorld = async (
    clockId: string,
    caller: KnownCaller,
    operation: Operation,
    exchange: Exchange,
  ) => {
    if (!isClockId(clockId)) throw notFound('test clock')
    const { service } = operation
    const touched = isAudited(operation) && livesByClock(service) ? service : null
    const found = await lookUp(accounts, log, {
      organization_id: caller.organizationId,
      clock_id: clockId,
      leaves_work_in: touched,
    })
    if (!livesByClock(service)) return caller.token
    if (touched && found.status !== 'ready') throw busy(found.status)
    if (touched) {
      const left = { organizationId: found.organization_id, service: touched }
      exchange.res.once('close', () => driver.schedule(caller.organizationId, left))
    }
    exchange.isInWorld = true
    const world = {
      ...JSON.parse(caller.facts),
      organization_id: found.organization_id,
      clock_now: found.now,
    }
    return signCaller(world, privateKey)
  }
  return {
    tokenFor(caller, operation, exchange) {
      if (operation.onlyTest) drive(caller, operation, exchange, driver)
      const clockId = clockIn(exchange.req.headers)
      if (clockId === undefined) return caller.token
      if (isLive(caller.organizationId)) throw notForLive()
      return tokenInWorld(clockId, caller, operation, exchange)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function drive(
  { organizationId }: KnownCaller,
  { id }: Operation,
  exchange: Exchange,
  driver: ReturnType<typeof startClockDriver>,
): void {
  if (WAITING.has(id)) void driver.pokeUntil(organizationId, () => exchange.isOver)
  if (id === operations.deleteTestClock.id) exchange.res.once('close', () => void driver.poke(organizationId))
}

/** Anything else would be refused where clocks are looked up. */
const isClockId = (given: string): boolean => idOf('testClock').safeParse(given).success

function clockIn(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[TEST_CLOCK_HEADER]
  return typeof given === 'string' ? given : undefined
}

async function lookUp(accounts: InnerClient, log: Logger, body: z.input<typeof clockLookup.body>) {
  const found = await accounts.ask(clockLookup, body).catch((err: unknown) => {
    log.warn({ err }, 'a test clock could not be looked up')
    throw new ProblemError('service_unavailable', 'Test clocks cannot be looked up at the moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  })
  if (!found) throw notFound('test clock')
  return found
}

const notForLive = () =>
  new ProblemError(
    'mode_mismatch',
    `${TEST_CLOCK_HEADER} needs a credential for test data, and this one opens live data.`,
  )

const busy = (status: 'advancing' | 'failed') =>
  status === 'failed'
    ? new ProblemError('invalid_transition', 'The test clock has failed. Delete it, and create another one.')
    : new ProblemError('clock_advancing', 'Wait until the test clock is ready before you change anything.')
