import { type EventReader, until } from '@usher/test-kit'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let second: string
beforeAll(async () => {
  harness = await startHarness()
  second = (await harness.start()).url
})
afterAll(() => harness[Symbol.asyncDispose]())

describe('a guest who follows their own place', () => {
  test("streams each change of the place, equal to the API's answer, and nothing else", async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const ahead = await givenGuest(api, queueId)
    const mine = await givenOwnPlace(api, queueId)
    const behind = await givenGuest(api, queueId)
    const stream = await harness.stream(`${mine}/events`, { url: second })
    /** The wait may be estimated anew in between. */
    const places = () =>
      stream.events
        .map(({ data }) => `${data.position} ${data.queue.status} ${data.status}`)
        .filter((place, i, all) => place !== all[i - 1])
    const untilPlaces = (count: number) => until(`${count} places`, () => places().length === count)
    await untilPlaces(1)
    await api('PATCH', `/v1/guests/${behind}`, { body: { notes: 'By the window' } })
    await api('POST', `/v1/guests/${ahead}/seat`)
    await untilPlaces(2)
    await api('POST', `/v1/queues/${queueId}/pause`)
    await untilPlaces(3)
    await harness.open()('POST', `${mine}/leave`)
    await untilPlaces(4)
    expect(places()).toEqual([
      '2 active waiting',
      '1 active waiting',
      '1 paused waiting',
      'null paused removed',
    ])
    const { events } = stream
    expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['place']))
    for (const [i, { data }] of events.entries()) expect(data).not.toEqual(events[i - 1]?.data)
    expect(events.at(-1)?.data).toEqual((await harness.open()('GET', mine)).body)
    stream.leave()
  })

  test('100 guests who follow one queue over two replicas each end with their own place', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const first = await givenGuest(api, queueId)
    const pages = await Promise.all(Array.from({ length: 100 }, () => givenOwnPlace(api, queueId)))
    const urls = [harness.service.url, second]
    const streams = await Promise.all(
      pages.map((page, i) => harness.stream(`${page}/events`, { url: urls[i % 2] ?? '' })),
    )
    await Promise.all(streams.map((stream) => stream.count(1)))
    await api('POST', `/v1/guests/${first}/seat`)
    await harness.open()('POST', `${pages[50]}/defer`, { body: { parties: 20 } })
    for (const [i, stream] of streams.entries()) {
      const { body } = await harness.open()('GET', pages[i] ?? '')
      await until('the same as the snapshot', () => stream.events.at(-1)?.data.position === body.position)
      // Waits get shorter with time alone.
      const { estimated_wait: _, estimated_wait_range: __, ...place } = body
      expect(stream.events.at(-1)?.data).toMatchObject(place)
      stream.leave()
    }
  })

  test('streams a change whose event was lost with the next heartbeat', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const mine = await givenOwnPlace(api, queueId)
    const stream = await harness.stream(`${mine}/events`)
    await stream.count(1)
    // As if another replica's event had been lost: nothing but the database knows.
    const { default: mongoose } = await import('mongoose')
    await using connection = await connect(mongoose, harness.config.mongoUrl)
    await connection.set(queueId, 'Terrace')
    await harness.service.jobs.streams.run()
    expect((await stream.count(2))[1]?.data.queue.name).toBe('Terrace')
    stream.leave()
  })

  test('streams heartbeats as events that page scripts can see', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const mine = await givenOwnPlace(api, queueId)
    const slug = new URL((await api('GET', `/v1/queues/${queueId}`)).body.join_url).pathname.split('/')[2]
    const streams = [`${mine}/events`, `/public/queues/${slug}/display/events`].map((path) =>
      harness.stream(path),
    )
    for (const stream of await Promise.all(streams)) {
      await stream.count(1)
      await harness.service.jobs.streams.run()
      await until('a heartbeat', () => stream.text.includes('event: heartbeat\ndata: {}\n\n'))
      expect(stream.events).toHaveLength(1)
      stream.leave()
    }
  })

  test('the eleventh stream of a page ends the first', async () => {
    const api = harness.client()
    const mine = await givenOwnPlace(api, await givenQueue(api))
    const streams: EventReader[] = []
    for (let i = 0; i < 11; i += 1) streams.push(await harness.stream(`${mine}/events`))
    await until('the end of the first', () => streams[0]?.isOver)
    expect(streams.slice(1).every(({ isOver }) => !isOver)).toBe(true)
    for (const stream of streams) stream.leave()
  })

  test('a HEAD request for the stream answers with headers alone', async () => {
    const api = harness.client()
    const mine = await givenOwnPlace(api, await givenQueue(api))
    const { status, headers } = await harness.open()('HEAD', `${mine}/events`)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/event-stream/)])
  })
})

async function connect(mongoose: typeof import('mongoose'), url: string) {
  const connection = await mongoose.createConnection(url).asPromise()
  return {
    set: (id: string, name: string) =>
      connection
        .collection<{ _id: string }>('queues')
        .updateOne({ _id: id }, { $set: { name }, $inc: { line_version: 1 } }),
    [Symbol.asyncDispose]: () => connection.destroy(),
  }
}
