import type { CloudEvent } from '@usher/contracts'
import { type Client, until } from '@usher/test-kit'
import fc from 'fast-check'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let replicas: [Client, Client]
beforeAll(async () => {
  harness = await startHarness()
  const second = await harness.start()
  replicas = [harness.client(), harness.client({}, second.url)]
})
afterAll(() => harness[Symbol.asyncDispose]())

const TWO = { almost_ready_position: 2 }

type Data = { id: string; queue_id: string; position: number; name: string }

/** Who was told in a queue, in order, once everything so far is on the broker. */
async function toldIn(queue: string): Promise<Data[]> {
  const api = harness.client()
  const marker = await givenGuest(api, await givenQueue(api))
  await until('the marker', () => harness.events.of(marker).length === 1)
  return harness.events.events
    .filter(({ type }) => type === 'guest.almost_ready')
    .map(({ data }: CloudEvent) => data as Data)
    .filter(({ queue_id }) => queue_id === queue)
}

async function givenLine(count: number, settings: object = TWO) {
  const queue = await givenQueue(harness.client(), settings)
  const guests: string[] = []
  for (let i = 0; i < count; i += 1) guests.push(await givenGuest(harness.client(), queue))
  return { queue, guests }
}

const post = (path: string, body: object = {}) => harness.client()('POST', path, { body })

const idsOf = (told: readonly Data[]) => told.map(({ id }) => id)

describe('a queue with almost_ready_position 2', () => {
  test("publishes guest.almost_ready for a guest who reaches position 2, with the cause's request and actor", async () => {
    const { queue, guests } = await givenLine(4)
    expect(await toldIn(queue)).toEqual([])
    await post(`/v1/guests/${guests[0]}/seat`)
    expect(await toldIn(queue)).toMatchObject([
      { id: guests[2], position: 2, status: 'waiting', name: 'Ada' },
    ])
    const [event] = harness.events.of(`${guests[2]}/${queue}/${4}`)
    const [seated] = harness.events.of(guests[0] ?? '').slice(-1)
    expect(event).toMatchObject({ requestid: seated?.requestid, actor: seated?.actor, sequence: 1 })
  })

  test('publishes guest.almost_ready once for a guest who falls back and returns by undo or move', async () => {
    const { queue, guests } = await givenLine(4)
    await post(`/v1/guests/${guests[0]}/seat`)
    await post(`/v1/guests/${guests[0]}/undo`)
    await post(`/v1/guests/${guests[0]}/seat`)
    await post(`/v1/guests/${guests[2]}/move`, { position: 3 })
    await post(`/v1/guests/${guests[2]}/move`, { position: 1 })
    expect(idsOf(await toldIn(queue))).toEqual([guests[2], guests[3]])
  })

  test('publishes guest.almost_ready for guests whom a move brings close', async () => {
    const { queue, guests } = await givenLine(4)
    await post(`/v1/guests/${guests[3]}/move`, { position: 1 })
    await post(`/v1/guests/${guests[0]}/move`, { position: 4 })
    expect(idsOf(await toldIn(queue))).toEqual([guests[3], guests[1]])
    await post(`/v1/guests/${guests[3]}/move`, { position: 4 })
    expect(idsOf(await toldIn(queue))).toEqual([guests[3], guests[1], guests[2]])
  })

  test('publishes guest.almost_ready once per guest who comes close, and never for one who joins close', async () => {
    const { queue, guests } = await givenLine(5)
    await Promise.all([
      ...guests.slice(0, 4).map((id) => post(`/v1/guests/${id}/seat`)),
      ...[6, 7].map(() => givenGuest(harness.client(), queue)),
    ])
    const late = await givenGuest(harness.client(), queue)
    const told = idsOf(await toldIn(queue))
    expect(told).toContain(guests[4])
    expect(new Set(told).size).toBe(told.length)
    expect(told).not.toContain(late)
    for (const id of guests.slice(0, 2)) expect(told).not.toContain(id)
  })

  test('publishes no guest.almost_ready for a guest who is away or already called', async () => {
    const { queue, guests } = await givenLine(2)
    const place = await givenOwnPlace(harness.client(), queue)
    const until = new Date(harness.clock.now().getTime() + 3_600_000).toISOString()
    expect((await harness.open()('POST', `${place}/defer`, { body: { until } })).status).toBe(200)
    const called = await givenGuest(harness.client(), queue)
    await post(`/v1/guests/${called}/notify`)
    for (const id of guests) await post(`/v1/guests/${id}/seat`)
    expect(await toldIn(queue)).toEqual([])
  })

  test('publishes guest.almost_ready once in each queue of a transferred guest, and for guests who move up', async () => {
    const { queue, guests } = await givenLine(4)
    const other = await givenLine(2)
    await post(`/v1/guests/${guests[0]}/seat`)
    await post(`/v1/guests/${guests[2]}/transfer`, { queue_id: other.queue, position: 3 })
    expect(idsOf(await toldIn(queue))).toEqual([guests[2], guests[3]])
    expect(await toldIn(other.queue)).toEqual([])
    await post(`/v1/guests/${other.guests[0]}/seat`)
    expect(idsOf(await toldIn(other.queue))).toEqual([guests[2]])
  })

  test("guest.almost_ready leaves the guest's ETag valid for If-Match", async () => {
    const { guests } = await givenLine(3)
    const etag = (await harness.client()('GET', `/v1/guests/${guests[2]}`)).headers.get('etag') ?? ''
    await post(`/v1/guests/${guests[0]}/seat`)
    const options = { body: { notes: 'By the window' }, headers: { 'if-match': etag } }
    expect((await harness.client()('PATCH', `/v1/guests/${guests[2]}`, options)).status).toBe(200)
  })

  test('publishes no guest.almost_ready when the queue is deleted with its guests', async () => {
    const { queue } = await givenLine(4)
    await harness.client()('DELETE', `/v1/queues/${queue}?remove_guests=true`)
    await harness.service.jobs.tidy.run()
    expect(await toldIn(queue)).toEqual([])
  })
})

describe('a change of almost_ready_position', () => {
  test('publishes guest.almost_ready only once almost_ready_position is set, for the guests then close', async () => {
    const { queue, guests } = await givenLine(4, { almost_ready_position: null })
    await post(`/v1/guests/${guests[0]}/seat`)
    expect(await toldIn(queue)).toEqual([])
    await harness.client()('PATCH', `/v1/queues/${queue}`, { body: TWO })
    expect(idsOf(await toldIn(queue)).sort()).toEqual(guests.slice(1, 3).sort())
  })
})

type Step = { kind: 'add' | 'seat' | 'undo' | 'notify' | 'move'; guest: number; position: number; by: 0 | 1 }

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('add', 'add', 'seat', 'undo', 'notify', 'move', 'move'),
  guest: fc.nat(12),
  position: fc.integer({ min: 1, max: 5 }),
  by: fc.constantFrom(0, 1),
})

describe('any steps through two replicas', () => {
  test('publishes guest.almost_ready exactly once for each guest who came close from further back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const queue = await givenQueue(replicas[0], TWO)
        const guests: string[] = []
        let before = new Map<string, number>()
        const expected = new Set<string>()
        for (const { kind, guest, position, by } of steps) {
          const api = replicas[by]
          const id = guests[guest % Math.max(1, guests.length)]
          if (kind === 'add' || !id) guests.push(await givenGuest(api, queue))
          else await api('POST', `/v1/guests/${id}/${kind}`, { body: kind === 'move' ? { position } : {} })
          const { data } = (await api('GET', `/v1/queues/${queue}/guests?limit=100`)).body
          for (const { id, position: now, status } of data) {
            if (now <= 2 && (before.get(id) ?? 0) > 2 && status === 'waiting') expected.add(id)
          }
          before = new Map(data.map((one: { id: string; position: number }) => [one.id, one.position]))
        }
        const told = idsOf(await toldIn(queue))
        expect(told.length).toBe(new Set(told).size)
        expect(told.toSorted()).toEqual([...expected].sort())
      }),
      { numRuns: 15 },
    )
  })
})
