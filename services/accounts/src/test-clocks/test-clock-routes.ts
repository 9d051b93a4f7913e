import { MAX_CLOCK_DAYS_AHEAD, operations } from '@usher/contracts'
import {
  changesBetween,
  entityTag,
  invalidField,
  notFound,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
  requireMatch,
} from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { advance } from './advance.ts'
import { waitUntilSettled } from './settling.ts'
import { newTestClock, presentTestClock, type TestClock } from './test-clock.ts'

/** Clocks of an organisation at a time. */
const MAX_CLOCKS = 20

/** Routes for test clocks. */
export function testClockRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { testClocks, clock, cursors, idempotency: answers } = context
  const find = async (organizationId: string, id: string, session?: ClientSession) => {
    const found = await testClocks.find(organizationId, id, session)
    if (!found) throw notFound('test clock')
    return found
  }

  on(operations.createTestClock, async ({ body, caller, idempotency }) => {
    const at = clock.now()
    const now = body.now === undefined ? at : new Date(body.now)
    requireNear(now, at, '/now', 'now')
    let made: TestClock | undefined
    const reply = await answers.once(idempotency, async (session) => {
      if ((await testClocks.count(caller.organization_id, session)) >= MAX_CLOCKS) throw tooMany()
      made = newTestClock({ organizationId: caller.organization_id, name: body.name, now, at })
      await testClocks.insert(made, session)
      return { ...replyWith(made), headers: madeHeaders(made) }
    })
    if (made && !reply.replayed) await waitUntilSettled(context, made)
    return reply
  })

  on(operations.listTestClocks, async ({ query, caller }) => {
    const list = `test-clocks ${caller.organization_id}`
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const found = await testClocks.list(caller.organization_id, { beforeId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentTestClock })
  })

  on(operations.getTestClock, async ({ params, caller }) =>
    replyWith(await find(caller.organization_id, params.id)),
  )

  on(operations.deleteTestClock, async ({ params, caller, ifMatch }) => {
    for (;;) {
      const found = await find(caller.organization_id, params.id)
      requireMatch(ifMatch, found.version)
      const audit = { changes: changesBetween({ now: found.now.toISOString() }, null) }
      if (await testClocks.delete(found, clock.now())) return { body: null, audit }
    }
  })

  on(operations.advanceTestClock, async ({ params, body, caller, idempotency }) => {
    const at = clock.now()
    const to = new Date(body.to)
    requireNear(to, at, '/to', 'now')
    const reply = await answers.once(idempotency, async (session) => {
      const before = await find(caller.organization_id, params.id, session)
      requireNear(to, before.now, '/to', 'the time of the clock')
      const begun = await advance(session, context, { clock: before, to, at })
      const changes = changesBetween({ now: before.now.toISOString() }, { now: to.toISOString() })
      return { ...replyWith(begun), audit: { changes } }
    })
    const begun = await testClocks.find(caller.organization_id, params.id)
    return begun ? { ...reply, ...replyWith(await waitUntilSettled(context, begun)) } : reply
  })
}

const tagOf = ({ version, now }: TestClock): string => entityTag(version, now.getTime())

const replyWith = (clock: TestClock) => ({ body: presentTestClock(clock), headers: { etag: tagOf(clock) } })

const madeHeaders = (clock: TestClock) => ({
  etag: tagOf(clock),
  location: `/v1/test/clocks/${clock._id}`,
})

const tooMany = () =>
  new ProblemError('too_many_clocks', `There are ${MAX_CLOCKS} test clocks. Delete those you no longer need.`)

/**
 * @throws ProblemError `validation_failed` for a time so far ahead that a typing error is likelier, or that one request
 * would keep services busy for hours
 */
function requireNear(time: Date, at: Date, pointer: string, name: string): void {
  if (time.getTime() <= at.getTime() + MAX_CLOCK_DAYS_AHEAD * DAY_MS) return
  throw invalidField(pointer, `must be within ${MAX_CLOCK_DAYS_AHEAD} days from ${name}`, 'too_far_ahead')
}
