import type { Client } from '@usher/test-kit'
import { DateTime } from 'luxon'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

const waitOf = async (client: Client, guest: string) => {
  const { body } = await client('GET', `/v1/guests/${guest}`)
  return { median: body.estimated_wait, range: body.estimated_wait_range }
}

const accuracyOf = async (queue: string, query = '') =>
  (await api('GET', `/v1/queues/${queue}/estimates/accuracy${query}`)).body

/** Takes one party every so many minutes, always with three waiting. */
async function givenHistory(queue: string, parties: number, minutes: number, size = 2): Promise<void> {
  const line: string[] = []
  for (let i = 0; i < 3; i += 1) line.push(await givenGuest(api, queue, { party_size: size }))
  for (let i = 0; i < parties; i += 1) {
    line.push(await givenGuest(api, queue, { party_size: size }))
    harness.clock.advance(minutes * 60_000)
    await api('POST', `/v1/guests/${line.shift()}/seat`)
  }
}

describe('a queue without history', () => {
  test('estimates median and range by the settings, and keeps the quote', async () => {
    const queue = await givenQueue(api)
    await givenGuest(api, queue)
    const { body } = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
    expect(body).toMatchObject({ estimated_wait: 10, quoted_wait: 10, estimated_wait_range: { low: 10 } })
    expect(body.estimated_wait_range.high).toBeGreaterThan(10)
    const { body: read } = await api('GET', `/v1/queues/${queue}`)
    expect(read.estimated_wait).toBe(20)
    expect(read.estimated_wait_range.low).toBe(20)
    const { body: list } = await api('GET', '/v1/queues?limit=100')
    expect(list.data.find(({ id }: { id: string }) => id === queue)).toEqual(read)
  })

  test('estimates no wait beyond the closing time', async () => {
    const now = DateTime.fromJSDate(harness.clock.now(), { zone: 'utc' })
    const start = now.minus({ minutes: 10 })
    const [day, from] = [start.toFormat('EEEE').toLowerCase(), start.toFormat('HH:mm')]
    const hours = [{ day, start: from, end: now.plus({ minutes: 25 }).toFormat('HH:mm') }]
    const queue = await givenQueue(api, { timezone: 'UTC', opening_hours: hours })
    for (let i = 0; i < 4; i += 1) await givenGuest(api, queue)
    const { body } = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
    const { low, high } = body.estimated_wait_range
    expect(low).toBe(high)
    expect([23, 24, 25]).toContain(high)
  })
})

describe('a queue with history', () => {
  test('doubles waits in every replica when parties took twice as long as the setting', async () => {
    const queue = await givenQueue(api)
    const second = harness.client({}, (await harness.start()).url)
    await givenHistory(queue, 30, 20)
    const { body } = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
    expect(body.estimated_wait).toBeGreaterThan(55)
    expect(body.estimated_wait).toBeLessThan(95)
    expect(await waitOf(second, body.id)).toEqual(await waitOf(api, body.id))
    const third = harness.client({}, (await harness.start()).url)
    expect(await waitOf(third, body.id)).toEqual(await waitOf(api, body.id))

    const { body: next } = await api('GET', `/v1/queues/${queue}/guests?limit=1`)
    await second('POST', `/v1/guests/${next.data[0].id}/seat`)
    expect((await waitOf(api, body.id)).median).toBeLessThan(body.estimated_wait)
    expect(await waitOf(second, body.id)).toEqual(await waitOf(api, body.id))
  })

  test('the ETag of a guest changes with the wait, while the old one stays valid for If-Match', async () => {
    const queue = await givenQueue(api)
    await givenHistory(queue, 12, 10)
    const guest = await givenGuest(api, queue)
    const before = await api('GET', `/v1/guests/${guest}`)
    harness.clock.advance(4 * 60_000)
    const after = await api('GET', `/v1/guests/${guest}`)
    expect(after.body.estimated_wait).toBeLessThan(before.body.estimated_wait)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    const headers = { 'if-match': before.headers.get('etag') as string }
    expect((await api('PATCH', `/v1/guests/${guest}`, { headers, body: { notes: 'Hi' } })).status).toBe(200)
  })
})

describe('guests whose outcomes say nothing about waits', () => {
  const newcomer = async (queue: string) =>
    (await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })).body.estimated_wait_range

  test('quotes the same whether guests left over from the day before are seated or removed', async () => {
    const now = DateTime.fromJSDate(harness.clock.now(), { zone: 'utc' })
    const [start, end] = [now.minus({ minutes: 5 }), now.plus({ hours: 4 })].map((at) => at.toFormat('HH:mm'))
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const opening_hours = days.map((day) => ({ day, start, end }))
    const queues = [
      await givenQueue(api, { timezone: 'UTC', opening_hours }),
      await givenQueue(api, { timezone: 'UTC', opening_hours }),
    ]
    for (const queue of queues) {
      const before = harness.clock.now().getTime()
      await givenHistory(queue, 12, 8)
      harness.clock.advance(before - harness.clock.now().getTime())
    }
    harness.clock.advance(24 * 60 * 60_000)
    const [seated = '', removed = ''] = queues
    for (const queue of queues) {
      const { data } = (await api('GET', `/v1/queues/${queue}/guests?limit=100`)).body
      expect(data.length).toBe(3)
      for (const { id } of data) {
        await (queue === seated ? api('POST', `/v1/guests/${id}/seat`) : api('DELETE', `/v1/guests/${id}`))
      }
    }
    harness.clock.advance(60 * 60_000)
    for (const queue of queues) for (let i = 0; i < 4; i += 1) await givenGuest(api, queue)
    expect(await newcomer(seated)).toEqual(await newcomer(removed))
  })

  test('undone removals do not change the estimate', async () => {
    const queue = await givenQueue(api)
    await givenHistory(queue, 12, 10)
    const guest = await givenGuest(api, queue)
    for (let i = 0; i < 5; i += 1) await givenGuest(api, queue)
    const { body } = await api('GET', `/v1/queues/${queue}`)
    for (let i = 0; i < 10; i += 1) {
      await api('DELETE', `/v1/guests/${guest}`)
      await api('POST', `/v1/guests/${guest}/undo`)
    }
    const { body: after } = await api('GET', `/v1/queues/${queue}`)
    expect(after.estimated_wait).toBe(body.estimated_wait)
  })
})

describe('a restaurant with tables by party size', () => {
  test('quotes a party of six longer than a couple when couples were seated past parties of six', async () => {
    const queue = await givenQueue(api, { servers: 4, service_minutes: 20 })
    for (let i = 0; i < 2; i += 1) await givenGuest(api, queue, { party_size: 6 })
    for (let i = 0; i < 24; i += 1) {
      const couple = await givenGuest(api, queue, { party_size: 2 })
      harness.clock.advance(8 * 60_000)
      await api('POST', `/v1/guests/${couple}/seat`)
    }
    const wait = async (party_size: number) =>
      (await waitOf(api, await givenGuest(api, queue, { party_size }))).median
    const [couple, six] = [await wait(2), await wait(6)]
    expect(couple).toBeLessThan(15)
    expect(six).toBeGreaterThan(2 * couple)
  })
})

describe('quotes with an outcome', () => {
  test('the accuracy counts served and abandoned guests by day, from the first call', async () => {
    const queue = await givenQueue(api, { timezone: 'UTC' })
    const guests: string[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E']) guests.push(await givenGuest(api, queue, { name }))
    const [a, b, c, d] = guests
    const { high } = (await waitOf(api, a ?? '')).range
    harness.clock.advance(45_000)
    await api('POST', `/v1/guests/${a}/notify`)
    harness.clock.advance(60_000)
    await api('POST', `/v1/guests/${a}/notify`)
    await api('POST', `/v1/guests/${a}/seat`)
    await api('DELETE', `/v1/guests/${c}`)
    await api('POST', `/v1/guests/${d}/no-show`)
    harness.clock.advance(24 * 60 * 60_000)
    await api('POST', `/v1/guests/${b}/seat`)

    const { data, totals } = await accuracyOf(queue)
    expect(data).toEqual([
      {
        start: expect.stringMatching(/T00:00:00.000Z$/),
        quotes: 3,
        served: 1,
        abandoned: 2,
        mean_wait: expect.closeTo(1, 0),
        mean_absolute_error: expect.closeTo(1, 0),
        bias: expect.closeTo(-1, 0),
        coverage: 1,
        early: expect.closeTo(high - 1, 0),
        renewed: null,
      },
      expect.objectContaining({ quotes: 1, served: 1, abandoned: 0, coverage: 0 }),
    ])
    expect(data[1].bias).toBeCloseTo(-data[1].mean_absolute_error, 1)
    expect(data[1].mean_wait).toBeCloseTo(24 * 60 + 1.75, 0)
    expect(data[1].early).toBeLessThan(-24 * 60 + 60)
    expect(totals).toMatchObject({ quotes: 4, served: 2, abandoned: 2, coverage: 0.5 })
    const all = await accuracyOf(queue, '?interval=total')
    expect(all.data).toEqual([{ start: all.from, ...totals }])
  })

  test('scores renewed quotes from the middle of the line separately', async () => {
    const queue = await givenQueue(api)
    const guests: string[] = []
    for (let i = 0; i < 6; i += 1) guests.push(await givenGuest(api, queue))
    for (const guest of guests.slice(0, 5)) {
      harness.clock.advance(3 * 60_000)
      await api('POST', `/v1/guests/${guest}/seat`)
    }
    harness.clock.advance(60_000)
    const { totals, data } = await accuracyOf(queue)
    // The fourth after nine minutes, the fifth after six; the sixth still waits.
    expect(totals.renewed).toMatchObject({ count: 2, coverage: 1 })
    expect(totals.renewed.mean_absolute_error).toBeGreaterThan(5)
    expect(data[0].renewed).toEqual(totals.renewed)
    await api('POST', `/v1/guests/${guests[4]}/undo`)
    expect((await accuracyOf(queue)).totals.renewed.count).toBe(1)
  })

  test('undoing a seating reopens its quote', async () => {
    const queue = await givenQueue(api)
    const guest = await givenGuest(api, queue)
    await api('POST', `/v1/guests/${guest}/seat`)
    harness.clock.advance(60_000)
    expect((await accuracyOf(queue)).totals.quotes).toBe(1)
    await api('POST', `/v1/guests/${guest}/undo`)
    expect((await accuracyOf(queue)).totals.quotes).toBe(0)
    harness.clock.advance(5 * 60_000)
    await api('DELETE', `/v1/guests/${guest}`)
    harness.clock.advance(60_000)
    expect((await accuracyOf(queue)).totals).toMatchObject({ served: 0, abandoned: 1, mean_wait: null })
  })

  test.each(['America/Coyhaique', 'America/Ciudad_Juarez', 'europe/berlin', 'Asia/Kathmandu', '+01:00'])(
    'counts outcomes by local days in the zone %s',
    async (timezone) => {
      const queue = await givenQueue(api, { timezone })
      const guest = await givenGuest(api, queue)
      await api('POST', `/v1/guests/${guest}/seat`)
      const today = DateTime.fromJSDate(harness.clock.now(), { zone: timezone }).startOf('day')
      harness.clock.advance(60_000)
      const { data } = await accuracyOf(queue)
      expect(data.map(({ start }: { start: string }) => start)).toEqual([today.toUTC().toISO()])
    },
  )

  test.each(['?from=2026-03-05T00:00:00Z&to=2026-03-05T00:00:00Z', '?from=2020-01-01T00:00:00Z'])(
    'answers 400 at ?from for the period %s',
    async (query) => {
      const queue = await givenQueue(api)
      const { status, body } = await api('GET', `/v1/queues/${queue}/estimates/accuracy${query}`)
      expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation_failed', '?from'])
    },
  )
})
