import {
  ANONYMOUS_NAME,
  CLOCK_SERVICES,
  clockDatabase,
  clockOrganizationId,
  organizationUpdated,
  privacyRequested,
  testOrganizationId,
} from '@usher/contracts'
import { connectMongo, newEvent, newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { type Client, createFakeClock, startOnce, until } from '@usher/test-kit'
import { createdEvent, givenClock, startHarness } from './harness.ts'

const START = '2026-03-02T09:00:00.000Z'
const NOON = '2026-03-02T12:00:00.000Z'

const clock = createFakeClock()
const shared = startOnce(() => startHarness(clock))

/** A clock of a new organisation. */
async function given(start = START) {
  const harness = await shared()
  const call = harness.client()
  return { harness, call, clock: await givenClock(call, start) }
}

describe('advancing a test clock', () => {
  test('refuses to go back, and stays where it is to go', async () => {
    const { call, clock } = await given()
    const to = (time: string) => call('POST', `${clock.path}/advance`, { body: { to: time } })
    expect(await to('2026-03-02T08:59:59.999Z')).toMatchObject({
      status: 409,
      body: { code: 'clock_backwards' },
    })
    expect(await to(START)).toMatchObject({ status: 202, body: { now: START, status: 'ready' } })
  })

  test('answers at once with its goal, and takes the same goal again', async () => {
    const { call, clock } = await given()
    const to = (time: string) => call('POST', `${clock.path}/advance`, { body: { to: time } })
    const [first, again] = [await to(NOON), await to(NOON)]
    expect(first).toMatchObject({ status: 202, body: { status: 'advancing', advancing_to: NOON } })
    expect(again.status).toBe(202)
    const arrived = await until('the arrival', async () => {
      const { body } = await call('GET', clock.path)
      return body.status === 'ready' && body
    })
    expect(arrived.now).toBe(NOON)
  })

  test('refuses to advance more than two years at once or beyond the real time', async () => {
    const { call, clock: mine } = await given()
    const now = new Date(clock.now().getTime() + 731 * DAY_MS).toISOString()
    const tooFar = { status: 400, body: { errors: [{ code: 'too_far_ahead' }] } }
    expect(await call('POST', '/v1/test/clocks', { body: { now } })).toMatchObject(tooFar)
    expect(await mine.advance(now)).toMatchObject(tooFar)
    const ancient = await givenClock(call, '0001-01-01T00:00:00Z')
    expect(await ancient.advance(START)).toMatchObject(tooFar)
  })
})

describe('the clocks of an organisation', () => {
  test('refuses a 21st clock', async () => {
    const { call } = await given()
    const all = []
    for (let i = 1; i < 21; i += 1) all.push(await call('POST', '/v1/test/clocks', { body: {} }))
    expect(all.map(({ status }) => status)).toEqual([...Array(19).fill(201), 409])
    expect(all.at(-1)?.body.code).toBe('plan_limit_reached')
  })

  test('returns 404 for a clock of another organisation, in the path and in the header', async () => {
    const { harness, clock } = await given()
    const other = harness.client()
    const refused = await Promise.all([
      other('GET', clock.path),
      other('DELETE', clock.path),
      other('POST', `${clock.path}/advance`, { body: { to: NOON } }),
      other('GET', '/v1/queues', { headers: { 'usher-test-clock': clock.id } }),
      other('POST', '/v1/queues', { body: { name: 'X' }, headers: { 'usher-test-clock': clock.id } }),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [404, 'not_found']),
    )
  })

  test('cannot see data of another clock', async () => {
    const { call, clock } = await given()
    const other = await givenClock(call)
    const { id } = (await clock.call('POST', '/v1/queues', { body: { name: 'Mine' } })).body
    expect((await clock.call('GET', `/v1/queues/${id}`)).status).toBe(200)
    expect((await other.call('GET', `/v1/queues/${id}`)).status).toBe(404)
    // Without a clock, only clocks are served here.
    expect((await call('GET', `/v1/queues/${id}`)).status).toBe(404)
  })

  test('are found by requests that name one, too', async () => {
    const { clock } = await given()
    expect((await clock.call('GET', clock.path)).body).toMatchObject({ id: clock.id, now: START })
  })

  test('refuse a caller with live data', async () => {
    const { harness, clock } = await given()
    const live = harness.client({ organization_id: newId('organization') })
    const refused = await live('GET', '/v1/queues', { headers: { 'usher-test-clock': clock.id } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'mode_mismatch' } })
  })
})

describe('the data of a test clock', () => {
  /** Resolves once no collection of any service holds a document of its organisation. */
  async function untilGone(organizationId: string) {
    const { infrastructure } = await shared()
    const connection = await connectMongo(infrastructure.mongoUrl('test-clocks'))
    try {
      await until('the data is gone', async () => {
        for (const service of CLOCK_SERVICES) {
          const { db } = connection.useDb(clockDatabase(connection.name, service))
          for (const { name } of (await db?.listCollections().toArray()) ?? []) {
            // Kept for a day of real time, as answers to repeated requests.
            if (name === 'idempotency') continue
            const left = await db?.collection(name).countDocuments({ organization_id: organizationId })
            if (left) return false
          }
        }
        return true
      })
    } finally {
      await connection.destroy()
    }
  }

  /** A clock with something of its own in each service. */
  async function withData(call: Client) {
    const clock = await givenClock(call)
    const queue = await clock.call('POST', '/v1/queues', { body: { name: 'Mine' } })
    const guest = { name: 'Ada', phone: '+14155552671' }
    await clock.call('POST', `/v1/queues/${queue.body.id}/guests`, { body: guest })
    await clock.call('POST', '/v1/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } })
    const provider = { name: 'Grace', timezone: 'UTC', weekly_hours: [] }
    await clock.call('POST', '/api/providers', { body: provider })
    expect((await clock.advance(NOON)).body).toMatchObject({ status: 'ready' })
    return clock
  }

  test('is deleted with its clock, and that of other clocks is kept', async () => {
    const { harness } = await given()
    const organization_id = testOrganizationId(newId('organization'))
    const call = harness.client({ organization_id })
    const [mine, other] = [await withData(call), await withData(call)]
    expect((await call('DELETE', mine.path)).status).toBe(204)
    expect((await call('GET', mine.path)).status).toBe(404)
    expect((await mine.call('GET', '/v1/queues')).status).toBe(404)
    await untilGone(clockOrganizationId(organization_id, mine.id))
    expect((await other.call('GET', '/v1/queues')).body.data).toHaveLength(1)
    expect((await other.call('GET', '/v1/test/messages')).body.data).not.toEqual([])
  })

  test('is deleted after 30 days without use', async () => {
    const { harness, call, clock: mine } = await given()
    clock.advance(31 * DAY_MS)
    await harness.service.jobs.expiry.run()
    expect((await call('GET', mine.path)).status).toBe(404)
  })

  test('is deleted when a person or the organisation is erased', async () => {
    const { harness } = await given()
    const organizationId = newId('organization')
    const call = harness.client({ organization_id: testOrganizationId(organizationId) })
    const mine = await withData(call)
    const id = newId('privacyRequest')
    const origin = { organizationId, actor: newId('member'), requestId: newId('request') }
    const data = { id, kind: 'erasure', subject: { phone: '+14155552671' } } as const
    const erasure = newEvent(privacyRequested, { subject: id, sequence: 1, time: new Date(), origin, data })
    await harness.publish(erasure)
    await until('the clock is gone', async () => (await call('GET', mine.path)).status === 404)
    await untilGone(clockOrganizationId(testOrganizationId(organizationId), mine.id))
  })
})

test('copies the settings that the organisation has when a clock is first used', async () => {
  const { harness } = await given()
  const organizationId = testOrganizationId(newId('organization'))
  const created = createdEvent(organizationId)
  const settings = { id: organizationId, name: 'Trial', country: 'DE', timezone: 'Europe/Berlin' }
  const updated = newEvent(organizationUpdated, {
    subject: organizationId,
    sequence: 2,
    time: new Date(),
    origin: { organizationId, actor: 'system', requestId: newId('request') },
    data: { ...settings, guest_retention_days: 7, quiet_hours: null },
  })
  await harness.publish(created, updated)
  const call = harness.client({ organization_id: organizationId })
  // Events take a moment; a clock used before they are here has no settings.
  const kept = await until('a clock whose guests are anonymised after a week', async () => {
    const clock = await givenClock(call)
    const queue = await clock.call('POST', '/v1/queues', { body: { name: 'Mine' } })
    const guest = { name: 'Ada', phone: '+14155552671' }
    const { id } = (await clock.call('POST', `/v1/queues/${queue.body.id}/guests`, { body: guest })).body
    await clock.call('POST', `/v1/guests/${id}/seat`)
    await clock.advance('2026-03-11T00:00:00.000Z')
    const { body } = await clock.call('GET', `/v1/guests/${id}`)
    await call('DELETE', clock.path)
    return body.anonymized_at !== null && body
  })
  expect(kept).toMatchObject({ name: ANONYMOUS_NAME, phone: null })
})
