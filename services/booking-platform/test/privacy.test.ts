import { ANONYMOUS_NAME, privacyCompletedBy, privacyRequested } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { accepted, at, bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'

const PHONE = '+14155552671'
type Harness = Awaited<ReturnType<typeof startHarness>>

/** The service, and how privacy requests reach it. */
async function startWithRequests() {
  const stack = new AsyncDisposableStack()
  const harness = stack.use(await startHarness())
  /** Asks, and gives the data of the answers. */
  const ask = async (kind: 'export' | 'erasure', subject: object) => {
    const id = newId('privacyRequest')
    const origin = { organizationId: harness.organizationId, actor: 'mem_test', requestId: 'test' }
    const data = privacyRequested.data.parse({ id, kind, subject })
    const facts = { subject: id, sequence: 1, time: new Date() }
    await harness.publish(newEvent(privacyRequested, { ...facts, origin, data }))
    return await until('the answer', async () => {
      await harness.service.jobs.privacy.run()
      const answers = harness.events
        .of(id)
        .filter(({ source }) => source === '/usher/booking-platform')
        .map((event) => event.data as Record<string, unknown>)
      return answers.some(({ is_last }) => is_last) && answers
    })
  }
  return { harness, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The bookings of 500 others, and which plans the database has for queries from then on. */
async function watchPlans({ config, organizationId: organization_id }: Harness) {
  const stack = new AsyncDisposableStack()
  const connection = await mongoose.createConnection(config.mongoUrl).asPromise()
  stack.defer(() => connection.destroy())
  const others = Array.from({ length: 500 }, (_, i) => ({
    _id: newId('booking'),
    organization_id,
    start: new Date(),
    customer: { phone: `+1415555${1000 + i}`, email: `${i}@example.com` },
  }))
  await connection.collection<{ _id: string }>('bookings').insertMany(others)
  await connection.db?.command({ profile: 2 })
  const plansOf = async (field: string): Promise<string[]> => {
    const asked = { ns: /\.bookings$/, planSummary: { $exists: true } }
    const all = await connection.collection('system.profile').find(asked).toArray()
    const found = all.filter(({ command }) => field in (command.filter ?? {}))
    return found.map(({ planSummary }) => planSummary)
  }
  return { plansOf, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

describe('the personal data of customers with bookings', () => {
  test('looking up one customer uses an index on phone or e-mail', async () => {
    await using all = await startWithRequests()
    const api = all.harness.client()
    const type = await givenServiceType(api)
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    await using plans = await watchPlans(all.harness)
    for (const [field, value] of [
      ['phone', PHONE],
      ['email', 'ada@example.com'],
    ] as const) {
      const { body } = await api('GET', `/api/bookings?${field}=${encodeURIComponent(value)}`)
      expect(body.data).toHaveLength(1)
      await all.ask('export', { [field]: value })
      const used = await plans.plansOf(`customer.${field}`)
      expect(used.length).toBeGreaterThan(1)
      for (const plan of used) expect(plan).toBe(`IXSCAN { organization_id: 1, customer.${field}: 1 }`)
    }
  })

  test('an export has all bookings of the phone number, no others, and no links', async () => {
    await using all = await startWithRequests()
    const api = all.harness.client()
    const type = await givenServiceType(api)
    const mine = await givenBooking(api, bookingOf(type.id, at('09:00')))
    await givenBooking(api, bookingOf(type.id, at('10:00'), { customer: { name: 'Bob' } }))
    const [answer] = await all.ask('export', { phone: PHONE })
    expect(privacyCompletedBy('booking-platform')).toBeDefined()
    expect(answer?.data).toMatchObject([{ type: 'booking', id: mine.id, customer: { name: 'Ada' } }])
    expect(JSON.stringify(answer)).not.toContain('manage_url')
  })

  test('an erasure anonymises past bookings and cancels future ones', async () => {
    await using all = await startWithRequests()
    const api = all.harness.client()
    const type = await givenServiceType(api)
    const notes = { notes: 'Allergic' }
    const ahead = await givenBooking(api, bookingOf(type.id, at('09:00', 3), notes))
    const over = await givenBooking(api, bookingOf(type.id, at('10:00'), notes))
    all.harness.clock.advance(Date.parse(at('10:00')) - all.harness.clock.now().getTime())
    await accepted(api('PATCH', `/api/bookings/${over.id}`, { body: { status: 'completed' } }))
    const [answer] = await all.ask('erasure', { phone: PHONE })
    expect(answer).toMatchObject({ records: 2, data: null })
    for (const [{ id }, status] of [
      [ahead, 'cancelled'],
      [over, 'completed'],
    ] as const) {
      const { body } = await api('GET', `/api/bookings/${id}`)
      const customer = { name: ANONYMOUS_NAME, phone: null, email: null, locale: null }
      expect(body).toMatchObject({ status, customer, notes: null })
    }
    expect((await givenBooking(api, bookingOf(type.id, at('09:00', 3)))).status).toBe('confirmed')
    const told = await until('the event', () =>
      all.harness.events.of(ahead.id).find(({ type: name }) => name === 'booking.cancelled'),
    )
    expect(JSON.stringify(told)).not.toMatch(/Ada|4155552671|Allergic/)
  })

  test('an erased booking whose time has just passed cannot be checked in', async () => {
    await using all = await startWithRequests()
    const api = all.harness.client()
    const type = await givenServiceType(api)
    const { id, end } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    all.harness.clock.advance(Date.parse(end) - all.harness.clock.now().getTime())
    await all.ask('erasure', { phone: PHONE })
    const body = { queue_id: newId('queue') }
    const { status } = await api('POST', `/api/bookings/${id}/check-in`, { body })
    expect([status, (await api('GET', `/api/bookings/${id}`)).body.status]).toEqual([409, 'confirmed'])
  })

  test('erasing an organisation deletes its bookings and service types', async () => {
    await using all = await startWithRequests()
    const api = all.harness.client()
    const type = await givenServiceType(api)
    const { id } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    await all.ask('erasure', { organization: true })
    expect((await api('GET', `/api/bookings/${id}`)).status).toBe(404)
    expect((await api('GET', `/api/service-types/${type.id}`)).status).toBe(404)
  })

  test('a customer is anonymised once the booking is past the guest retention', async () => {
    await using all = await startWithRequests()
    const api = all.harness.client()
    const type = await givenServiceType(api)
    const { id } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    const nameOf = async () => (await api('GET', `/api/bookings/${id}`)).body.customer.name
    all.harness.clock.advance(20 * DAY_MS)
    await all.harness.service.jobs.retention.run()
    expect(await nameOf()).toBe('Ada')
    all.harness.clock.advance(400 * DAY_MS)
    await all.harness.service.jobs.retention.run()
    expect(await nameOf()).toBe(ANONYMOUS_NAME)
  })
})
