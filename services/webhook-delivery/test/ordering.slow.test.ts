import { type CloudEvent, queuePaused } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { createStandingClock, type Receiver, startReceiver, until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, type Harness, shareHarness, startHarness } from './harness.ts'

const shared = shareHarness(createStandingClock)

/** What a receiver got, as `name of the event's guest` and number. */
const placesIn = ({ received }: Receiver) =>
  received.map(({ raw, headers }) => `${JSON.parse(raw.toString()).data.name}${headers['x-usher-sequence']}`)

async function givenOrdered(harness: Harness, settings: object = {}) {
  const receiver = await startReceiver()
  const api = harness.client()
  const endpoint = await givenEndpoint(api, receiver.url, { ordering: 'resource', ...settings })
  const subjects = new Map<string, string>()
  /** The event of a guest, by a one-letter name and its number. */
  const event = (place: string): CloudEvent => {
    const name = place.slice(0, 1)
    const subject = subjects.get(name) ?? newId('guest')
    subjects.set(name, subject)
    return anEvent(harness.organizationId, { name, subject, sequence: Number(place.slice(1)) })
  }
  const arrive = (count: number) =>
    until(`${count} webhooks`, () => receiver.received.length >= count && placesIn(receiver))
  return {
    receiver,
    arrive,
    path: `/v1/webhook-endpoints/${endpoint.id}`,
    log: () => deliveriesOf(api, endpoint.id),
    publish: (...places: string[]) => harness.publish(...places.map(event)),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

describe('an endpoint with ordering by resource', () => {
  test('holds later deliveries of a resource while one fails, and goes on with other resources', async () => {
    const harness = await shared()
    await using given = await givenOrdered(harness)
    given.receiver.answers.push(500)
    await given.publish('a1')
    await given.arrive(1)
    await given.publish('a2', 'b1', 'b2', 'a3')
    expect(await given.arrive(3)).toEqual(['a1', 'b1', 'b2'])
    await until('all to be written', async () => (await given.log()).length === 5)
    harness.clock.advance(5_600)
    await harness.service.jobs.dispatcher.drain()
    expect((await given.arrive(6)).slice(3)).toEqual(['a1', 'a2', 'a3'])
  })

  test('delivers events that arrive out of order by their sequence', async () => {
    const harness = await shared()
    await using given = await givenOrdered(harness)
    await given.publish('a3', 'a2')
    await until('both to be written', async () => (await given.log()).length === 2)
    await harness.service.jobs.dispatcher.drain()
    expect(given.receiver.received).toEqual([])
    await given.publish('a1')
    expect(await given.arrive(3)).toEqual(['a1', 'a2', 'a3'])
  })

  test('delivers an event ten seconds later when the one before it never arrives', async () => {
    const harness = await shared()
    await using given = await givenOrdered(harness)
    await given.publish('a7')
    await until('it to be written', async () => (await given.log()).length === 1)
    await harness.service.jobs.dispatcher.drain()
    expect(given.receiver.received).toEqual([])
    harness.clock.advance(10_000)
    await harness.service.jobs.dispatcher.drain()
    expect(await given.arrive(1)).toEqual(['a7'])
  })

  test('does not wait for an event of a type that was not selected', async () => {
    const harness = await shared()
    await using given = await givenOrdered(harness, { event_types: ['guest.added'] })
    const subject = newId('guest')
    await harness.publish(
      anEvent(harness.organizationId, { subject, sequence: 1, definition: queuePaused }),
      anEvent(harness.organizationId, { subject, sequence: 2, name: 'a' }),
    )
    expect(await given.arrive(1)).toEqual(['a2'])
  })

  test('goes on with the next delivery after the first has finally failed', async () => {
    const harness = await shared()
    await using given = await givenOrdered(harness)
    given.receiver.answers.push(...Array(10).fill(503))
    await given.publish('a1')
    await given.arrive(1)
    await given.publish('a2')
    await until('both to be written', async () => (await given.log()).length === 2)
    for (let attempts = 2; attempts <= 10; attempts += 1) {
      const first = await until('the result', async () => {
        const found = (await given.log()).find(({ sequence }: { sequence: number }) => sequence === 1)
        return found.attempts.length === attempts - 1 && found
      })
      harness.clock.advance(Date.parse(first.next_attempt_at) - harness.clock.now().getTime())
      await harness.service.jobs.dispatcher.drain()
    }
    expect(await given.arrive(11)).toEqual([...Array(10).fill('a1'), 'a2'])
  })

  test('keeps the order when another replica takes over', async () => {
    await using harness = await startHarness({}, { clock: createStandingClock() })
    await using given = await givenOrdered(harness)
    given.receiver.answers.push(500)
    await given.publish('a1', 'a2')
    await given.arrive(1)
    await harness.service[Symbol.asyncDispose]()
    const other = await harness.start()
    await given.publish('a3')
    harness.clock.advance(MINUTE_MS)
    await other.jobs.dispatcher.drain()
    expect(await given.arrive(4)).toEqual(['a1', 'a1', 'a2', 'a3'])
  })

  test('keeps the order of every resource with two replicas, shuffled events and failures', async () => {
    await using harness = await startHarness({}, { clock: createStandingClock() })
    await using given = await givenOrdered(harness)
    const replica = await harness.start()
    const names = 'abcdefgh'.split('')
    const places = [1, 2, 3, 4, 5].flatMap((number) => names.map((name) => `${name}${number}`))
    const shuffled = places.map((place) => ({ place, at: Math.random() })).sort((x, y) => x.at - y.at)
    given.receiver.answers.push(...Array.from({ length: 40 }, (_, i) => (i % 7 === 3 ? 500 : 200)))
    await given.publish(...shuffled.map(({ place }) => place))
    // As long as one is on its way, moving the clock would end the wait for it.
    await until('all to be written', async () => {
      const { body } = await harness.client()('GET', `${given.path}/deliveries?limit=100`)
      return body.data.length === places.length
    })
    await until('all to be delivered', async () => {
      harness.clock.advance(6_000)
      await Promise.all([harness.service.jobs.dispatcher.drain(), replica.jobs.dispatcher.drain()])
      return new Set(placesIn(given.receiver)).size === places.length
    })
    for (const name of names) {
      const seen = placesIn(given.receiver).filter((place) => place.startsWith(name))
      const inOrder = seen.filter((place, i) => place !== seen[i - 1])
      expect(inOrder).toEqual([1, 2, 3, 4, 5].map((number) => `${name}${number}`))
    }
  })
})
