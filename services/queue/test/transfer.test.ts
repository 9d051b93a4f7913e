import { connectMongo, newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { createDuplicateFinder } from '../src/guests/find-duplicate.ts'
import { GuestStore } from '../src/records/guest-store.ts'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness, timelineOf } from './harness.ts'

let harness: Harness
let api: Client
let replicas: [Client, Client]
beforeAll(async () => {
  harness = await startHarness()
  const second = await harness.start()
  api = harness.client()
  replicas = [api, harness.client({}, second.url)]
})
afterAll(() => harness[Symbol.asyncDispose]())

const transfer = (guest: string, queue_id: string, rest: object = {}, client = api) =>
  client('POST', `/v1/guests/${guest}/transfer`, { body: { queue_id, ...rest } })

const waiting = async (queue: string) => (await api('GET', `/v1/queues/${queue}`)).body.waiting_count

async function givenQueues(): Promise<[string, string]> {
  return [await givenQueue(api, { no_show_after_minutes: 5 }), await givenQueue(api)]
}

describe('a guest of one queue and another queue', () => {
  test('a transfer gives the guest the place by joining time, and publishes guest.updated', async () => {
    const [from, to] = await givenQueues()
    await givenGuest(api, to, { name: 'Earlier' })
    const guest = await givenGuest(api, from, { name: 'Ada' })
    await givenGuest(api, from, { name: 'Stays' })
    await givenGuest(api, to, { name: 'Later' })
    await api('POST', `/v1/guests/${guest}/notify`)
    const { status, body } = await transfer(guest, to)
    expect(status).toBe(200)
    expect(body).toMatchObject({ queue_id: to, status: 'waiting', position: 2, notified_at: null })
    for (const one of replicas) {
      expect(await namesInLine(one, to)).toEqual(['Earlier', 'Ada', 'Later'])
      expect(await namesInLine(one, from)).toEqual(['Stays'])
    }
    expect([await waiting(from), await waiting(to)]).toEqual([1, 3])
    const event = await until('guest.updated', () =>
      harness.events.of(guest).find(({ type }) => type === 'guest.updated'),
    )
    expect(event.data).toMatchObject({ queue_id: to, position: 2, status: 'waiting' })
    harness.clock.advance(6 * 60_000)
    await harness.service.jobs.tidy.run()
    expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('waiting')
  })

  test('the timeline follows a guest through transfers to another queue and back', async () => {
    const [from, to] = await givenQueues()
    const [first, guest] = [await givenGuest(api, from), await givenGuest(api, from)]
    const other = await givenGuest(api, to)
    await api('POST', `/v1/guests/${first}/seat`)
    await transfer(guest, to, { position: 99, reason: 'Wants the terrace' })
    await api('POST', `/v1/guests/${first}/undo`)
    await api('POST', `/v1/guests/${other}/seat`)
    await transfer(guest, from, { position: 1 })
    await api('POST', `/v1/guests/${guest}/seat`)
    const entries = await timelineOf(api, guest)
    expect(entries.map((one) => [one.type, one.position_before, one.position_after, one.caused_by])).toEqual([
      ['added', null, 2, null],
      ['seated', 2, 1, first],
      ['transferred', 1, 2, null],
      ['seated', 2, 1, other],
      ['transferred', 1, 1, null],
      ['seated', 1, null, null],
    ])
    expect(entries[2]?.reason).toBe('Wants the terrace')
    const limited = harness.client({ queue_ids: [from] })
    const seen = await timelineOf(limited, guest)
    expect(seen.map(({ caused_by }) => caused_by)).not.toContain(other)
  })

  test('the timeline of guests behind shows who left by transfer', async () => {
    const [from, to] = await givenQueues()
    const [first, second] = [await givenGuest(api, from), await givenGuest(api, from)]
    await transfer(first, to)
    expect((await timelineOf(api, second)).at(-1)).toMatchObject({
      ...{ type: 'transferred', position_before: 2, position_after: 1, caused_by: first },
    })
  })

  test('the timeline of guests behind shows who came ahead by transfer', async () => {
    const [from, to] = await givenQueues()
    await givenGuest(api, to)
    const guest = await givenGuest(api, from)
    const behind = await givenGuest(api, to)
    await transfer(guest, to)
    expect((await timelineOf(api, behind)).at(-1)).toMatchObject({
      ...{ type: 'transferred', position_before: 2, position_after: 3, caused_by: guest },
    })
  })

  test.each([
    ['paused', { status: 'paused' }, 409, 'queue_paused'],
    ['full', { capacity: 1 }, 409, 'queue_full'],
    ['too small for the party', { max_party_size: 1 }, 400, 'validation_failed'],
  ])(
    'refuses a transfer and changes nothing when the target queue is %s',
    async (_, settings, status, code) => {
      const [from, to] = await givenQueues()
      await givenGuest(api, to)
      await api('PATCH', `/v1/queues/${to}`, { body: settings })
      const guest = await givenGuest(api, from, { party_size: 2 })
      expect(await transfer(guest, to)).toMatchObject({ status, body: { code } })
      expect([await waiting(from), await waiting(to)]).toEqual([1, 1])
    },
  )

  test("refuses a transfer to the same, an unknown, a deleted or another organisation's queue", async () => {
    const [from, to] = await givenQueues()
    const guest = await givenGuest(api, from)
    await api('DELETE', `/v1/queues/${to}`)
    const foreign = await givenQueue(harness.otherOrganization())
    for (const queue of [from, to, foreign, 'q_01h455vb4pex5vsknk084sn02q']) {
      expect((await transfer(guest, queue)).body.code).toBe('validation_failed')
    }
    await api('POST', `/v1/guests/${guest}/seat`)
    expect((await transfer(guest, await givenQueue(api))).body.code).toBe('invalid_transition')
  })

  test('concurrent transfers and seating leave the guest in at most one line', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [from, to] = await givenQueues()
      const guest = await givenGuest(api, from, { name: 'Ada' })
      await Promise.all([
        transfer(guest, to, {}, replicas[0]),
        replicas[1]('POST', `/v1/guests/${guest}/seat`),
        transfer(guest, to, {}, replicas[1]),
        replicas[0]('POST', `/v1/guests/${guest}/notify`),
      ])
      const { status, queue_id } = (await api('GET', `/v1/guests/${guest}`)).body
      for (const queue of [from, to]) {
        const expected = queue === queue_id && status !== 'seated' ? ['Ada'] : []
        for (const one of replicas) expect(await namesInLine(one, queue)).toEqual(expected)
        expect(await waiting(queue)).toBe(expected.length)
      }
      expect((await api('POST', `/v1/queues/${from}/call-next`)).body.code).toBe('queue_empty')
    }
  })
})

describe('several guests to notify', () => {
  test('notifies the guests who can be notified, and gives each of the others its error', async () => {
    const [queue, elsewhere] = await givenQueues()
    const [a, b, c] = [
      await givenGuest(api, queue),
      await givenGuest(api, queue),
      await givenGuest(api, elsewhere),
    ]
    await api('POST', `/v1/guests/${b}/seat`)
    const guest_ids = [c, b, a]
    const headers = { 'idempotency-key': `notify-${queue}` }
    const notify = () => api('POST', `/v1/queues/${queue}/notify`, { body: { guest_ids }, headers })
    const { status, body } = await notify()
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { guest_id: c, guest: null, code: 'not_found' },
      { guest_id: b, guest: null, code: 'invalid_transition' },
      { guest_id: a, guest: { id: a, status: 'notified', position: 1 }, code: null, detail: null },
    ])
    expect((await notify()).body).toEqual(body)
    await until('guest.notified', () => harness.events.of(a).at(-1)?.type === 'guest.notified')
    expect(harness.events.of(a)).toHaveLength(2)
    expect((await api('GET', `/v1/guests/${c}`)).body.status).toBe('waiting')
  })

  test.each([[[]], [['gst_1']], [Array.from({ length: 51 }, () => 'gst_01h455vb4pex5vsknk084sn02q')]])(
    'answers 400 when guest_ids are not 1 to 50 valid and different ids',
    async (guest_ids) => {
      const [queue] = await givenQueues()
      const answer = await api('POST', `/v1/queues/${queue}/notify`, { body: { guest_ids } })
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    },
  )
})

describe('a phone that is waiting already', () => {
  test('duplicate_of names the waiting guest with the same phone in any queue of the organisation', async () => {
    const [one, two] = await givenQueues()
    const first = await givenGuest(api, one, { phone: '+1 415 555 2601' })
    const add = async (client: Client, phone: string | null) => {
      const queue = client === api ? two : await givenQueue(client)
      return (await client('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada', phone } })).body
    }
    const again = await add(api, '(415) 555-2601')
    expect(again.duplicate_of).toBe(first)
    expect((await api('GET', `/v1/guests/${again.id}`)).body.duplicate_of).toBe(first)
    expect((await add(api, '+1 415 555 2601')).duplicate_of).toBe(first)
    expect((await add(api, '+1 415 555 2602')).duplicate_of).toBe(null)
    expect((await add(api, null)).duplicate_of).toBe(null)
    expect((await add(harness.otherOrganization(), '+1 415 555 2601')).duplicate_of).toBe(null)
    const limited = harness.client({ queue_ids: [two] })
    const body = { name: 'Ada', phone: '+1 415 555 2601' }
    const told = (await limited('POST', `/v1/queues/${two}/guests`, { body })).body
    expect([told.duplicate_of === null, told.duplicate_of === first]).toEqual([false, false])
    for (const id of [first, again.id]) await api('POST', `/v1/guests/${id}/seat`)
    expect((await add(api, '+1 415 555 2601')).duplicate_of).not.toBe(first)
  })

  test('concurrent searches of two organisations each find only their own guest', async () => {
    const phone = '+14155552609'
    const first = await givenGuest(api, await givenQueue(api), { phone })
    const connection = await connectMongo(harness.config.mongoUrl)
    const find = createDuplicateFinder(new GuestStore(connection))
    const organizations = [harness.organizationId, newId('organization')]
    const found = await Promise.all(organizations.map((organization_id) => find({ organization_id, phone })))
    await connection.destroy()
    expect(found).toEqual([first, null])
  })
})
