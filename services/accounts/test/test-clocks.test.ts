import { type Caller, testOrganizationId } from '@usher/contracts'
import { type Answer, type Client, createFakeClock } from '@usher/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clockGateway } from './support/clock-gateway.ts'
import { startWithPeople } from './support/people.ts'

const START = '2026-03-02T09:00:00.000Z'
const NOON = '2026-03-02T12:00:00.000Z'
const EVENING = '2026-03-02T18:00:00.000Z'

const clock = createFakeClock()
let all: Awaited<ReturnType<typeof startWithPeople>>
let call: Client
let organizationId: string
let caller: Caller
let count = 0
beforeAll(async () => {
  all = await startWithPeople(clock)
})
beforeEach(async () => {
  const owner = await all.owner(`clock${count}@usher.test`, `192.0.4.${count}`)
  count += 1
  call = owner.call
  organizationId = owner.caller.organization_id
  caller = owner.caller
})
afterAll(() => all?.[Symbol.asyncDispose]())

const gateway = (name = 'gateway') => clockGateway(all.accounts.url, name)

const create = (body: object = { now: START }): Promise<Answer> =>
  gateway().during(call('POST', '/v1/test/clocks', { body }), organizationId)

const advance = (id: string, to: string) => call('POST', `/v1/test/clocks/${id}/advance`, { body: { to } })

describe('given a test clock', () => {
  test('when it is set back, then 409; to where it is, then nothing happens', async () => {
    const { id } = (await create()).body
    expect(await advance(id, '2026-03-02T08:59:59.999Z')).toMatchObject({
      status: 409,
      body: { code: 'clock_backwards' },
    })
    expect(await advance(id, START)).toMatchObject({ status: 202, body: { now: START, status: 'ready' } })
  })

  test('when it is on its way, then the same again is harmless, and another goal is refused', async () => {
    const { id } = (await create()).body
    const [first, second] = [advance(id, NOON), advance(id, NOON)]
    const both = gateway().during(Promise.all([first, second]), organizationId)
    expect(await both).toMatchObject([
      { status: 202, body: { now: NOON, status: 'ready' } },
      { status: 202, body: { now: NOON, status: 'ready' } },
    ])
    const way = advance(id, EVENING)
    const task = await claimed(gateway())
    expect(await advance(id, NOON)).toMatchObject({ status: 409, body: { code: 'clock_advancing' } })
    expect((await call('GET', `/v1/test/clocks/${id}`)).body).toMatchObject({
      ...{ status: 'advancing', now: NOON, advancing_to: EVENING },
    })
    await gateway().report(task, EVENING, 'settled')
    expect((await way).body).toMatchObject({ status: 'ready', now: EVENING, advancing_to: null })
  })

  test('when the gateway that drives it says no more, then another takes it over where it was', async () => {
    const { id } = (await create()).body
    const way = advance(id, EVENING)
    const task = await claimed(gateway('dying'))
    await gateway('dying').report(task, NOON, 'going_on')
    expect(await gateway('other').claim(organizationId)).toBeUndefined()
    clock.advance(16_000)
    const taken = await gateway('other').claim(organizationId)
    expect(taken).toMatchObject({ now: NOON, advancing_to: EVENING, is_deleted: false })
    // Work may be left anywhere.
    expect(taken?.touched).toHaveLength(4)
    expect(await gateway('dying').report(task, EVENING, 'settled')).toBeUndefined()
    await gateway('other').report(task, EVENING, 'settled')
    expect((await way).body).toMatchObject({ status: 'ready', now: EVENING })
  })

  test('when a request leaves work while it is on its way, then it is not ready before that is done', async () => {
    const { id } = (await create()).body
    const way = advance(id, EVENING)
    const task = await claimed(gateway())
    await gateway('other').claim(organizationId, { [task.organization_id]: ['queue'] })
    await gateway().report(task, NOON, 'going_on')
    expect(await gateway().report(task, EVENING, 'settled')).toMatchObject({
      now: EVENING,
      touched: expect.arrayContaining(['queue']),
    })
    expect(await gateway().report(task, EVENING, 'settled')).toBeNull()
    expect((await way).body).toMatchObject({ status: 'ready', now: EVENING })
  })

  test('when it cannot go on, then it has failed, and can only be deleted', async () => {
    const { id } = (await create()).body
    const way = advance(id, NOON)
    await gateway().report(await claimed(gateway()), START, 'failed')
    expect((await way).body).toMatchObject({ status: 'failed', now: START, advancing_to: null })
    expect(await advance(id, NOON)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    expect((await call('DELETE', `/v1/test/clocks/${id}`)).status).toBe(204)
  })

  test('when it is deleted on its way, then its data is to be deleted, and it is gone at once', async () => {
    const { id } = (await create()).body
    const way = advance(id, NOON)
    const task = await claimed(gateway())
    expect((await call('DELETE', `/v1/test/clocks/${id}`)).status).toBe(204)
    expect((await way).status).toBe(202)
    expect((await call('GET', `/v1/test/clocks/${id}`)).status).toBe(404)
    expect(await gateway().report(task, NOON, 'settled')).toMatchObject({ is_deleted: true })
    expect(await gateway().report(task, NOON, 'deleted')).toBeNull()
    expect(await gateway().claim(organizationId)).toBeUndefined()
  })

  test('when the erasure of a person or of the organisation is asked for, then it is deleted with its data', async () => {
    const { id } = await createInTests()
    const body = { kind: 'erasure', subject: { phone: '+14155552671' } }
    expect((await call('POST', '/account/privacy-requests', { body })).status).toBe(202)
    expect((await inTests()('GET', `/v1/test/clocks/${id}`)).status).toBe(404)
    expect(await gateway().claim(testOrganizationId(organizationId))).toMatchObject({ is_deleted: true })
  })

  test('when nobody uses it for 30 days, then it is deleted with its data', async () => {
    const { id } = (await create()).body
    clock.advance(31 * 24 * 3_600_000)
    await all.accounts.expireClocks()
    expect((await call('GET', `/v1/test/clocks/${id}`)).status).toBe(404)
    expect(await gateway().claim(organizationId)).toMatchObject({ is_deleted: true })
  })
})

describe('given a request for a test clock', () => {
  test('when its time is more than two years ahead, then 400', async () => {
    const now = new Date(clock.now().getTime() + 731 * 24 * 3_600_000).toISOString()
    const tooFar = { status: 400, body: { errors: [{ code: 'too_far_ahead' }] } }
    expect(await create({ now })).toMatchObject(tooFar)
    expect(await advance((await create()).body.id, now)).toMatchObject(tooFar)
  })

  test('when it is to pass more than two years at a time, then 400', async () => {
    const { id } = (await create({ now: '0001-01-01T00:00:00Z' })).body
    expect(await advance(id, START)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'too_far_ahead' }] },
    })
    const near = gateway().during(advance(id, '0002-12-31T00:00:00.000Z'), organizationId)
    expect(await near).toMatchObject({ status: 202, body: { status: 'ready' } })
  })

  test('when there are 20 already, then 409', async () => {
    for (let i = 0; i < 20; i += 1) expect((await create()).status).toBe(201)
    expect(await create()).toMatchObject({ status: 409, body: { code: 'too_many_clocks' } })
  })

  test('when it is of another organisation, then 404', async () => {
    const { id } = (await create()).body
    const other = (await all.owner(`other${count}@usher.test`, '192.0.5.1')).call
    const path = `/v1/test/clocks/${id}`
    const refused = await Promise.all([
      other('GET', path),
      other('DELETE', path),
      other('POST', `${path}/advance`, { body: { to: NOON } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    const others = (await all.owner(`named${count}@usher.test`, '192.0.5.2')).caller.organization_id
    const found = await Promise.all([organizationId, others].map((one) => gateway().find(one, id)))
    expect(found).toMatchObject([{ now: START }, undefined])
    expect((await call('GET', path)).body).toMatchObject({ now: START, status: 'ready' })
  })
})

/** Calls with the test data of the organisation, as the gateway has it. */
const inTests = () => all.as({ ...caller, organization_id: testOrganizationId(organizationId) })

async function createInTests() {
  const made = inTests()('POST', '/v1/test/clocks', { body: { now: START } })
  return (await gateway().during(made, testOrganizationId(organizationId))).body
}

/** The clock of this test, as soon as it has work to do. */
async function claimed(by: ReturnType<typeof gateway>) {
  for (;;) {
    const task = await by.claim(organizationId)
    if (task) return task
  }
}
