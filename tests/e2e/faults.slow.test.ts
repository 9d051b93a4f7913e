import { type Receiver, readAll, startReceiver, until } from '@usher/test-kit'
import { allGuests, type Load, startAdding } from './load.ts'
import { type OwnUsher, startOwnUsher } from './stack.ts'

let usher: OwnUsher
let receiver: Receiver
let endpoint: string
let load: Load
beforeAll(async () => {
  usher = await startOwnUsher()
  receiver = await startReceiver()
  const body = { url: receiver.url, event_types: ['guest.added'] }
  endpoint = (await usher.api('POST', '/v1/webhook-endpoints', { body })).body.id
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

// A failed test must not leave its load running.
afterEach(() => load.stop())

const acceptMore = (count: number) => {
  const enough = load.accepted.length + count
  return until('more adds', () => load.accepted.length >= enough)
}

const announced = new Map<string, Set<string>>()
let read = 0

/** Guests announced to the receiver, each with the webhook-ids used. */
function delivered(): Map<string, Set<string>> {
  for (const { raw, headers } of receiver.received.slice(read)) {
    const { data } = JSON.parse(raw.toString())
    announced.set(data.id, (announced.get(data.id) ?? new Set()).add(String(headers['webhook-id'])))
  }
  read = receiver.received.length
  return announced
}

/**
 * Must hold after any fault: every accepted guest is in the line, positions are 1 to n, and every guest was announced
 * under one webhook-id, however often it was sent (so consumers applied the event once).
 */
async function expectNothingLost(queue: string): Promise<void> {
  const line = await until('the API to answer', async () => {
    const guests = await allGuests(usher.api, queue)
    return guests.length > 0 && guests
  })
  expect(line.map(({ position }) => position)).toEqual(line.map((_, index) => index + 1))
  const ids = new Set(line.map(({ id }) => id))
  expect(load.accepted.filter((id) => !ids.has(id))).toEqual([])
  const isAnnounced = () => {
    const all = delivered()
    return line.every(({ id }) => all.has(id))
  }
  await until('every guest to be announced', isAnnounced)
  expect(line.filter(({ id }) => delivered().get(id)?.size !== 1)).toEqual([])
}

async function givenQueueUnderLoad(): Promise<string> {
  const queue = (await usher.api('POST', '/v1/queues', { body: { name: 'Busy' } })).body.id
  load = startAdding(usher.api, queue)
  await acceptMore(20)
  return queue
}

describe('guests being added continuously', () => {
  test.each([
    'queue',
    'webhook-delivery',
    'notification',
    'booking-platform',
    'calendar-sync',
    'accounts',
    'gateway',
  ])(
    'no accepted guest and no event is lost when %s is killed with -9',
    async (name) => {
      const queue = await givenQueueUnderLoad()
      const pid = usher.stack.process(name).pid
      usher.stack.process(name).kill('SIGKILL')
      await until('another process', () => {
        const now = usher.stack.process(name).pid
        return now !== undefined && now !== pid
      })
      await usher.stack.process(name).waitReady()
      await acceptMore(20)
      await load.stop()
      await expectNothingLost(queue)
    },
    120_000,
  )

  test('are accepted while RabbitMQ is down for 10 s, and nothing is lost', async () => {
    const queue = await givenQueueUnderLoad()
    await usher.killRabbit()
    const [before, refusedBefore, start] = [load.accepted.length, load.refused.length, Date.now()]
    await until('10 s to pass', () => Date.now() - start > 10_000, 15_000)
    expect(load.accepted.length).toBeGreaterThan(before + 20)
    expect(load.refused.slice(refusedBefore)).toEqual([])
    await usher.restartRabbit()
    await acceptMore(20)
    await load.stop()
    await expectNothingLost(queue)
  })

  test('are all announced after the queue service dies between commit and publish', async () => {
    const queue = await givenQueueUnderLoad()
    await usher.killRabbit()
    await acceptMore(50)
    await load.stop()
    const unpublished = load.accepted.slice(-20)
    expect(unpublished.some((id) => delivered().has(id))).toBe(false)
    usher.stack.process('queue').kill('SIGKILL')
    await usher.restartRabbit()
    await until('the queue service', async () => {
      await usher.stack.process('queue').waitReady()
      return true
    })
    await expectNothingLost(queue)
  })

  test("have each event once in the endpoint's log, with no pending delivery left", async () => {
    const path = `/v1/webhook-endpoints/${endpoint}/deliveries?limit=100`
    // Deliveries are written a moment after they are sent.
    const events = await until('the last deliveries to be in the log', async () => {
      const deliveries = await readAll<{ event_id: string }>(usher.api, path)
      return deliveries.length >= delivered().size && deliveries.map(({ event_id }) => event_id)
    })
    expect(new Set(events).size).toBe(events.length)
    expect(events.length).toBe(delivered().size)
    await until('no open delivery', async () => {
      const { body } = await usher.api('GET', `/v1/webhook-endpoints/${endpoint}/deliveries?status=pending`)
      return body.data.length === 0
    })
  })
})
