import { bookingCopySchema, bookingCopySent, privacyRequested } from '@usher/contracts'
import { connectBroker, createLogger, createPublisher, newEvent, newId } from '@usher/service-kit'
import { createInfrastructure, startTcpProxy, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { queueService } from '../src/service.ts'
import { givenGuest, type Harness } from './harness.ts'
import { givenExpected, givenLine, lineOf, startOneLine, untilLine } from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
beforeAll(async () => {
  stage = await startOneLine()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

const callNext = (queue: string) => stage.api('POST', `/v1/queues/${queue}/call-next`)

describe('bookings that are stale', () => {
  test('call-next keeps the lane for a due booking while bookings are stale, and calls a walk-in afterwards', async () => {
    const { api } = stage
    const { queue, serviceType } = await givenLine(api, { servers: 2, service_minutes: 1 })
    await givenGuest(api, queue, { name: 'Walter' })
    await givenExpected(stage, { queue, serviceType, in: 1 })
    await stage.beat(api, queue)
    await until('it is expected', async () => (await lineOf(api, queue)).data.length === 2)
    stage.clock.advance(2 * 60_000)
    const { is_stale, next, as_of } = await lineOf(api, queue)
    expect([is_stale, next]).toEqual([true, null])
    expect(new Date(as_of ?? '').getTime()).toBeLessThan(stage.clock.now().getTime() - 60_000)
    expect((await callNext(queue)).body.code).toBe('lane_kept_for_booking')
    await stage.beat(api, queue)
    expect((await lineOf(api, queue)).is_stale).toBe(false)
    expect((await callNext(queue)).body).toMatchObject({ name: 'Walter' })
  })
})

describe('bookings that are over', () => {
  test('learns the show rate after a day, and deletes the copies of the bookings', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    const bookings = Array.from({ length: 25 }, () => newId('booking'))
    await publish(
      ...bookings.map((id, index) =>
        stage.booking(id, serviceType, { in: 5, status: index < 10 ? 'completed' : 'no_show' }),
      ),
    )
    const cancelled = stage.booking(newId('booking'), serviceType, {
      in: 5,
      sequence: 2,
      status: 'cancelled',
    })
    await publish(cancelled, stage.booking(newId('booking'), serviceType, { in: 60 }))
    await untilLine(api, queue, ['Bea'])
    const shown = async () => (await api('GET', `/v1/queues/${queue}/estimates/accuracy`)).body.show_rate
    expect(await shown()).toEqual({ rate: 0.85, bookings: 0 })
    stage.clock.advance(24 * 60 * 60_000 + 20 * 60_000)
    await stage.harness.service.jobs.tidy.run()
    expect(await shown()).toEqual({ rate: 0.4, bookings: 25 })
    expect(await expectedIds()).not.toContain(bookings[0])
    expect(await expectedIds()).not.toContain(cancelled.subject)
  })
})

/** The bookings of which copies are stored. */
async function expectedIds(): Promise<string[]> {
  const database = await mongoose.createConnection(stage.config.mongoUrl).asPromise()
  try {
    const found = await database.collection<{ _id: string }>('expected_bookings').find().toArray()
    return found.map(({ _id }) => _id)
  } finally {
    await database.destroy()
  }
}

describe('the copy of a booking', () => {
  test('the copy of a booking loses the name when its customer is erased', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    await publish(stage.booking(newId('booking'), serviceType, { in: 30 }))
    await untilLine(api, queue, ['Bea'])
    const id = newId('privacyRequest')
    const requested = newEvent(privacyRequested, {
      ...{ subject: id, sequence: 1, time: new Date() },
      origin: { organizationId: stage.organizationId, actor: 'mem_test', requestId: 'test' },
      data: { id, kind: 'erasure', subject: { phone: '+14155552671' } },
    })
    await publish(requested)
    await until('the erasure', async () => {
      await stage.harness.service.jobs.privacy.run()
      return (await lineOf(api, queue)).data[0]?.name === 'Anonymous guest'
    })
    expect((await lineOf(api, queue)).data).toMatchObject([{ kind: 'expected', name: 'Anonymous guest' }])
  })
})

describe('a service that is cut off from the broker', () => {
  test('shows a stale line and keeps the lane for a due booking, until it receives the missed bookings', async () => {
    await using infrastructure = await createInfrastructure()
    await using direct = await connectBroker(infrastructure.rabbitUrl, createLogger('test', 'silent'))
    const publisher = await createPublisher(direct)
    const publish: Harness['publish'] = (...events) => publisher.publish(events)
    const broker = new URL(infrastructure.rabbitUrl)
    await using proxy = await startTcpProxy(Number(broker.port))
    broker.port = String(proxy.port)
    const own = { mongoUrl: infrastructure.mongoUrl('queue'), rabbitUrl: broker.href }
    await using service = await queueService.start({ ...stage.config, ...own }, stage.clock)
    const api = stage.harness.client({}, service.url)
    const { queue, serviceType } = await givenLine(api, { servers: 2, service_minutes: 1 })
    await givenGuest(api, queue, { name: 'Walter' })
    await givenExpected({ ...stage, api, publish }, { queue, serviceType, in: 1 })
    await stage.beat(api, queue, publish)
    const { as_of, data } = await lineOf(api, queue)
    expect(data).toHaveLength(2)
    proxy.silence()
    stage.clock.advance(2 * 60_000)
    await publish(stage.booking(newId('booking'), serviceType, { in: 3, name: 'Missed' }))
    expect(await lineOf(api, queue)).toMatchObject({ as_of, is_stale: true, next: null })
    const refused = await api('POST', `/v1/queues/${queue}/call-next`)
    expect(refused.body.code).toBe('lane_kept_for_booking')
    proxy.heal()
    await stage.beat(api, queue, publish)
    const healed = await lineOf(api, queue)
    expect(healed.is_stale).toBe(false)
    expect(healed.data.map(({ name }) => name)).toContain('Missed')
  })
})

describe('a booking whose events the queue service missed', () => {
  test('expects the booking after receiving a copy of it, and ignores an older copy', async () => {
    const { api, publish } = stage
    const { queue, serviceType } = await givenLine(api)
    const [made] = [stage.booking(newId('booking'), serviceType, { in: 30, name: 'Early', sequence: 3 })]
    const copyOf = ({ data, ...about }: typeof made, sequence: number, name: string) =>
      newEvent(bookingCopySent, {
        ...{ subject: about.subject, sequence, time: new Date() },
        origin: { organizationId: stage.organizationId, actor: 'mem_test', requestId: 'test' },
        data: bookingCopySchema.parse({ ...data, customer: { ...data.customer, name } }),
      })
    await publish(copyOf(made, 3, 'Told'))
    await untilLine(api, queue, ['Told'])
    await publish(copyOf(made, 2, 'Old'))
    await publish(stage.booking(newId('booking'), serviceType, { in: 40, name: 'Marker' }))
    expect(await untilLine(api, queue, ['Told', 'Marker'])).toHaveLength(2)
  })
})

describe('staff who follow the stream of a queue', () => {
  test('queue_line.changed goes to the queue that expects a changed booking, and to no other', async () => {
    const { api, publish, harness } = stage
    const { queue, serviceType } = await givenLine(api)
    const { queue: other } = await givenLine(api)
    const follow = (id: string) => harness.stream(`/v1/queues/${id}/events`, { given: {} })
    const [stream, elsewhere] = [await follow(queue), await follow(other)]
    for (const one of [stream, elsewhere]) await one.count(1)
    const id = newId('booking')
    await publish(stage.booking(id, serviceType, { in: 20 }))
    const told = await until('the change', () =>
      stream.events.find(({ name }) => name === 'queue_line.changed'),
    )
    expect(told.data).toMatchObject({ event: 'queue_line.changed', data: { queue_id: queue } })
    expect(JSON.stringify(told.data)).not.toMatch(/Bea|4155552671/)
    await untilLine(api, queue, ['Bea'])
    expect(elsewhere.events.map(({ name }) => name)).not.toContain('queue_line.changed')
    for (const one of [stream, elsewhere]) one.leave()
  })
})
