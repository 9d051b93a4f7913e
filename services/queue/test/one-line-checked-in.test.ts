import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { givenGuest, namesInLine } from './harness.ts'
import { givenCheckedIn, givenLine, lineOf, startOneLine } from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
beforeAll(async () => {
  stage = await startOneLine()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

const callNext = (queue: string) => stage.api('POST', `/v1/queues/${queue}/call-next`)

describe('a customer who was checked in', () => {
  test('a checked-in customer stays in line when the booking is cancelled, marked for staff', async () => {
    const { queue, serviceType } = await givenLine(stage.api)
    const { id, guest } = await givenCheckedIn(stage, { queue, serviceType, in: 5 })
    await stage.publish(stage.booking(id, serviceType, { in: 5, sequence: 2, status: 'cancelled' }))
    const [entry] = await until('the cancellation', async () => {
      const { data } = await lineOf(stage.api, queue)
      return data[0]?.why.includes('booking_cancelled') ? data : undefined
    })
    expect(entry).toMatchObject({ kind: 'guest', guest_id: guest })
    const { body } = await stage.api('GET', `/v1/guests/${guest}`)
    expect(body).toMatchObject({ status: 'waiting', booking: { id, cancelled: true } })
  })

  test('a checked-in customer takes a new turn when the booking is moved', async () => {
    const { queue, serviceType } = await givenLine(stage.api)
    const { id, guest } = await givenCheckedIn(stage, { queue, serviceType, in: 5 })
    await givenGuest(stage.api, queue, { name: 'Walter' })
    await stage.publish(stage.booking(id, serviceType, { in: 90, sequence: 2 }))
    await until('the move', async () => {
      const { body } = await stage.api('GET', `/v1/guests/${guest}`)
      const late = Date.now() + HOUR_MS
      return new Date(body.booking.start).getTime() > late ? body : undefined
    })
    expect((await callNext(queue)).body).toMatchObject({ name: 'Walter' })
    expect(await namesInLine(stage.api, queue)).toEqual(['Walter', 'Bea'])
  })

  test('call-next passes over a checked-in customer who is away, even after the booked time', async () => {
    const { queue, serviceType } = await givenLine(stage.api)
    const { guest } = await givenCheckedIn(stage, { queue, serviceType, in: 1 })
    await givenGuest(stage.api, queue, { name: 'Walter' })
    const { body } = await stage.api('GET', `/v1/guests/${guest}`)
    const back = new Date(stage.clock.now().getTime() + HOUR_MS).toISOString()
    const own = `/public/guests/${body.status_url.split('/w/')[1]}`
    const deferred = await stage.harness.open()('POST', `${own}/defer`, { body: { until: back } })
    expect(deferred.status).toBe(200)
    stage.clock.advance(2 * MINUTE_MS)
    await stage.beat(stage.api, queue)
    expect((await callNext(queue)).body).toMatchObject({ name: 'Walter' })
    expect((await callNext(queue)).body).toMatchObject({ code: 'queue_empty' })
  })

  test('a walk-in goes ahead of a due booking when walk-ins keep half of the starts', async () => {
    const { queue, serviceType } = await givenLine(stage.api, {}, { walk_in_share: 0.5 })
    for (const minutes of [1, 2]) await givenCheckedIn(stage, { queue, serviceType, in: minutes })
    await givenGuest(stage.api, queue, { name: 'Walter' })
    stage.clock.advance(3 * MINUTE_MS)
    await stage.beat(stage.api, queue)
    const clauses = []
    for (let calls = 0; calls < 3; calls += 1) clauses.push((await callNext(queue)).body.clause)
    expect(clauses).toEqual(['booking_due', 'walk_in_share', 'booking_due'])
  })

  test('concurrent calls of two replicas call each guest once', async () => {
    await using replica = await stage.harness.start()
    const other = stage.harness.client({}, replica.url)
    const { queue, serviceType } = await givenLine(stage.api, { servers: 4 }, { mode: 'precedence' })
    await givenCheckedIn(stage, { queue, serviceType, in: 1 })
    stage.clock.advance(2 * MINUTE_MS)
    for (const name of ['Walter', 'Wanda', 'Willi']) await givenGuest(stage.api, queue, { name })
    await stage.beat(stage.api, queue)
    const calls = [stage.api, other, stage.api, other].map((api) =>
      api('POST', `/v1/queues/${queue}/call-next`),
    )
    const called = (await Promise.all(calls)).map(({ body }) => body)
    expect(called.map(({ name }) => name).sort()).toEqual(['Bea', 'Walter', 'Wanda', 'Willi'])
    expect(called.find(({ name }) => name === 'Bea')).toMatchObject({ clause: 'booking_due' })
  })
})
