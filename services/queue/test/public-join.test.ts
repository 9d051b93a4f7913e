import { operations } from '@usher/contracts'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
let api: Client
let open: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client({ country: 'US' })
  open = harness.open()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** All of a test come from one address. */
const OPEN = { public_join: true, public_join_limits: { max_per_address: 100 } }
const PHONE = '+14155552671'

const pathOf = async (queue: string) =>
  (await api('GET', `/v1/queues/${queue}`)).body.join_url.replace('http://usher.test', '/public')

/** A queue, and the path under which guests join it. */
async function givenJoinable(settings: object = OPEN) {
  const queue = await givenQueue(api, settings)
  return { queue, path: await pathOf(queue) }
}

const join = (path: string, details: object = {}, headers = {}) =>
  open('POST', path, { body: { name: 'Ada', ...details }, headers })

describe('a guest who joins through the join page', () => {
  test('puts a joining guest last, shows the own place to the guest and the details to staff', async () => {
    const { queue, path } = await givenJoinable({
      ...OPEN,
      custom_fields: [
        { key: 'allergy', label: 'Allergies', type: 'text', required: true, public: true },
        { key: 'vip', label: 'VIP', type: 'boolean', required: true },
      ],
    })
    await givenGuest(api, queue, { name: 'First', fields: { allergy: 'none', vip: false } })
    const email = 'ada@example.com'
    const details = {
      ...{ phone: '(415) 555-2671', email, party_size: 2, locale: 'fr', fields: { allergy: 'nuts' } },
    }
    const { status, body, headers } = await join(path, details)
    expect([status, headers.get('etag')]).toEqual([201, expect.stringMatching(/^"[\w-]{43}"$/)])
    expect(operations.joinQueue.answer.parse(body)).toEqual(body)
    expect(body).toMatchObject({ name: 'Ada', party_size: 2, position: 2, status: 'waiting', locale: 'fr' })
    const own = body.status_url.replace('http://usher.test/w/', '/public/guests/')
    expect(headers.get('location')).toBe(own)
    const { status_url, ...place } = body
    expect((await open('GET', own)).body).toEqual(place)
    const [, guest] = (await api('GET', `/v1/queues/${queue}/guests`)).body.data
    expect(guest).toMatchObject({ phone: PHONE, email, status_url, tags: [], fields: { allergy: 'nuts' } })
    const event = await until('guest.added', () => harness.events.of(guest.id)[0])
    expect(event).toMatchObject({ type: 'guest.added', actor: 'guest', sequence: 1 })
    expect(event.data).toMatchObject({ email, locale: 'fr' })
    expect((await api('GET', `/v1/guests/${guest.id}/timeline`)).body.data[0].actor).toBe('guest')
  })

  test.each([
    ['no name', { name: ' ' }, '/name'],
    ['no e-mail address', { email: 'x' }, '/email'],
    ['notes', { notes: 'x' }, '/notes'],
    ['tags', { tags: ['VIP'] }, '/tags'],
    ['an unknown language', { locale: 'tlh' }, '/locale'],
    ['no phone number', { phone: 'x' }, '/phone'],
    ['too large a party', { party_size: 5 }, '/party_size'],
    ['too small a party', { party_size: 1 }, '/party_size'],
    ['what is not asked of guests', { party_size: 2, fields: { vip: true } }, '/fields/vip'],
  ])('answers 400 with a pointer when a joining guest gives %s', async (_, details, pointer) => {
    const custom_fields = [{ key: 'vip', label: 'VIP', type: 'boolean', required: true }]
    const public_join_limits = { max_party_size: 4, max_waiting: null }
    const { path } = await givenJoinable({ ...OPEN, min_party_size: 2, custom_fields, public_join_limits })
    const { body } = await join(path, details)
    expect(body).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(body.errors[0].pointer).toBe(pointer)
  })

  test('answers 409 while the phone waits in the same queue, and sets duplicate_of in another queue', async () => {
    const [here, there] = [await givenJoinable(), await givenJoinable()]
    const first = await join(here.path, { phone: '+14155552672' })
    expect((await join(here.path, { phone: '415 555 2672' })).body).toMatchObject({
      ...{ status: 409, code: 'already_waiting' },
    })
    expect((await join(there.path, { phone: '+14155552672' })).status).toBe(201)
    const [guest] = (await api('GET', `/v1/queues/${there.queue}/guests`)).body.data
    const [original] = (await api('GET', `/v1/queues/${here.queue}/guests`)).body.data
    expect(guest.duplicate_of).toBe(original.id)
    await open('POST', `${first.headers.get('location')}/leave`)
    expect((await join(here.path, { phone: '+14155552672' })).status).toBe(201)
    expect((await join(here.path)).status).toBe(201)
  })

  test('one phone joining five times at once on two replicas, among other guests, joins once', async () => {
    const { queue, path } = await givenJoinable()
    const other = harness.open((await harness.start()).url)
    const body = { name: 'Twin', phone: PHONE }
    const twins = [open, other, open, other, open].map((client) => client('POST', path, { body }))
    const others = Array.from({ length: 10 }, (_, n) => join(path, { phone: `+1415555${2000 + n}` }))
    const statuses = (await Promise.all(twins)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409])
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(10).fill(201))
    const names = await namesInLine(api, queue)
    expect([names.length, names.filter((name) => name === 'Twin').length]).toEqual([11, 1])
  })

  test('one phone joining twenty times at once on one replica joins once', async () => {
    const { queue, path } = await givenJoinable()
    const twins = await Promise.all(Array.from({ length: 20 }, () => join(path, { phone: PHONE })))
    const refused = twins.filter(({ body }) => body.code === 'already_waiting')
    expect([refused.length, await namesInLine(api, queue)]).toEqual([19, ['Ada']])
  })

  test('adds the guest once and answers the same when a join is repeated under its Idempotency-Key', async () => {
    const { queue, path } = await givenJoinable()
    const headers = { 'idempotency-key': 'join' }
    const [first, twin] = await Promise.all([1, 2].map(() => join(path, { phone: PHONE }, headers)))
    const later = await join(path, { phone: PHONE }, headers)
    expect([twin?.body, later.body]).toEqual([first?.body, first?.body])
    expect(later.headers.get('idempotent-replayed')).toBe('true')
    expect(await namesInLine(api, queue)).toEqual(['Ada'])
    expect((await join(path, { phone: PHONE, party_size: 2 }, headers)).body.code).toBe(
      'idempotency_mismatch',
    )
    const elsewhere = await givenJoinable()
    expect((await join(elsewhere.path, { phone: PHONE }, headers)).status).toBe(201)
  })

  test('one of ten concurrent joins gets the last public place', async () => {
    const { path } = await givenJoinable({
      ...OPEN,
      public_join_limits: { max_waiting: 1, max_per_address: 100 },
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(path)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'queue_full')).toHaveLength(9)
  })
})
