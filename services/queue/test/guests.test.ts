import { operations, webhookDataOf } from '@usher/contracts'
import { until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

describe('an open queue', () => {
  test('answers a new guest with the specified fields first, and publishes guest.added', async () => {
    const api = harness.client()
    const queue = await givenQueue(api, { service_minutes: 10 })

    const body = { name: '  Ada Lovelace ', phone: '(415) 555-2671', party_size: 4, notes: 'window' }
    const added = await api('POST', `/v1/queues/${queue}/guests`, { body })

    expect(added.status).toBe(201)
    expect(added.headers.get('location')).toBe(`/v1/guests/${added.body.id}`)
    expect(Object.keys(added.body).slice(0, 8)).toEqual([
      'id',
      'name',
      'phone',
      'party_size',
      'position',
      'estimated_wait',
      'status',
      'created_at',
    ])
    expect(added.body).toMatchObject({
      name: 'Ada Lovelace',
      phone: '+14155552671',
      party_size: 4,
      position: 1,
      estimated_wait: 0,
      status: 'waiting',
    })
    expect(added.body).not.toHaveProperty('notes')
    expect(operations.addGuest.answer.parse(added.body)).toEqual(added.body)

    const event = await until('guest.added', () => harness.events.of(added.body.id)[0])
    expect(event).toMatchObject({ type: 'guest.added', sequence: 1, requestid: 'test-request' })
    const { id, name, phone, party_size, position, estimated_wait } = added.body
    const told = { id, queue_id: queue, name, phone, party_size, position, estimated_wait }
    expect(webhookDataOf(event)).toEqual(told)
  })

  test("changes a guest's e-mail address, which events carry but webhooks do not", async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const body = { name: 'Ada', email: ' Ada.L@Example.COM ' }
    const added = (await api('POST', `/v1/queues/${queue}/guests`, { body })).body
    expect(added.email).toBe('ada.l@example.com')
    const path = `/v1/guests/${added.id}`
    expect((await api('PATCH', path, { body: { email: 'ada@example.org' } })).body.email).toBe(
      'ada@example.org',
    )
    expect((await api('PATCH', path, { body: { party_size: 2 } })).body.email).toBe('ada@example.org')
    expect((await api('PATCH', path, { body: { email: null } })).body.email).toBeNull()
    const events = await until('the events', () => {
      const found = harness.events.of(added.id)
      return found.length === 4 && found
    })
    expect(events.map(({ data }) => (data as { email: unknown }).email)).toEqual([
      ...['ada.l@example.com', 'ada@example.org', 'ada@example.org', null],
    ])
    for (const event of events) expect(webhookDataOf(event)).not.toHaveProperty('email')
  })

  test('one number in two notations is one guest twice, and an unusual number is marked', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const add = async (phone: string) =>
      (await api('POST', `/v1/queues/${queue}/guests`, { body: { name: '\u202aAda\u202c', phone } })).body
    const first = await add('\u202a+52 1 55 1234 5678\u202c')
    expect(first).toMatchObject({ name: 'Ada', phone: '+525512345678', phone_unusual: false })
    expect((await add('tel:+52-55-1234-5678')).duplicate_of).toBe(first.id)
    expect(await add('+1 565 555 2671')).toMatchObject({ phone: '+15655552671', phone_unusual: true })
    const found = await api(
      'GET',
      `/v1/queues/${queue}/guests?q=${encodeURIComponent('\u200e+5215512345678')}`,
    )
    expect(found.body.data).toHaveLength(2)
  })

  test('defaults phone to null and party_size to 1', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const { body } = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Solo' } })
    expect(body).toMatchObject({ phone: null, party_size: 1 })
  })

  test('200 guests added at once get the positions 1 to 200', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const adds = Array.from({ length: 200 }, (_, i) =>
      api('POST', `/v1/queues/${queue}/guests`, { body: { name: `Guest ${i}` } }),
    )
    const answers = await Promise.all(adds)
    const positions = answers.map(({ body }) => body.position).sort((a, b) => a - b)
    expect(positions).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  })

  test('moving guests reorders the line and keeps positions dense', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const [a, , c, d] = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => givenGuest(api, queue, { name })),
    )

    const toFront = await api('POST', `/v1/guests/${d}/move`, { body: { position: 1 } })
    expect(toFront.body.position).toBe(1)
    expect(await namesInLine(api, queue)).toEqual(['D', 'A', 'B', 'C'])

    await api('POST', `/v1/guests/${a}/move`, { body: { after: c } })
    expect(await namesInLine(api, queue)).toEqual(['D', 'B', 'C', 'A'])

    const farBack = await api('POST', `/v1/guests/${d}/move`, { body: { position: 99 } })
    expect(farBack.body.position).toBe(4)
    await givenGuest(api, queue, { name: 'E' })
    expect(await namesInLine(api, queue)).toEqual(['B', 'C', 'A', 'D', 'E'])
  })

  test('answers 400 at /after when a guest is moved behind one who is not in the line', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const [guest, elsewhere] = [await givenGuest(api, queue), await givenGuest(api, await givenQueue(api))]
    for (const after of [elsewhere, guest]) {
      const answer = await api('POST', `/v1/guests/${guest}/move`, { body: { after } })
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/after', code: 'not_in_line' }] },
      })
    }
  })

  test('publishes guest.updated once when the same details are patched twice', async () => {
    const api = harness.client()
    const guest = await givenGuest(api, await givenQueue(api))
    for (const _ of [1, 2]) {
      const patched = await api('PATCH', `/v1/guests/${guest}`, {
        body: { name: 'Grace', notes: null, party_size: 3 },
      })
      expect(patched).toMatchObject({ status: 200, body: { name: 'Grace', notes: null, party_size: 3 } })
    }
    const removed = await api('DELETE', `/v1/guests/${guest}`)
    expect(removed).toMatchObject({ status: 204, body: '' })
    await until('guest.removed', () => harness.events.of(guest).some(({ type }) => type === 'guest.removed'))
    expect(harness.events.of(guest).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['guest.added', 1],
      ['guest.updated', 2],
      ['guest.removed', 3],
    ])
  })

  test('answers 412 to a write whose If-Match is old or weak', async () => {
    const api = harness.client()
    const guest = await givenGuest(api, await givenQueue(api))
    const etag = (await api('GET', `/v1/guests/${guest}`)).headers.get('etag') ?? ''
    const first = await api('PATCH', `/v1/guests/${guest}`, {
      body: { name: 'B' },
      headers: { 'if-match': etag },
    })
    const second = await api('PATCH', `/v1/guests/${guest}`, {
      body: { name: 'C' },
      headers: { 'if-match': etag },
    })
    expect([first.status, second.status]).toEqual([200, 412])
    const current = first.headers.get('etag') ?? ''
    const weak = await api('PATCH', `/v1/guests/${guest}`, {
      body: { name: 'C' },
      headers: { 'if-match': `W/${current}` },
    })
    expect(weak.status).toBe(412)
    expect(second.body.code).toBe('precondition_failed')
  })

  test('answers 304 to a read with the current ETag', async () => {
    const api = harness.client()
    const guest = await givenGuest(api, await givenQueue(api))
    const etag = (await api('GET', `/v1/guests/${guest}`)).headers.get('etag') ?? ''
    const again = await api('GET', `/v1/guests/${guest}`, {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect(again).toMatchObject({ status: 304, body: '' })
  })

  test.each([
    ['"1.0"', 200],
    ['W/"1.0"', 200],
    ['*', 304],
  ])('answers a list, which has no ETag, with If-None-Match %s by %s', async (tag, status) => {
    const api = harness.client()
    const headers = { 'if-none-match': tag, 'cache-control': 'max-age=0' }
    const list = await api('GET', `/v1/queues/${await givenQueue(api)}/guests`, { headers })
    expect([list.status, list.headers.get('etag')]).toEqual([status, null])
  })

  test('pages through every guest once while others join', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const names = Array.from({ length: 7 }, (_, i) => `Guest ${i}`)
    for (const name of names) await givenGuest(api, queue, { name })
    const seen: string[] = []
    let path: string | null = `/v1/queues/${queue}/guests?limit=3`
    while (path) {
      const { body, headers } = await api('GET', path)
      seen.push(...body.data.map((guest: { name: string }) => guest.name))
      if (seen.length === 3) await givenGuest(api, queue, { name: 'Late' })
      const next = headers.get('link')?.match(/<(.*)>; rel="next"/)?.[1]
      expect(Boolean(next)).toBe(body.next_cursor !== null)
      path = next ? `/v1/queues/${queue}/guests${next}` : null
    }
    expect(seen).toEqual([...names, 'Late'])
  })

  test('finds guests who left when the list is filtered by status', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const seated = await givenGuest(api, queue, { name: 'Seated' })
    await givenGuest(api, queue, { name: 'Waiting' })
    await api('POST', `/v1/guests/${seated}/seat`)
    const { body } = await api('GET', `/v1/queues/${queue}/guests?status=seated,no_show`)
    expect(body.data).toMatchObject([
      { name: 'Seated', status: 'seated', position: null, estimated_wait: null },
    ])
    expect(await namesInLine(api, queue)).toEqual(['Waiting'])
  })

  test('answers 400 invalid_cursor for a changed cursor or one of another list', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    for (const _ of [1, 2]) await givenGuest(api, queue)
    const cursor: string = (await api('GET', `/v1/queues/${queue}/guests?limit=1`)).body.next_cursor
    const changed = cursor.startsWith('A') ? `B${cursor.slice(1)}` : `A${cursor.slice(1)}`
    const other = await givenQueue(api)
    for (const path of [`${queue}/guests?cursor=${changed}`, `${other}/guests?cursor=${cursor}`]) {
      expect(await api('GET', `/v1/queues/${path}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor' },
      })
    }
  })
})
