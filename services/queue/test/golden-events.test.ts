import { bookingCheckedIn, bookingCreated, type EventDefinition, replyReceived } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { goldenEvents, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

describe('the golden event files of the queue service', () => {
  test('raises each event with exactly the fields of its golden file', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const [first, second, third] = [
      await givenGuest(api, queue),
      await givenGuest(api, queue),
      await givenGuest(api, queue),
    ]
    await givenGuest(api, queue)
    await api('PATCH', `/v1/guests/${first}`, { body: { party_size: 5 } })
    for (const verb of ['notify', 'seat']) await api('POST', `/v1/guests/${first}/${verb}`)
    await api('POST', `/v1/guests/${second}/no-show`)
    await api('DELETE', `/v1/guests/${third}`)
    await api('PATCH', `/v1/queues/${queue}`, { body: { servers: 3 } })
    for (const verb of ['pause', 'resume']) await api('POST', `/v1/queues/${queue}/${verb}`)

    await publish(replyReceived, { guest_id: first })
    await publish(bookingCheckedIn, { queue_id: queue, priority: null })
    const bookings = { service_type_ids: [newId('serviceType')] }
    await api('PATCH', `/v1/queues/${queue}`, { body: { bookings } })
    const now = new Date().toISOString()
    await publish(bookingCreated, { service_type_id: bookings.service_type_ids[0], start: now, end: now })

    const empty = await givenQueue(api)
    expect((await api('DELETE', `/v1/queues/${empty}`)).status).toBe(204)

    for (const golden of goldenEvents().filter(({ source }) => source === '/usher/queue')) {
      const raised = await until(golden.type, () =>
        harness.events.events.find(({ type }) => type === golden.type),
      )
      expect(shapeOf(raised.data)).toEqual(shapeOf(golden.data))
      const { traceparent: _, data: __, ...attributes } = golden
      expect(Object.keys(raised)).toEqual(expect.arrayContaining(Object.keys(attributes)))
      expect(raised).toMatchObject({ source: golden.source, dataversion: golden.dataversion })
    }
  })
})

/** Publishes the golden event of another service, about something that there is here. */
async function publish({ type }: EventDefinition, about: object): Promise<void> {
  const golden = goldenEvents().find((event) => event.type === type)
  if (!golden) throw new Error(`there is no golden file of ${type}`)
  const data = { ...(golden.data as object), ...about }
  await harness.publish({ ...golden, id: newId('event'), organizationid: harness.organizationId, data })
}

const shapeOf = (data: unknown) => Object.keys(data as object).sort()
