import { operations } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, startHarness } from './harness.ts'

let api: Client
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A restaurant with tables, at each of which a party sits for 40 minutes. */
const givenTables = (servers: number) => givenQueue(api, { servers, service_minutes: 40 })

const waits = async (queueId: string) =>
  (await api('GET', `/v1/queues/${queueId}/guests`)).body.data.map(
    ({ estimated_wait }: { estimated_wait: number }) => estimated_wait,
  )
const queue = async (id: string) => (await api('GET', `/v1/queues/${id}`)).body
const count = (id: string, free: number, as = api) =>
  as('POST', `/v1/queues/${id}/free-places`, { body: { count: free } })
const seat = (id: string) => api('POST', `/v1/guests/${id}/seat`)

describe('a restaurant with free tables', () => {
  test('quotes no wait to six of eight parties at six tables, and a full sitting to the other two', async () => {
    const id = await givenTables(6)
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) await givenGuest(api, id, { name })
    expect(await waits(id)).toEqual([0, 0, 0, 0, 0, 0, 40, 40])
  })

  test('a seated party holds its table for the service time', async () => {
    const id = await givenTables(2)
    const [ada, bob] = [await givenGuest(api, id), await givenGuest(api, id)]
    await seat(ada)
    expect(await queue(id)).toMatchObject({ free_places: 1, estimated_wait: 40 })
    harness.clock.advance(15 * MINUTE_MS)
    await seat(bob)
    expect(await queue(id)).toMatchObject({ free_places: 0, estimated_wait: 25 })
    harness.clock.advance(26 * MINUTE_MS)
    expect(await queue(id)).toMatchObject({ free_places: 1, estimated_wait: 0 })
  })

  test('frees the table of a no-show, and takes it again on undo', async () => {
    const id = await givenTables(1)
    const ada = await givenGuest(api, id)
    const freeAfter = async (step: string) => {
      await api('POST', `/v1/guests/${ada}/${step}`)
      return (await queue(id)).free_places
    }
    expect(await freeAfter('notify')).toBe(0)
    expect(await freeAfter('no-show')).toBe(1)
    expect(await freeAfter('undo')).toBe(0)
  })
})

describe('staff who count the free tables', () => {
  test('a count of no free tables makes new guests wait, and publishes queue.updated', async () => {
    const id = await givenTables(3)
    const { status, body } = await count(id, 0)
    expect([status, operations.countFreePlaces.answer.parse(body)]).toEqual([200, body])
    // Of a table that is taken nobody knows since when, half of the time is left.
    expect(body).toMatchObject({ free_places: 0, estimated_wait: 20 })
    const event = await until('the event', () =>
      harness.events.of(id).find(({ type }) => type === 'queue.updated'),
    )
    expect(event).toMatchObject({ data: { servers: 3, free_places: 0 } })
  })

  test('quotes no wait after staff count the table of a party that left early as free', async () => {
    const id = await givenTables(2)
    for (const name of ['Ada', 'Bob']) await seat(await givenGuest(api, id, { name }))
    expect((await queue(id)).estimated_wait).toBe(40)
    expect((await count(id, 1)).body).toMatchObject({ free_places: 1, estimated_wait: 0 })
    await seat(await givenGuest(api, id, { name: 'Cy' }))
    expect(await queue(id)).toMatchObject({ free_places: 0, estimated_wait: 40 })
  })

  test('answers 400 at /count for more places than exist or an invalid number', async () => {
    const id = await givenTables(2)
    for (const free of [3, -1, 1.5]) {
      const { status, body } = await count(id, free)
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/count'])
    }
  })

  test("answers 404 to a count for another organisation's queue", async () => {
    expect((await count(await givenTables(2), 1, harness.otherOrganization())).status).toBe(404)
  })
})

describe('guests who are called in different ways', () => {
  const call = (...ids: string[]) => ids.map((id) => api('POST', `/v1/guests/${id}/notify`))
  const freeOf = async (id: string) => (await queue(id)).free_places

  test('frees all places when guests called at once become no-shows', async () => {
    const id = await givenTables(4)
    const guests: string[] = []
    for (const name of ['A', 'B', 'C', 'D']) guests.push(await givenGuest(api, id, { name }))
    await api('POST', `/v1/queues/${id}/notify`, { body: { guest_ids: guests } })
    expect(await freeOf(id)).toBe(0)
    for (const guest of guests) await api('POST', `/v1/guests/${guest}/no-show`)
    expect(await freeOf(id)).toBe(4)
  })

  test('a guest called after a transfer takes a place only in the new queue', async () => {
    const [from, to] = [await givenTables(1), await givenTables(1)]
    const guest = await givenGuest(api, from)
    await Promise.all(call(guest))
    await api('POST', `/v1/guests/${guest}/transfer`, { body: { queue_id: to } })
    expect([await freeOf(from), await freeOf(to)]).toEqual([1, 1])
    await Promise.all(call(guest))
    expect([await freeOf(from), await freeOf(to)]).toEqual([1, 0])
  })

  test('a guest who deferred takes a place from the later call on', async () => {
    const id = await givenTables(1)
    const path = await givenOwnPlace(api, id)
    const [{ id: guest }] = (await api('GET', `/v1/queues/${id}/guests`)).body.data
    await Promise.all(call(guest))
    const until = new Date(harness.clock.now().getTime() + 60 * MINUTE_MS).toISOString()
    await harness.open()('POST', `${path}/defer`, { body: { until } })
    expect(await freeOf(id)).toBe(1)
    harness.clock.advance(45 * MINUTE_MS)
    await Promise.all(call(guest))
    expect(await queue(id)).toMatchObject({ free_places: 0, estimated_wait: 40 })
  })

  test('frees places after a count when a called guest is a no-show or servers are added', async () => {
    const id = await givenTables(2)
    const [ada, bob] = [await givenGuest(api, id), await givenGuest(api, id)]
    await Promise.all(call(ada, bob))
    await count(id, 0)
    harness.clock.advance(MINUTE_MS)
    await api('POST', `/v1/guests/${bob}/no-show`)
    expect(await freeOf(id)).toBe(1)
    await api('PATCH', `/v1/queues/${id}`, { body: { servers: 5 } })
    expect(await freeOf(id)).toBe(4)
    await api('PATCH', `/v1/guests/${ada}`, { body: { party_size: 6 } })
    await api('POST', `/v1/guests/${ada}/no-show`)
    expect(await freeOf(id)).toBe(5)
  })
})
