import { guestUpdated, queuePaused, WEBHOOK_EVENT_TYPES, webhookEnvelopeSchema } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { anEvent, deliveriesOf, givenEndpoint, givenReceiver, type Harness, startHarness } from './harness.ts'

const URL = 'https://example.com/hook'
const ENDPOINTS = '/v1/webhook-endpoints'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const ofNewOrganization = () => harness.client({ organization_id: newId('organization') })

describe('the event types that webhooks tell of', () => {
  test.each(['/v1/event-types', '/api/event-types'])(
    '%s gives each type a schema that its example is valid by',
    async (path) => {
      const { status, body } = await harness.client()('GET', path)
      expect([status, body.data.map(({ type }: { type: string }) => type)]).toEqual([
        200,
        WEBHOOK_EVENT_TYPES,
      ])
      for (const { type, schema, example } of body.data) {
        const validate = addFormats.default(new Ajv2020({ strict: false })).compile(schema)
        expect([type, validate(example), validate.errors]).toEqual([type, true, null])
        expect(webhookEnvelopeSchema.parse(example).event).toBe(type)
        expect(validate({ ...example, event: 'guest.vanished' })).toBe(false)
      }
    },
  )
})

describe('an endpoint for a pattern of event types', () => {
  test('receives only the events that match', async () => {
    await using guests = await givenReceiver(harness, { event_types: ['guest.*'] })
    await using all = await startReceiver()
    await givenEndpoint(guests.api, all.url)
    const { organizationId } = guests
    await harness.publish(
      anEvent(organizationId, { definition: queuePaused }),
      anEvent(organizationId),
      anEvent(organizationId, { definition: queuePaused }),
    )
    await until('all three', () => all.received.length === 3)
    await until('the guest', () => guests.receiver.received.length > 0)
    await harness.service.jobs.dispatcher.drain()
    expect(guests.bodies().map(({ event }) => event)).toEqual(['guest.added'])
  })

  test.each(['*', 'gu.*', 'guest*', 'guest.', 'booking.exploded', '.*', 'GUEST.*', 'guest.*.*'])(
    'is refused with 400 for %s, which matches no event type',
    async (wanted) => {
      const body = { url: URL, event_types: ['queue.*', wanted] }
      const answer = await ofNewOrganization()('POST', ENDPOINTS, { body })
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ pointer: '/event_types/1', code: 'unknown_event_type' }),
      ])
    },
  )
})

describe('an endpoint for selected queues', () => {
  test('receives events of the selected queues and events without a queue', async () => {
    const queue = newId('queue')
    await using some = await givenReceiver(harness, { queue_ids: [queue] })
    await using all = await startReceiver()
    await givenEndpoint(some.api, all.url)
    const { organizationId } = some
    const guest = anEvent(organizationId)
    const inQueue = { ...guest, data: { ...(guest.data as object), queue_id: queue } }
    const gone = { ...anEvent(organizationId), type: guestUpdated.type }
    const outOfQueue = { ...gone, data: { ...(gone.data as object), from_queue_id: queue } }
    const about = () => anEvent(organizationId, { definition: queuePaused })
    const { queue_id: _, ...queueless } = anEvent(organizationId).data as Record<string, unknown>
    const ofNoQueue = { ...anEvent(organizationId), data: queueless }
    const others = [anEvent(organizationId), about()]
    await harness.publish(inQueue, outOfQueue, { ...about(), subject: queue }, ofNoQueue, ...others)
    await until('all', () => all.received.length === 6)
    await until('those of the queue', () => some.receiver.received.length === 4)
    await harness.service.jobs.dispatcher.drain()
    expect(some.receiver.received).toHaveLength(4)
    const ids = (await deliveriesOf(some.api, some.endpoint.id)).map(
      ({ event_id }: { event_id: string }) => event_id,
    )
    expect(ids).toEqual(expect.arrayContaining([inQueue.id, outOfQueue.id]))
    expect(some.receiver.received.map(({ raw }) => JSON.parse(raw.toString()).data)).not.toContainEqual(
      expect.objectContaining({ from_queue_id: queue }),
    )
  })
})

describe('the metadata of an endpoint', () => {
  test('is replaced as a whole by a PATCH, and its limits are enforced', async () => {
    const api = ofNewOrganization()
    const { id, metadata } = await givenEndpoint(api, URL, { metadata: { site: 'north', team: 'floor' } })
    expect(metadata).toEqual({ site: 'north', team: 'floor' })
    const changed = await api('PATCH', `${ENDPOINTS}/${id}`, { body: { metadata: { site: 'south' } } })
    expect(changed.body.metadata).toEqual({ site: 'south' })
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`key${i}`, 'x']))
    for (const [wrong, pointer] of [
      [many, '/metadata'],
      [{ 'a.b': 'x' }, '/metadata/a.b'],
      [{ $set: 'x' }, '/metadata/$set'],
      [{ a: 'x'.repeat(501) }, '/metadata/a'],
      [{ a: 1 }, '/metadata/a'],
    ] as const) {
      const { body } = await api('PATCH', `${ENDPOINTS}/${id}`, { body: { metadata: wrong } })
      expect(body.errors?.[0].pointer).toBe(pointer)
    }
  })
})
