import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { givenGuest, timelineOf } from './harness.ts'
import {
  givenCheckedIn,
  givenExpected,
  givenLine,
  lineOf,
  startOneLine,
  untilLine,
} from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
beforeAll(async () => {
  stage = await startOneLine()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

const callNext = (queue: string) => stage.api('POST', `/v1/queues/${queue}/call-next`)

describe('a queue that expects bookings of a service type', () => {
  test('a booking goes from expected to checked in and is called with the clause booking_due', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api, {}, { mode: 'precedence' })
    const walkIn = await givenGuest(api, queue, { name: 'Walter' })
    const id = await givenExpected(stage, { queue, serviceType, in: 5 })
    await stage.beat(api, queue)
    const { data: expected } = await lineOf(api, queue)
    expect(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
      { kind: 'expected', guest_id: null, booking_id: id, arrived_at: null, position: null },
      { kind: 'guest', guest_id: walkIn, booking_id: null, booked_start: null, position: 1 },
    ])
    await publish(stage.checkIn(id, queue))
    const here = await until('the check-in', async () => {
      const { data } = await lineOf(api, queue)
      return data.find((entry) => entry.booking_id === id && entry.kind === 'guest')
    })
    expect(here).toMatchObject({ booking_id: id, position: 2 })
    stage.clock.advance(6 * 60_000)
    await stage.beat(api, queue)
    expect((await lineOf(api, queue)).next).toEqual({ guest_id: here.guest_id, clause: 'booking_due' })
    const called = await callNext(queue)
    expect(called.body).toMatchObject({ id: here.guest_id, clause: 'booking_due', booking: { id } })
    expect((await timelineOf(api, called.body.id)).at(-1)).toMatchObject({
      ...{ type: 'notified', reason: 'booking_due' },
    })
    expect((await callNext(queue)).body).toMatchObject({ id: walkIn, clause: 'arrival' })
  })

  test('call-next answers 409 with the time while the lane is kept for a booking about to begin', async () => {
    const { api } = stage
    const { queue, serviceType } = await givenLine(api, { service_minutes: 30 })
    const walkIn = await givenGuest(api, queue, { name: 'Walter' })
    await givenExpected(stage, { queue, serviceType, in: 2, minutes: 30 })
    await stage.beat(api, queue)
    const { next, kept_until, data } = await lineOf(api, queue)
    const [expected] = data.filter(({ kind }) => kind === 'expected')
    expect([next, kept_until]).toEqual([null, expected?.booked_start])
    const refused = await callNext(queue)
    expect([refused.status, refused.body.code]).toEqual([409, 'lane_kept_for_booking'])
    expect(refused.body.detail).toContain(kept_until)
    expect((await api('POST', `/v1/guests/${walkIn}/notify`)).status).toBe(200)
  })

  test('changed booking settings remove or add expected bookings', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    await publish(stage.booking(newId('booking'), serviceType, { in: 30 }))
    await untilLine(api, queue, ['Bea'])
    const { body } = await api('GET', `/v1/queues/${queue}`)
    await api('PATCH', `/v1/queues/${queue}`, { body: { bookings: null } })
    await untilLine(api, queue, [])
    const other = { ...body.bookings, service_type_ids: [newId('serviceType')] }
    await api('PATCH', `/v1/queues/${queue}`, { body: { bookings: other } })
    expect((await lineOf(api, queue)).data).toEqual([])
    await api('PATCH', `/v1/queues/${queue}`, { body: { bookings: body.bookings } })
    expect((await lineOf(api, queue)).data).toMatchObject([{ name: 'Bea' }])
  })

  test('expects a moved booking at its new time, or in the queue of its new service type', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    const { queue: elsewhere, serviceType: other } = await givenLine(api)
    const [ann, bob] = [newId('booking'), newId('booking')]
    await publish(
      stage.booking(ann, serviceType, { in: 40, name: 'Ann' }),
      stage.booking(bob, serviceType, { in: 60, name: 'Bob' }),
    )
    await untilLine(api, queue, ['Ann', 'Bob'])
    await publish(stage.booking(ann, serviceType, { in: 90, name: 'Ann', sequence: 2 }))
    await untilLine(api, queue, ['Bob', 'Ann'])
    await publish(stage.booking(bob, other, { in: 60, name: 'Bob', sequence: 2 }))
    await untilLine(api, queue, ['Ann'])
    expect(await untilLine(api, elsewhere, ['Bob'])).toHaveLength(1)
  })

  test('keeps the newest version of a booking when events are repeated, late or out of order', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    const [id, marker] = [newId('booking'), newId('booking')]
    const first = stage.booking(id, serviceType, { in: 20, name: 'Old' })
    const second = stage.booking(id, serviceType, { in: 20, name: 'New', sequence: 2 })
    const last = stage.booking(id, serviceType, { in: 20, sequence: 3, status: 'cancelled' })
    await publish(second, first, second)
    await untilLine(api, queue, ['New'])
    await publish(last, second, first)
    await publish(stage.booking(marker, serviceType, { in: 25, name: 'Marker' }))
    expect(await untilLine(api, queue, ['Marker'])).toHaveLength(1)
  })

  test.each(['pending', 'completed', 'no_show'] as const)(
    'expects no customer for a booking that is %s',
    async (status) => {
      const { api, publish } = stage
      const { queue, serviceType } = await givenLine(api)
      await publish(
        stage.booking(newId('booking'), serviceType, { in: 20, name: 'Not', status }),
        stage.booking(newId('booking'), serviceType, { in: 25, name: 'Marker' }),
      )
      expect(await untilLine(api, queue, ['Marker'])).toHaveLength(1)
    },
  )

  test('expects no booking of another organisation', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    await publish(
      stage.booking(newId('booking'), serviceType, { in: 20, organizationId: newId('organization') }),
      stage.booking(newId('booking'), serviceType, { in: 25, name: 'Marker' }),
    )
    expect(await untilLine(api, queue, ['Marker'])).toHaveLength(1)
  })

  test('keeps a booking expected when its check-in is refused by a paused queue', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    const id = newId('booking')
    await publish(stage.booking(id, serviceType, { in: 5 }))
    await untilLine(api, queue, ['Bea'])
    await api('POST', `/v1/queues/${queue}/pause`)
    const checkIn = stage.checkIn(id, queue)
    await publish(checkIn)
    await until('the refusal', () =>
      stage.events.of(checkIn.subject).find(({ type }) => type === 'booking_check_in.handled'),
    )
    expect((await lineOf(api, queue)).data).toMatchObject([{ kind: 'expected', booking_id: id }])
  })
})

describe('a queue that expects no bookings', () => {
  test('shows the line by arrival, neither stale nor kept for a booking', async () => {
    const queue = await (async () => {
      const { body } = await stage.api('POST', '/v1/queues', { body: { name: 'Plain' } })
      return body.id
    })()
    for (const name of ['Walter', 'Wanda']) await givenGuest(stage.api, queue, { name })
    const line = await lineOf(stage.api, queue)
    expect(line).toMatchObject({ as_of: null, is_stale: false, kept_until: null })
    expect(line.data.map(({ name, why }) => [name, why])).toEqual([
      ['Walter', ['arrival']],
      ['Wanda', ['arrival']],
    ])
    expect((await callNext(queue)).body).toMatchObject({ name: 'Walter', clause: null })
    expect((await lineOf(stage.api, queue)).data[0]).toMatchObject({ why: ['called'], predicted_start: null })
  })
})

/** What the line predicts for a guest, in minutes from now, and what the guest is told. */
async function toldAndPredicted(queue: string, guest: string) {
  const { body } = await stage.api('GET', `/v1/guests/${guest}`)
  const entry = (await lineOf(stage.api, queue)).data.find(({ guest_id }) => guest_id === guest)
  const until = (at = '') => (Date.parse(at) - stage.harness.clock.now().getTime()) / 60_000
  return { told: body.estimated_wait, predicted: until(entry?.predicted_start?.p50) }
}

describe('a walk-in who joins before expected bookings', () => {
  test('the estimate counts bookings expected to go first, and only in the queue that expects them', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    const plain = (await api('POST', '/v1/queues', { body: { name: 'Plain' } })).body.id
    for (const id of [queue, plain]) await givenGuest(api, id, { name: 'First' })
    await publish(
      ...[2, 4, 6].map((minutes) => stage.booking(newId('booking'), serviceType, { in: minutes })),
    )
    await until('all are expected', async () => (await lineOf(api, queue)).data.length === 4)
    const waitIn = async (id: string) =>
      (await api('POST', `/v1/queues/${id}/guests`, { body: { name: 'Walter' } })).body.estimated_wait
    expect(await waitIn(plain)).toBe(10)
    // From the first in 2 minutes on, 10 minutes each.
    expect(await waitIn(queue)).toBe(42)
  })

  test('the estimate follows the line when a lane is kept for a booking made later', async () => {
    const { queue, serviceType } = await givenLine(stage.api, { service_minutes: 30 })
    const id = await givenGuest(stage.api, queue, { name: 'Walter' })
    await givenExpected(stage, { queue, serviceType, in: 2, minutes: 30 })
    await stage.beat(stage.api, queue)
    const { told, predicted } = await toldAndPredicted(queue, id)
    expect(predicted).toBeGreaterThan(20)
    expect(Math.abs(told - predicted)).toBeLessThanOrEqual(1)
  })
})

describe('customers who came early for their bookings', () => {
  test('a walk-in who is called before early customers is quoted no wait for them', async () => {
    const { queue, serviceType } = await givenLine(stage.api, {}, { early_minutes: 60 })
    for (const minutes of [45, 55]) await givenCheckedIn(stage, { queue, serviceType, in: minutes })
    const id = await givenGuest(stage.api, queue, { name: 'Walter' })
    const { told } = await toldAndPredicted(queue, id)
    expect(told).toBeLessThanOrEqual(1)
    expect((await callNext(queue)).body).toMatchObject({ name: 'Walter' })
  })

  test('quotes a customer who goes first the wait that the line predicts', async () => {
    const { queue, serviceType } = await givenLine(stage.api, { service_minutes: 20 })
    await givenGuest(stage.api, queue, { name: 'Walter' })
    await callNext(queue)
    const { guest } = await givenCheckedIn(stage, { queue, serviceType, in: 5 })
    const { told, predicted } = await toldAndPredicted(queue, guest)
    expect(predicted).toBeGreaterThan(10)
    expect(Math.abs(told - predicted)).toBeLessThanOrEqual(1)
  })
})
