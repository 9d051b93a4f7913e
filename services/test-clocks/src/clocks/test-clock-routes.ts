import { MAX_CLOCK_DAYS_AHEAD, operations } from '@usher/contracts'
import {
  changesBetween,
  entityTag,
  invalidField,
  type Job,
  notFound,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
  requireMatch,
  requireRoom,
} from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import type { TestClocksContext } from '../context.ts'
import { newTestClock, presentTestClock, type TestClock } from './test-clock.ts'

/** Routes for test clocks. */
export function testClockRoutes(
  { clocks, clock, cursors, idempotency: answers }: TestClocksContext,
  { on }: OperationRouter,
  { driver }: { readonly driver: Job },
): void {
  const find = async (organizationId: string, id: string, session?: ClientSession) => {
    const found = await clocks.find(organizationId, id, session)
    if (!found) throw notFound('test clock')
    return found
  }

  on(operations.createTestClock, async ({ body, caller, idempotency }) => {
    const at = clock.now()
    const now = body.now === undefined ? at : new Date(body.now)
    requireNear(now, at, '/now', 'now')
    return await answers.once(idempotency, async (session) => {
      await requireRoom('testClock', caller, (limit) =>
        clocks.count(caller.organization_id, { session, limit }),
      )
      const made = newTestClock({ organizationId: caller.organization_id, name: body.name, now, at })
      await clocks.insert(made, session)
      const { body: view, headers } = replyWith(made)
      return { body: view, headers: { ...headers, location: `/v1/test/clocks/${made._id}` } }
    })
  })

  on(operations.listTestClocks, async ({ query, caller }) => {
    const list = `test-clocks ${caller.organization_id}`
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const found = await clocks.list(caller.organization_id, { beforeId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentTestClock })
  })

  on(operations.getTestClock, async ({ params, caller }) =>
    replyWith(await find(caller.organization_id, params.id)),
  )

  on(operations.deleteTestClock, async ({ params, caller, ifMatch }) => {
    for (;;) {
      const found = await find(caller.organization_id, params.id)
      requireMatch(ifMatch, found.version)
      if (!(await clocks.delete(found, clock.now()))) continue
      void driver.run()
      return { body: null, audit: { changes: changesBetween({ now: found.now.toISOString() }, null) } }
    }
  })

  on(operations.advanceTestClock, async ({ params, body, caller, idempotency }) => {
    const at = clock.now()
    const to = new Date(body.to)
    requireNear(to, at, '/to', 'now')
    const reply = await answers.once(idempotency, async (session) => {
      const before = await find(caller.organization_id, params.id, session)
      requireNear(to, before.now, '/to', 'the time of the clock')
      const isBegun = before.advancing_to?.getTime() === to.getTime() || mayStay(before, to)
      const after = isBegun ? before : await clocks.begin(before, { to, at }, session)
      const changes = changesBetween({ now: before.now.toISOString() }, { now: to.toISOString() })
      return { ...replyWith(after), audit: { changes } }
    })
    void driver.run()
    return reply
  })
}

/**
 * Whether the clock is already at the requested time.
 *
 * @throws ProblemError `clock_backwards`, `clock_advancing`, `invalid_transition` if it cannot go there
 */
function mayStay(clock: TestClock, to: Date): boolean {
  const { status, now } = clock
  if (status === 'failed') throw clockFailed()
  if (status === 'advancing') throw clockAdvancing(clock)
  if (to < now)
    throw new ProblemError('clock_backwards', `The clock is at ${now.toISOString()} and cannot go back.`)
  return to.getTime() === now.getTime()
}

export const clockFailed = () =>
  new ProblemError('invalid_transition', 'The test clock has failed. Delete it and create another.')

export const clockAdvancing = ({ advancing_to }: TestClock) =>
  new ProblemError(
    'clock_advancing',
    `The clock is advancing to ${advancing_to?.toISOString()}. Wait until it is ready.`,
  )

const replyWith = (clock: TestClock) => ({
  body: presentTestClock(clock),
  headers: { etag: entityTag(clock.version, clock.now.getTime()) },
})

/**
 * @throws ProblemError `validation_failed` for a time so far ahead that a typing error is likelier, or that one request
 * would keep the service busy for hours
 */
function requireNear(time: Date, at: Date, pointer: string, name: string): void {
  if (time.getTime() <= at.getTime() + MAX_CLOCK_DAYS_AHEAD * DAY_MS) return
  throw invalidField(pointer, `must be within ${MAX_CLOCK_DAYS_AHEAD} days from ${name}`, 'too_far_ahead')
}
