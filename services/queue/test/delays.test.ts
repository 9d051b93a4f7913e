import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A guest with one party ahead and two behind, who is late since one of those was seated. */
async function givenLateGuest() {
  const api = harness.client()
  const queueId = await givenQueue(api)
  await givenGuest(api, queueId, { name: 'Ahead' })
  const mine = await givenOwnPlace(api, queueId, { name: 'Ada' })
  const id = (await api('GET', `/v1/queues/${queueId}/guests`)).body.data[1].id as string
  const large = await givenGuest(api, queueId, { name: 'Large', party_size: 6 })
  harness.clock.advance(10 * MINUTE_MS)
  await api('POST', `/v1/guests/${large}/seat`)
  return { api, queueId, mine, id, large }
}

const LET_IN = { minutes: 20, reason: 'let_in_ahead', let_in_ahead: { parties: 1, smallest: 6, largest: 6 } }

describe('a guest whose turn comes later than quoted', () => {
  test('shows the reason for the delay to staff and the guest, in every replica and in the list', async () => {
    const { api, queueId, mine, id } = await givenLateGuest()
    expect((await api('GET', `/v1/guests/${id}`)).body.delay).toEqual(LET_IN)
    const list = (await api('GET', `/v1/queues/${queueId}/guests`)).body.data
    expect(list.map(({ delay }: { delay: unknown }) => delay)).toEqual([
      { ...LET_IN, minutes: expect.any(Number) },
      LET_IN,
    ])
    const second = (await harness.start()).url
    expect((await harness.open(second)('GET', mine)).body.delay).toEqual(LET_IN)
    expect((await harness.client({}, second)('GET', `/v1/guests/${id}`)).body.delay).toEqual(LET_IN)
  })

  test('gives no reason for the delay once the party let in ahead is brought back', async () => {
    const { api, mine, large } = await givenLateGuest()
    await api('POST', `/v1/guests/${large}/undo`)
    harness.clock.advance(10 * MINUTE_MS)
    expect((await harness.open()('GET', mine)).body.delay).toEqual({
      ...{ minutes: expect.any(Number), reason: null, let_in_ahead: null },
    })
  })

  test('shows the guest fewer_servers when the queue has fewer servers than before', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api, { servers: 3 })
    for (let i = 0; i < 4; i += 1) await givenGuest(api, queueId)
    const mine = await givenOwnPlace(api, queueId)
    await api('PATCH', `/v1/queues/${queueId}`, { body: { servers: 1 } })
    expect((await harness.open()('GET', mine)).body.delay).toMatchObject({ reason: 'fewer_servers' })
  })

  test("streams the delay with the guest's place", async () => {
    const { api, mine, queueId } = await givenLateGuest()
    const stream = await harness.stream(`${mine}/events`)
    const last = () => stream.events.findLast(({ name }) => name === 'place')
    await until('the place', () => last() !== undefined)
    expect(last()?.data.delay).toEqual(LET_IN)
    const small = await givenGuest(api, queueId, { party_size: 2 })
    await api('POST', `/v1/guests/${small}/notify`)
    await until('two parties', () => last()?.data.delay?.let_in_ahead?.parties === 2)
    expect(last()?.data.delay.let_in_ahead).toEqual({ parties: 2, smallest: 2, largest: 6 })
  })

  test('reads only how much later if the queue keeps reasons from its guests', async () => {
    const { api, mine, id, queueId } = await givenLateGuest()
    const own = async () => (await harness.open()('GET', mine)).body.delay
    expect((await api('GET', `/v1/queues/${queueId}`)).body.explain_delays).toBe(true)
    expect(await own()).toEqual(LET_IN)
    await api('PATCH', `/v1/queues/${queueId}`, { body: { explain_delays: false } })
    expect(await own()).toEqual({ ...LET_IN, reason: null, let_in_ahead: null })
    expect((await api('GET', `/v1/guests/${id}`)).body.delay).toEqual(LET_IN)
  })

  test('answers 404 without the delay to another organisation', async () => {
    const { id, queueId } = await givenLateGuest()
    const other = harness.otherOrganization()
    for (const path of [`/v1/guests/${id}`, `/v1/queues/${queueId}/guests`]) {
      const { status, body } = await other('GET', path)
      expect([status, body.code, JSON.stringify(body)]).toEqual([
        404,
        'not_found',
        expect.not.stringMatching(/let_in_ahead|delay/),
      ])
    }
  })

  test('does not count parties let in ahead in another queue', async () => {
    await givenLateGuest()
    const { api, mine, large } = await givenLateGuest()
    expect((await harness.open()('GET', mine)).body.delay.let_in_ahead.parties).toBe(1)
    expect((await api('GET', `/v1/guests/${large}`)).body.delay).toBeNull()
  })
})

describe('a queue in which guests are usually called early', () => {
  test('shows usually_early to guests after twenty calls, the same in every replica', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api)
    const line: string[] = []
    for (let i = 0; i < 3; i += 1) line.push(await givenGuest(api, queueId))
    const mine = await givenOwnPlace(api, queueId)
    const early = async (url?: string) => (await harness.open(url)('GET', mine)).body.usually_early
    for (let i = 0; i < 20; i += 1) {
      expect(await early()).toBeNull()
      line.push(await givenGuest(api, queueId))
      harness.clock.advance(2 * MINUTE_MS)
      await api('POST', `/v1/guests/${line.shift()}/seat`)
    }
    const minutes = await early()
    expect(minutes).toBeGreaterThanOrEqual(2)
    expect(await early((await harness.start()).url)).toBe(minutes)
    harness.clock.advance(MINUTE_MS)
    const { totals } = (await api('GET', `/v1/queues/${queueId}/estimates/accuracy`)).body
    expect(Math.abs(minutes - totals.early)).toBeLessThan(1)
  })
})
