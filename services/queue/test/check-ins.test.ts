import { bookingCheckedIn } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness, timelineOf } from './harness.ts'

const PHONE = '+14155552671'
const CLASSES = [
  { key: 'booking', name: 'With a booking', level: 3 },
  { key: 'vip', name: 'Regulars', level: 9 },
]

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

interface Asked {
  readonly priority?: string | null
  readonly seats?: number
  readonly organizationId?: string
}

/** The check-in of a booking of Ada's. */
function checkIn(
  queue_id: string,
  { organizationId = harness.organizationId, seats = 2, ...more }: Asked = {},
) {
  const id = newId('checkIn')
  const customer = { name: 'Ada', phone: PHONE, email: 'ada@example.com', locale: 'de' as const }
  return newEvent(bookingCheckedIn, {
    ...{ subject: id, sequence: 1, time: new Date() },
    origin: { organizationId, actor: 'key_desk', requestId: id },
    data: { check_in_id: id, booking_id: newId('booking'), queue_id, customer, seats, ...more },
  })
}

const told = ({ subject }: { subject: string }) =>
  harness.events.of(subject).filter(({ type }) => type === 'booking_check_in.handled')

interface Outcome {
  readonly outcome: string
  readonly guest_id: string
  readonly reason: string | null
}

const outcomeOf = (event: { subject: string }) =>
  until('what became of it', () => told(event)[0]?.data as Outcome | undefined)

async function handled(event: ReturnType<typeof checkIn>) {
  await harness.publish(event)
  return await outcomeOf(event)
}

describe('a queue with a class for bookings', () => {
  test('a checked-in booking becomes a guest of the booking class, with the reason in the timeline', async () => {
    const queue = await givenQueue(api, { priority_classes: CLASSES })
    const bob = await givenGuest(api, queue, { name: 'Bob' })
    const event = checkIn(queue)
    const { outcome, guest_id, reason } = await handled(event)
    expect([outcome, reason]).toEqual(['done', null])
    expect((await api('GET', `/v1/guests/${guest_id}`)).body).toMatchObject({
      ...{ name: 'Ada', phone: PHONE, email: 'ada@example.com', locale: 'de', party_size: 2 },
      ...{ priority: 'booking', tags: ['booking'], notes: null, status: 'waiting', position: 1 },
    })
    const why = { type: 'added', actor: 'key_desk', reason: 'booking: With a booking' }
    expect(await timelineOf(api, guest_id)).toMatchObject([{ ...why, position_after: 1 }])
    const [, passed] = await timelineOf(api, bob)
    expect(passed).toMatchObject({ ...why, caused_by: guest_id, position_after: 2 })
    expect(told(event)[0]).toMatchObject({ data: { booking_id: event.data.booking_id, queue_id: queue } })
  })

  test('puts a check-in into the requested class, or at the end of the line for class null', async () => {
    const queue = await givenQueue(api, { priority_classes: CLASSES })
    await givenGuest(api, queue, { name: 'Bob' })
    const first = await handled(checkIn(queue, { priority: 'vip' }))
    const last = await handled(checkIn(queue, { priority: null }))
    const shown = async ({ guest_id }: Outcome) => (await api('GET', `/v1/guests/${guest_id}`)).body
    expect(await shown(first)).toMatchObject({ priority: 'vip', position: 1 })
    expect(await shown(last)).toMatchObject({ priority: null, position: 3, duplicate_of: expect.any(String) })
    expect(await timelineOf(api, first.guest_id)).toMatchObject([{ reason: 'booking: Regulars' }])
  })

  test('refuses a check-in that requests an unknown class', async () => {
    const queue = await givenQueue(api, { priority_classes: CLASSES })
    const event = checkIn(queue, { priority: 'urgent' })
    expect(await handled(event)).toEqual(
      expect.objectContaining({ outcome: 'refused', guest_id: null, reason: 'unknown_priority' }),
    )
    expect(await namesInLine(api, queue)).toEqual([])
  })
})

describe('a queue without classes', () => {
  test('adds a checked-in booking at the end of the line, even without required fields', async () => {
    const custom_fields = [{ key: 'room', label: 'Room', type: 'text', required: true }]
    const queue = await givenQueue(api, { custom_fields })
    await givenGuest(api, queue, { name: 'Bob', fields: { room: '12' } })
    const { guest_id } = await handled(checkIn(queue))
    expect(await namesInLine(api, queue)).toEqual(['Bob', 'Ada'])
    expect(await timelineOf(api, guest_id)).toMatchObject([{ reason: 'booking', position_after: 2 }])
  })

  test('adds one guest for a check-in delivered five times to two replicas, and reports it once', async () => {
    await using _ = await harness.start()
    const queue = await givenQueue(api)
    const event = checkIn(queue)
    await harness.publish(event, event, event)
    await outcomeOf(event)
    await harness.publish(event, event)
    const markers = [checkIn(queue), checkIn(queue), checkIn(queue), checkIn(queue)]
    await harness.publish(...markers)
    for (const marker of markers) await outcomeOf(marker)
    expect(await namesInLine(api, queue)).toHaveLength(1 + markers.length)
    expect(told(event)).toHaveLength(1)
  })
})

describe('a queue that refuses the customer', () => {
  test.each([
    ['queue_full', { capacity: 1 }],
    ['queue_closed', { opening_hours: [] }],
    ['party_too_large', { max_party_size: 1 }],
    ['party_too_small', { min_party_size: 3 }],
  ])('refuses a check-in with the reason %s and adds no guest', async (reason, settings) => {
    const queue = await givenQueue(api, settings)
    if (reason === 'queue_full') await givenGuest(api, queue, { name: 'Bob' })
    expect(await handled(checkIn(queue))).toMatchObject({ outcome: 'refused', guest_id: null, reason })
    expect(await namesInLine(api, queue)).not.toContain('Ada')
  })

  test('accepts a second check-in after one was refused while the queue was paused', async () => {
    const queue = await givenQueue(api)
    await api('POST', `/v1/queues/${queue}/pause`)
    expect(await handled(checkIn(queue))).toMatchObject({ outcome: 'refused', reason: 'queue_paused' })
    await api('POST', `/v1/queues/${queue}/resume`)
    expect(await handled(checkIn(queue))).toMatchObject({ outcome: 'done' })
    expect(await namesInLine(api, queue)).toEqual(['Ada'])
  })

  test('a refused check-in stays refused when it is delivered again after the queue resumes', async () => {
    const queue = await givenQueue(api)
    await api('POST', `/v1/queues/${queue}/pause`)
    const event = checkIn(queue)
    await handled(event)
    await api('POST', `/v1/queues/${queue}/resume`)
    await harness.publish(event)
    await handled(checkIn(queue, { seats: 5 }))
    const { data } = (await api('GET', `/v1/queues/${queue}/guests`)).body
    expect(data).toMatchObject([{ party_size: 5 }])
    expect(told(event)).toHaveLength(1)
  })

  test('refuses a check-in for a queue that is unknown, deleted or of another organisation', async () => {
    const gone = await givenQueue(api)
    await api('DELETE', `/v1/queues/${gone}`)
    const theirs = await givenQueue(harness.otherOrganization())
    for (const queue of [newId('queue'), gone, theirs]) {
      expect(await handled(checkIn(queue))).toMatchObject({ outcome: 'refused', reason: 'not_found' })
    }
  })
})
