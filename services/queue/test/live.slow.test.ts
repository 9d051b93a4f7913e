import { type EventReader, manage, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let second: string
beforeAll(async () => {
  harness = await startHarness()
  second = (await harness.start()).url
})
afterAll(() => harness[Symbol.asyncDispose]())

const follow = (queueId: string, options: Parameters<Harness['stream']>[1] = {}) =>
  harness.stream(`/v1/queues/${queueId}/events`, { given: {}, ...options })

const named = (reader: EventReader) => reader.events.map(({ name }) => name)

describe('staff who follow a queue', () => {
  test('the stream starts with a snapshot and continues with events as webhooks carry them', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const stream = await follow(queueId)
    await stream.count(1)
    const id = await givenGuest(api, queueId, { phone: '+1 415 555 2671' })
    await stream.count(2)
    await api('POST', `/v1/guests/${id}/seat`)
    await api('POST', `/v1/queues/${queueId}/pause`)
    const [snapshot, added, seated, paused] = await stream.count(4)
    expect(snapshot).toMatchObject({ name: 'snapshot', data: { queue: { id: queueId, waiting_count: 0 } } })
    expect(added?.data).toEqual({
      event: 'guest.added',
      timestamp: expect.any(String),
      sequence: 1,
      data: harness.events.of(id)[0]?.data,
      guest: expect.objectContaining({ id, position: 1, rank: expect.any(String), status: 'waiting' }),
    })
    expect(seated?.data.guest).toMatchObject({ id, position: null, rank: null, status: 'seated' })
    expect([seated?.name, seated?.data.sequence, paused?.name]).toEqual(['guest.seated', 2, 'queue.paused'])
    stream.leave()
  })

  test('a transfer reaches the streams of both queues, without the guest object', async () => {
    const api = harness.client()
    const [from, to] = [await givenQueue(api), await givenQueue(api)]
    const guest = await givenGuest(api, from)
    const streams = [await follow(from), await follow(to)]
    for (const stream of streams) await stream.count(1)
    await api('POST', `/v1/guests/${guest}/transfer`, { body: { queue_id: to } })
    for (const stream of streams) {
      const told = await until('the transfer', () =>
        stream.events.find(({ name }) => name === 'guest.updated'),
      )
      expect(told.data).toMatchObject({ data: { id: guest, queue_id: to } })
      // A key for one of the queues may not see the other.
      expect(told.data).not.toHaveProperty('guest')
      stream.leave()
    }
  })

  test('line_version tells whether a snapshot is newer than a list', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const versionOfList = async (filter = '') =>
      (await api('GET', `/v1/queues/${queueId}/guests${filter}`)).body.line_version
    const before = await versionOfList()
    const id = await givenGuest(api, queueId)
    await api('PATCH', `/v1/guests/${id}`, { body: { notes: 'By the window' } })
    const stream = await follow(queueId)
    const [snapshot] = await stream.count(1)
    expect(snapshot?.data.line_version).toBeGreaterThan(before)
    expect(await versionOfList()).toBe(snapshot?.data.line_version)
    expect(await versionOfList('?q=Ada')).toBeNull()
    stream.leave()
  })

  test('ranks in the stream sort moved guests like the list', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const [first, second, third] = [
      await givenGuest(api, queueId),
      await givenGuest(api, queueId),
      await givenGuest(api, queueId),
    ]
    const stream = await follow(queueId)
    await stream.count(1)
    await api('POST', `/v1/guests/${third}/move`, { body: { position: 1 } })
    await api('POST', `/v1/guests/${second}/move`, { body: { position: 1 } })
    const moves = await until('both moves', () => {
      const found = stream.events.filter(({ name }) => name === 'guest.updated')
      return found.length === 2 && found
    })
    const ranks = new Map(moves.map(({ data }) => [data.data.id, data.guest.rank]))
    const { data } = (await api('GET', `/v1/queues/${queueId}/guests`)).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([second, third, first])
    const listed: string[] = data.map(({ rank }: { rank: string }) => rank)
    expect(listed).toEqual(listed.toSorted())
    expect(listed.slice(0, 2)).toEqual([ranks.get(second), ranks.get(third)])
    stream.leave()
  })

  test('the stream is an unbuffered text/event-stream with a retry time', async () => {
    const stream = await follow(await givenQueue(harness.client()))
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    await stream.count(1)
    expect(stream.text).toMatch(/^retry: [12]\d{3}\n\n/)
    stream.leave()
  })

  test('a reconnect to another replica delivers missed events once, without a snapshot', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const stream = await follow(queueId)
    const first = await givenGuest(api, queueId)
    await stream.count(2)
    stream.leave()
    const missed = [await givenGuest(api, queueId), await givenGuest(api, queueId)]
    const other = await givenQueue(api)
    await givenGuest(api, other)
    const witness = await follow(queueId, { url: second, lastEventId: stream.lastEventId })
    await until('the events at the second replica', () => witness.events.length >= 2)
    const last = await givenGuest(api, queueId)
    const events = await witness.count(3)
    expect(events.map(({ data }) => data.data.id)).toEqual([...missed, last])
    expect(events.map(({ data }) => data.data.id)).not.toContain(first)
    witness.leave()
  })

  test('an unknown Last-Event-ID starts the stream with a snapshot', async () => {
    const api = harness.client()
    const [queueId, other] = [await givenQueue(api), await givenQueue(api)]
    await givenGuest(api, queueId)
    await givenGuest(api, other)
    const elsewhere = await follow(other)
    await elsewhere.count(1)
    for (const lastEventId of ['evt_01h455vb4pex5vsknk084sn02q', 'nonsense', elsewhere.lastEventId]) {
      const stream = await follow(queueId, { lastEventId })
      expect((await stream.count(1))[0]?.data.queue).toMatchObject({ id: queueId, waiting_count: 1 })
      stream.leave()
    }
    elsewhere.leave()
  })

  test('a key without queues:read receives guest events alone', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const stream = await follow(queueId, { given: { scopes: ['guests:read'] } })
    expect((await stream.count(1))[0]?.data).toEqual({ queue: null, line_version: 1 })
    await api('POST', `/v1/queues/${queueId}/pause`)
    await api('POST', `/v1/queues/${queueId}/resume`)
    await givenGuest(api, queueId)
    await stream.count(2)
    expect(named(stream)).toEqual(['snapshot', 'guest.added'])
    stream.leave()
  })

  test('answers 404 to another organisation, and 403 to a key without access to the queue or its guests', async () => {
    const queueId = await givenQueue(harness.client())
    const path = `/v1/queues/${queueId}/events`
    expect((await harness.otherOrganization()('GET', path)).status).toBe(404)
    const limited = { queue_ids: ['q_01h455vb4pex5vsknk084sn02q'] }
    expect((await harness.client(limited)('GET', path)).status).toBe(403)
    expect((await harness.client({ scopes: ['queues:read'] })('GET', path)).status).toBe(403)
  })

  test('sends heartbeats while nothing happens, and ends the stream after an hour', async () => {
    await using quiet = await startHarness()
    const queueId = await givenQueue(quiet.client())
    const stream = await quiet.stream(`/v1/queues/${queueId}/events`, { given: {} })
    await stream.count(1)
    quiet.clock.advance(59 * 60_000)
    await quiet.service.jobs.streams.run()
    await until('a heartbeat', () => stream.text.endsWith('\n\n:\n\n'))
    quiet.clock.advance(60_000)
    await quiet.service.jobs.streams.run()
    expect(await until('the end', () => stream.isOver)).toBe(true)
  })

  test('ends streams at once when the service stops', async () => {
    await using stopping = await startHarness()
    const queueId = await givenQueue(stopping.client())
    const stream = await stopping.stream(`/v1/queues/${queueId}/events`, { given: {} })
    await stream.count(1)
    await stopping.service[Symbol.asyncDispose]()
    expect(await until('the end', () => stream.isOver)).toBe(true)
  })

  test('ends streams when the broker connection is lost, and restarts them with a snapshot', async () => {
    await using lonely = await startHarness()
    const api = lonely.client()
    const queueId = await givenQueue(api)
    const path = `/v1/queues/${queueId}/events`
    const stream = await lonely.stream(path, { given: {} })
    await givenGuest(api, queueId)
    await stream.count(2)
    await until('the end', async () => {
      await closeConnections(lonely)
      return stream.isOver
    })
    await givenGuest(api, queueId)
    const again = await lonely.stream(path, { given: {}, lastEventId: stream.lastEventId })
    expect((await again.count(1))[0]).toMatchObject({
      name: 'snapshot',
      data: { queue: { waiting_count: 2 } },
    })
    again.leave()
  })
})

/** Closes the connections of the service that the broker lists: a new one is listed some seconds later. */
async function closeConnections({ infrastructure }: Harness): Promise<void> {
  const { rabbitManagementUrl: url, vhost } = infrastructure
  const all = (await manage(url, 'GET', `/api/vhosts/${vhost}/connections`)) as {
    name: string
    timeout?: number
  }[]
  // Told by their heartbeat; the test's own goes on.
  for (const { name } of all.filter(({ timeout }) => timeout === 10)) {
    await manage(url, 'DELETE', `/api/connections/${encodeURIComponent(name)}`).catch(() => {})
  }
}

describe('100 clients on one queue over two replicas', () => {
  test('every client receives every event once and in order, even after reconnecting', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    await givenGuest(api, queueId)
    const urls = [harness.service.url, second]
    const open = (i: number, lastEventId?: string) => follow(queueId, { url: urls[i % 2] ?? '', lastEventId })
    const clients = await Promise.all(Array.from({ length: 100 }, (_, i) => open(i)))
    await Promise.all(clients.map((client) => client.count(1)))
    const ids: string[] = []
    const add = async () => ids.push(await givenGuest(api, queueId))
    // A replica may hear of what is in the first snapshot only after it has sent it.
    const heard = (...streams: EventReader[]) =>
      streams
        .flatMap(({ events }) => events.map(({ data }) => data.data?.id))
        .filter((id) => ids.includes(id))
    for (let i = 0; i < 5; i += 1) await add()
    for (const client of clients) await until('five events', () => heard(client).length === 5)
    for (const client of clients) client.leave()
    for (let i = 0; i < 5; i += 1) await add()
    const back = await Promise.all(clients.map(({ lastEventId }, i) => open(i + 1, lastEventId)))
    for (let i = 0; i < 5; i += 1) await add()
    for (const [i, reader] of back.entries()) {
      const before = clients[i] as typeof reader
      await until('all events', () => heard(before, reader).length >= ids.length)
      expect(heard(before, reader)).toEqual(ids)
      reader.leave()
    }
  })
})
