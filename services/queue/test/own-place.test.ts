import { dumpOf, until } from '@usher/test-kit'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A queue of A, B, C, D and the path of B. */
async function givenLine(settings: object = {}) {
  const api = harness.client()
  const queueId = await givenQueue(api, settings)
  await givenGuest(api, queueId, { name: 'A' })
  const mine = await givenOwnPlace(api, queueId, { name: 'B', phone: '+1 415 555 2671', notes: 'tall' })
  const { body } = await api('GET', `/v1/queues/${queueId}/guests`)
  for (const name of ['C', 'D']) await givenGuest(api, queueId, { name })
  return { api, queueId, mine, id: body.data[1].id as string, open: harness.open() }
}

describe('attack: a copy of the database', () => {
  test("holds no guest link once the guest's event is published", async () => {
    const { id, mine } = await givenLine()
    const token = mine.slice('/public/guests/'.length)
    const dump = await until('the event to be published', async () => {
      const text = await dumpOf(harness.config.mongoUrl)
      return !text.includes(token) && text
    })
    expect(dump).toContain(id)
  })
})

describe('the token of a guest', () => {
  test("status_url shows staff the address of the guest's page", async () => {
    const { api, id, mine } = await givenLine()
    const { body } = await api('GET', `/v1/guests/${id}`)
    expect(body.status_url).toBe(`http://usher.test/w/${mine.slice('/public/guests/'.length)}`)
  })

  test('shows guests their own place, without phone, notes and data of others', async () => {
    const { mine, open } = await givenLine()
    const { status, body, headers } = await open('GET', mine)
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)])
    expect(body).toEqual({
      organization_id: expect.stringMatching(/^org_/),
      name: 'B',
      display_label: expect.stringMatching(/^B\. \d\d$/),
      party_size: 1,
      status: 'waiting',
      position: 2,
      estimated_wait: 10,
      estimated_wait_range: { low: 10, high: expect.any(Number) },
      delay: null,
      usually_early: null,
      queue: {
        ...{ name: 'Main', status: 'active', pause_reason: null, timezone: 'UTC', join_slug: null },
        ...{ min_party_size: 1, max_party_size: 99 },
      },
      place_change: null,
      booked_start: null,
      passed_by: null,
      can_return: false,
      arrived_at: null,
      away_until: null,
      locale: null,
      timezone: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      notified_at: null,
      desk: null,
    })
  })

  test('shows guests the join_slug when the queue allows public joins', async () => {
    const { api, queueId, mine, open } = await givenLine({ public_join: true })
    const { join_url } = (await api('GET', `/v1/queues/${queueId}`)).body
    const { join_slug } = (await open('GET', mine)).body.queue
    expect(join_url).toBe(`http://usher.test/join/${join_slug}`)
  })

  test('answers 304 while nothing has changed, and the new place once a guest ahead is seated', async () => {
    const { api, queueId, mine, open } = await givenLine()
    const ask = (etag: string) =>
      open('GET', mine, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
    const etag = (await open('GET', mine)).headers.get('etag') ?? ''
    expect((await ask(etag)).status).toBe(304)
    const { body } = await api('GET', `/v1/queues/${queueId}/guests`)
    await api('POST', `/v1/guests/${body.data[0].id}/seat`)
    expect((await ask(etag)).body).toMatchObject({ position: 1, place_change: null })
  })

  test('answers the same 404 for a changed, shortened or malformed token', async () => {
    const { mine, open } = await givenLine()
    const token = mine.slice('/public/guests/'.length)
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const swapped = `01h455vb4pex5vsknk084sn02q${token.slice(26)}`
    for (const wrong of [other, swapped, token.slice(0, 30), `${token}x`, 'a', 'x'.repeat(90), '%C3%A9']) {
      const { status, body } = await open('GET', `/public/guests/${wrong}`)
      expect([status, body.code, body.detail]).toEqual([404, 'not_found', 'There is no such guest.'])
      expect((await open('POST', `/public/guests/${wrong}/leave`)).status).toBe(404)
      expect((await open('GET', `/public/guests/${wrong}/events`)).status).toBe(404)
    }
  })

  test("answers 401 for a guest's place without the gateway", async () => {
    const { mine } = await givenLine()
    expect((await harness.client()('GET', mine)).status).toBe(401)
  })
})

describe('a guest with a phone', () => {
  test('a guest can leave the line once; a second leave answers invalid_transition', async () => {
    const { api, queueId, mine, id, open } = await givenLine()
    const left = await open('POST', `${mine}/leave`)
    expect([left.status, left.body.status, left.body.position]).toEqual([200, 'removed', null])
    expect(await namesInLine(api, queueId)).toEqual(['A', 'C', 'D'])
    const event = await until('the event', () =>
      harness.events.of(id).find(({ type }) => type === 'guest.removed'),
    )
    expect(event.actor).toBe('guest')
    expect((await open('POST', `${mine}/leave`)).body.code).toBe('invalid_transition')
  })

  test('arrived_at shows staff when the guest reported arrival, and a repeat changes nothing', async () => {
    const { api, mine, id, open } = await givenLine()
    const first = await open('POST', `${mine}/arrived`)
    const second = await open('POST', `${mine}/arrived`)
    expect(first.body.arrived_at).toBe(second.body.arrived_at)
    expect((await api('GET', `/v1/guests/${id}`)).body.arrived_at).toBe(first.body.arrived_at)
    await until('the event', () => harness.events.of(id).length === 2)
  })

  test('a guest can choose a supported language and an existing time zone', async () => {
    const { api, mine, id, open } = await givenLine()
    expect((await open('PATCH', mine, { body: { locale: 'ja' } })).body.locale).toBe('ja')
    expect((await api('GET', `/v1/guests/${id}`)).body.locale).toBe('ja')
    const berlin = await open('PATCH', mine, { body: { timezone: 'Europe/Berlin' } })
    expect([berlin.body.locale, berlin.body.timezone]).toEqual(['ja', 'Europe/Berlin'])
    for (const body of [{ timezone: 'Mars/Olympus' }, { timezone: null }])
      expect((await open('PATCH', mine, { body })).status).toBe(400)
    for (const options of [{ body: {} }, {}])
      expect(await open('PATCH', mine, options)).toMatchObject({ status: 200, body: { locale: 'ja' } })
    expect((await open('PATCH', mine, { body: { locale: 'tlh' } })).status).toBe(400)
    expect((await open('PATCH', mine, { body: { locale: 'de', notes: 'X' } })).status).toBe(400)
  })

  test('a guest can change name, party size and phone as on joining, and staff see it', async () => {
    const { api, mine, id, open } = await givenLine({ public_join_limits: { max_party_size: 6 } })
    const body = { name: ' Augusta Ada ', party_size: 6, phone: '(415) 555-2671' }
    expect((await open('PATCH', mine, { body })).body).toMatchObject({ name: 'Augusta Ada', party_size: 6 })
    const shown = { name: 'Augusta Ada', party_size: 6, phone: '+14155552671' }
    expect((await api('GET', `/v1/guests/${id}`)).body).toMatchObject(shown)
    for (const [field, value] of [
      ['name', 'see evil.example'],
      ['party_size', 7],
      ['phone', '555'],
    ] as const) {
      const { status, body: problem } = await open('PATCH', mine, { body: { [field]: value } })
      expect([status, problem.errors[0].pointer]).toEqual([400, `/${field}`])
    }
    expect((await api('GET', `/v1/guests/${id}`)).body).toMatchObject(shown)
    await until('the event', () => harness.events.of(id).length === 2)
    await open('POST', `${mine}/leave`)
    expect((await open('PATCH', mine, { body })).body.code).toBe('invalid_transition')
  })

  test('a guest whom staff added with a larger party can make it smaller, and change the rest', async () => {
    const { api, mine, id, open } = await givenLine({ public_join_limits: { max_party_size: 4 } })
    await api('PATCH', `/v1/guests/${id}`, { body: { party_size: 12 } })
    expect((await open('GET', mine)).body.queue.max_party_size).toBe(12)
    const { status } = await open('PATCH', mine, { body: { name: 'Bea', party_size: 12 } })
    expect(status).toBe(200)
    expect((await open('PATCH', mine, { body: { party_size: 8 } })).body.party_size).toBe(8)
    expect((await open('PATCH', mine, { body: { party_size: 12 } })).body.errors[0].pointer).toBe(
      '/party_size',
    )
  })

  test('a guest who left can be back in the same place for 30 minutes', async () => {
    const { api, queueId, mine, open } = await givenLine()
    expect((await open('GET', mine)).body.can_return).toBe(false)
    expect((await open('POST', `${mine}/return`)).body.code).toBe('invalid_transition')
    expect((await open('POST', `${mine}/leave`)).body.can_return).toBe(true)
    expect((await open('POST', `${mine}/return`)).body).toMatchObject({ status: 'waiting', position: 2 })
    expect(await namesInLine(api, queueId)).toEqual(['A', 'B', 'C', 'D'])
    await open('POST', `${mine}/leave`)
    harness.clock.advance(31 * 60_000)
    expect((await open('GET', mine)).body.can_return).toBe(false)
    expect((await open('POST', `${mine}/return`)).body.code).toBe('undo_expired')
  })

  test('a guest whom staff removed cannot come back alone', async () => {
    const { api, mine, id, open } = await givenLine()
    await open('POST', `${mine}/leave`)
    await open('POST', `${mine}/return`)
    await api('DELETE', `/v1/guests/${id}`)
    expect((await open('GET', mine)).body).toMatchObject({ status: 'removed', can_return: false })
    expect((await open('POST', `${mine}/return`)).body.code).toBe('invalid_transition')
  })

  test.each([
    [1, ['A', 'C', 'B', 'D', 'E'], 3],
    [2, ['A', 'C', 'D', 'B', 'E'], 4],
    [20, ['A', 'C', 'D', 'B', 'E'], 4],
  ])(
    'a guest who lets %i parties pass stands behind as many as wait, and ahead of later guests',
    async (parties, names, place) => {
      const { api, queueId, mine, open } = await givenLine()
      const { status, body } = await open('POST', `${mine}/defer`, { body: { parties } })
      expect([status, body.position, body.place_change.reason]).toEqual([200, place, 'deferred'])
      await givenGuest(api, queueId, { name: 'E' })
      expect(await namesInLine(api, queueId)).toEqual(names)
    },
  )

  test('a called guest who lets others pass waits again and does not become a no-show', async () => {
    const { mine, id, api, open } = await givenLine({ no_show_after_minutes: 5 })
    await api('POST', `/v1/guests/${id}/notify`)
    const deferred = await open('POST', `${mine}/defer`, { body: { parties: 1 } })
    expect(deferred.body).toMatchObject({ status: 'waiting', notified_at: null, position: 3 })
    harness.clock.advance(6 * 60_000)
    await harness.service.jobs.tidy.run()
    expect((await open('GET', mine)).body.status).toBe('waiting')
  })

  test('letting parties pass keeps the place when no other guest waits', async () => {
    const api = harness.client()
    const mine = await givenOwnPlace(api, await givenQueue(api))
    const { body } = await harness.open()('POST', `${mine}/defer`, { body: { parties: 3 } })
    expect(body).toMatchObject({ position: 1, place_change: null })
    for (const parties of [0, 21, 1.5]) {
      expect((await harness.open()('POST', `${mine}/defer`, { body: { parties } })).status).toBe(400)
    }
  })

  test('lets a party pass once when the request is repeated under its Idempotency-Key', async () => {
    const { mine, id, open } = await givenLine()
    const options = { body: { parties: 1 }, headers: { 'idempotency-key': 'once' } }
    const first = await open('POST', `${mine}/defer`, options)
    const second = await open('POST', `${mine}/defer`, options)
    expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
    const { mine: other } = await givenLine()
    expect((await open('POST', `${other}/defer`, options)).headers.get('idempotent-replayed')).toBeNull()
    await until('the event', () => harness.events.of(id).length === 2)
  })

  test('shows place_change when staff move the guest or bring the guest back', async () => {
    const { api, mine, id, open } = await givenLine()
    await api('POST', `/v1/guests/${id}/move`, { body: { position: 4 } })
    expect((await open('GET', mine)).body).toMatchObject({ position: 4, place_change: { reason: 'moved' } })
    await api('POST', `/v1/guests/${id}/seat`)
    await api('POST', `/v1/guests/${id}/undo`)
    expect((await open('GET', mine)).body.place_change.reason).toBe('returned')
  })
})
