import { OPERATIONS, problemSchema } from '@usher/contracts'
import { CALLER_HEADER } from '@usher/service-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const BODIES: [what: string, body: unknown, pointer: string][] = [
  ['no name', {}, '/name'],
  ['an empty name', { name: '  ' }, '/name'],
  ['a 10 kB name', { name: 'x'.repeat(10_000) }, '/name'],
  ['a name with control characters', { name: 'A\u0000da' }, '/name'],
  ['a name of two lines', { name: 'A\u2028da' }, '/name'],
  ['a name with half a surrogate pair', { name: 'A\ud800' }, '/name'],
  ['a number as name', { name: 7 }, '/name'],
  ['a query operator as name', { name: { $gt: '' } }, '/name'],
  ['an unknown field', { name: 'A', vip: true }, '/vip'],
  ['a field named like an operator', { name: 'A', $where: '1' }, '/$where'],
  ['a field with a slash', { name: 'A', 'a/b~': 1 }, '/a~1b~0'],
  ['a prototype key', JSON.parse('{"name":"A","__proto__":{"x":1}}'), '/__proto__'],
  ['a prototype key within', JSON.parse('{"name":"A","fields":{"__proto__":{}}}'), '/fields/__proto__'],
  ['a party of none', { name: 'A', party_size: 0 }, '/party_size'],
  ['a party of a hundred', { name: 'A', party_size: 100 }, '/party_size'],
  ['half a guest', { name: 'A', party_size: 1.5 }, '/party_size'],
  ['a party size as text', { name: 'A', party_size: '4' }, '/party_size'],
  ['notes too long', { name: 'A', notes: 'x'.repeat(501) }, '/notes'],
  ['a phone that is none', { name: 'A', phone: 'call me' }, '/phone'],
  ['an e-mail address that is none', { name: 'A', email: 'ada@home' }, '/email'],
  ['an e-mail address with a line break', { name: 'A', email: 'a@b.test\r\nBcc: c@d.test' }, '/email'],
  ['two e-mail addresses', { name: 'A', email: 'a@b.test,c@d.test' }, '/email'],
  ['an e-mail address too long', { name: 'A', email: `a@${'b'.repeat(250)}.test` }, '/email'],
  ['a phone too short', { name: 'A', phone: '+1555' }, '/phone'],
  ['a list', [], ''],
  ['text', '"hello"', ''],
  ['null', 'null', '/name'],
]

describe('bad input for a queue', () => {
  test.each(BODIES)(
    'answers 400 with a pointer when a guest is added with %s',
    async (_what, body, pointer) => {
      const api = harness.client()
      const answer = await api('POST', `/v1/queues/${await givenQueue(api)}/guests`, { body })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(problemSchema.parse(answer.body)).toMatchObject({
        code: 'validation_failed',
        request_id: 'test-request',
      })
      expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
    },
  )

  test.each([
    [
      'thousands of unknown fields',
      Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, 1])),
    ],
    ['a field as long as the body', { ['K'.repeat(90_000)]: 1 }],
  ])('keeps the 400 answer short when a guest is added with %s', async (_, fields) => {
    const api = harness.client()
    const body = { name: 'A', fields }
    const answer = await api('POST', `/v1/queues/${await givenQueue(api)}/guests`, { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000)
  })

  test('answers 400, 413 or 415 to a body that is not JSON, too large or of another type', async () => {
    const api = harness.client()
    const path = `/v1/queues/${await givenQueue(api)}/guests`
    const malformed = await api('POST', path, { body: '{"name": ' })
    expect(malformed.body).toMatchObject({ status: 400, code: 'malformed_json' })
    const latin1 = await api('POST', path, { body: Buffer.from('{"name":"Andr\xe9"}', 'latin1') })
    expect(latin1.body).toMatchObject({ status: 400, code: 'malformed_json' })
    const large = await api('POST', path, { body: { name: 'x'.repeat(100_001) } })
    expect(large.body).toMatchObject({ status: 413, code: 'payload_too_large' })
    const form = await api('POST', path, { body: 'name=A', headers: { 'content-type': 'text/plain' } })
    expect(form.body).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect(form.headers.get('accept')).toBe('application/json')
  })

  test.each(['reason=%ff', 'reason=a%C3', 'reason=%ED%A0%80'])(
    'answers 400 and keeps the guest when a removal has %s, which is not UTF-8',
    async (query) => {
      const api = harness.client()
      const guest = await givenGuest(api, await givenQueue(api))
      const answer = await api('DELETE', `/v1/guests/${guest}?${query}`)
      expect(answer.body).toMatchObject({ status: 400, code: 'validation_failed' })
      expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('waiting')
    },
  )

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=0x10',
    'limit=1e1',
    'limit=%205',
    'limit=',
    'cursor=',
    'status=gone',
    'sort=name',
    'limit[$gt]=1',
    'limit=1&limit=2',
  ])('answers 400 with a pointer to the parameter when guests are listed with %s', async (query) => {
    const api = harness.client()
    const answer = await api('GET', `/v1/queues/${await givenQueue(api)}/guests?${query}`)
    expect(answer.body).toMatchObject({ status: 400, code: 'validation_failed' })
    const parameter = query.split('=')[0]
    expect(answer.body.errors[0]).toMatchObject({ pointer: `?${parameter}`, parameter })
    expect(answer.body.errors[0].message).toMatch(/^(must|is not|Invalid option|Too (small|big))/)
  })

  test.each([
    'nothing',
    'gst_1',
    'gst_01m7z0dj9nfvmthhecr7s68rtm',
    '%00',
    '$ne',
    '..%2f..',
    'x'.repeat(90),
    '%E0%A4%A',
  ])('answers 404 for the guest id %s', async (id) => {
    const answer = await harness.client()('GET', `/v1/guests/${id}`)
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found' })
  })

  test.each([
    [{ name: 'Q', timezone: 'Mars/Olympus' }, '/timezone'],
    [{ name: 'Q', opening_hours: [{ day: 'funday', start: '09:00', end: '17:00' }] }, '/opening_hours/0/day'],
    [{ name: 'Q', opening_hours: [{ day: 'monday', start: '9', end: '17:00' }] }, '/opening_hours/0/start'],
    [{ name: 'Q', servers: 0 }, '/servers'],
    [{ name: 'Q', id: 'mine' }, '/id'],
    [{ name: 'Q', waiting_count: 3 }, '/waiting_count'],
  ])('answers 400 with a pointer when a queue is created with %j', async (body, pointer) => {
    const answer = await harness.client()('POST', '/v1/queues', { body })
    expect(answer.body).toMatchObject({ status: 400, errors: [{ pointer }] })
  })
})

describe('a queue and a guest of one organisation', () => {
  const ofService = OPERATIONS.filter(({ service, path }) => service === 'queue' && path.includes('{id}'))
  /** Valid bodies of operations that need one. */
  const BODIES: Readonly<Record<string, object>> = {
    moveGuest: { position: 1 },
    countFreePlaces: { count: 1 },
    markRepliesRead: { until: '2026-01-01T00:00:00.000Z' },
    addGuest: { name: 'B' },
    notifyGuests: { guest_ids: ['gst_01h455vb4pex5vsknk084sn02q'] },
    transferGuest: { queue_id: 'q_01h455vb4pex5vsknk084sn02q' },
  }

  test.each(ofService.map((operation) => [operation.id, operation] as const))(
    'answers 404 when another organisation calls %s, and leaves the guest unchanged',
    async (id, { method, path }) => {
      const owner = harness.client()
      const queue = await givenQueue(owner)
      const guest = await givenGuest(owner, queue)
      const target = path.replace('{id}', path.startsWith('/v1/guests') ? guest : queue)
      const options = method === 'get' || method === 'delete' ? {} : { body: BODIES[id] ?? {} }
      const answer = await harness.otherOrganization()(method.toUpperCase(), target, options)
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' })
      expect((await owner('GET', `/v1/guests/${guest}`)).body).toMatchObject({
        status: 'waiting',
        name: 'Ada',
      })
    },
  )

  test('answers 403 without the scope and 401 without a valid token', async () => {
    const reader = harness.client({ scopes: ['guests:read'] })
    const answer = await reader('POST', '/v1/queues', { body: { name: 'Q' } })
    expect(answer.body).toMatchObject({ status: 403, code: 'insufficient_scope' })
    for (const token of ['', 'x.y.z']) {
      const response = await fetch(`${harness.service.url}/v1/queues`, {
        headers: { [CALLER_HEADER]: token },
      })
      expect(response.status).toBe(401)
    }
  })
})
