import { type CloudEvent, guestAdded } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type Receiver, scaled, startReceiver, until } from '@usher/test-kit'
import { startReplicas } from './replicas.ts'

const EVENTS = scaled(4_000)
const PUBLISHED_AT_ONCE = 100
/** Published events that the receiver has not seen yet, so that faults strike while much is in flight. */
const MAX_AHEAD = 2_000
/** Allowed duplicate deliveries beyond those not yet recorded when a fault struck. */
const MAX_DUPLICATES = 200

let replicas: Awaited<ReturnType<typeof startReplicas>>
let receiver: Receiver
beforeAll(async () => {
  replicas = await startReplicas({
    name: 'webhook-delivery',
    settings: { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8' },
  })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await replicas?.[Symbol.asyncDispose]()
})

const deliveries = () => replicas.database.collection('deliveries')

function anEvent(organizationId: string): CloudEvent {
  const id = newId('guest')
  const data = {
    id,
    queue_id: newId('queue'),
    name: 'Ada',
    phone: null,
    party_size: 2,
    position: 1,
    estimated_wait: 0,
  }
  const origin = { organizationId, actor: 'key_test', requestId: 'req-test' }
  return newEvent(guestAdded, { subject: id, sequence: 1, time: new Date(), origin, data })
}

/** Publishes all events, and republishes what the broker has not confirmed, like an outbox relay. */
async function publishAll(events: readonly CloudEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += PUBLISHED_AT_ONCE) {
    const batch = events.slice(at, at + PUBLISHED_AT_ONCE)
    await until('the receiver to catch up', () => receiver.received.length > at - MAX_AHEAD)
    await until('the broker to take events', async () => {
      await replicas.publisher.publish(batch)
      return true
    })
  }
}

/** What the receiver got: by guest, the webhook-ids used. */
function told(): Map<string, Set<string>> {
  const guests = new Map<string, Set<string>>()
  for (const { raw, headers } of receiver.received) {
    const { id } = JSON.parse(raw.toString()).data
    guests.set(id, (guests.get(id) ?? new Set()).add(String(headers['webhook-id'])))
  }
  return guests
}

describe(`two replicas of webhook-delivery with ${EVENTS} events`, () => {
  test('lose no event when one is killed, RabbitMQ restarts and MongoDB elects a new primary', async () => {
    const first = await replicas.start()
    const second = await replicas.start()
    const { status } = await first.api('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })
    expect(status).toBe(201)
    const events = Array.from({ length: EVENTS }, () => anEvent(replicas.organizationId))
    const startedAt = Date.now()
    const publishing = publishAll(events)
    const received = (part: number) =>
      until(`${part * 100} %`, () => receiver.received.length >= part * EVENTS)
    let unwritten = 0
    const countUnwritten = async () => {
      const written = await deliveries().countDocuments({ status: 'delivered' })
      unwritten += Math.max(0, receiver.received.length - written)
    }
    await received(0.25)
    await replicas.stepDown()
    await countUnwritten()
    await received(0.5)
    await second.kill()
    await countUnwritten()
    await received(0.6)
    const third = replicas.start()
    await received(0.75)
    await replicas.restartRabbit()
    await countUnwritten()
    await publishing
    await third
    await until('every event', () => receiver.received.length >= EVENTS && told().size === EVENTS)
    await until(
      'every delivery to be written',
      async () => (await deliveries().countDocuments({ status: 'delivered' })) === EVENTS,
    )
    const seconds = (Date.now() - startedAt) / 1000
    const doubled = receiver.received.length - EVENTS
    process.stdout.write(
      `${EVENTS} events in ${seconds.toFixed(1)} s: 0 lost, ${doubled} received twice, ${unwritten} not written when a fault came\n`,
    )
    const guests = told()
    expect(events.filter(({ subject }) => !guests.has(subject))).toEqual([])
    expect([...guests.values()].filter((ids) => ids.size !== 1)).toEqual([])
    expect(doubled).toBeLessThanOrEqual(unwritten + MAX_DUPLICATES)
    expect(await deliveries().countDocuments()).toBe(EVENTS)
  })
})
