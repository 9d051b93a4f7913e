import { JOIN_REFUSALS, operations } from '@usher/contracts'
import type { Client } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
let open: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client({ country: 'US' })
  open = harness.open()
})
afterAll(() => harness[Symbol.asyncDispose]())

const OPEN = { public_join: true }

const pathOf = async (queue: string) =>
  (await api('GET', `/v1/queues/${queue}`)).body.join_url.replace('http://usher.test', '/public')

/** A queue, and the path under which guests join it. */
async function givenJoinable(settings: object = OPEN) {
  const queue = await givenQueue(api, settings)
  return { queue, path: await pathOf(queue) }
}

const join = (path: string, details: object = {}, headers = {}) =>
  open('POST', path, { body: { name: 'Ada', ...details }, headers })

describe('the join page of a queue', () => {
  test('the join address has a random slug that stays when the queue is renamed', async () => {
    const { queue, path } = await givenJoinable()
    expect(path).toMatch(/^\/public\/join\/[2-9a-hjkmnp-z]{14}$/)
    await api('PATCH', `/v1/queues/${queue}`, { body: { name: 'Bar' } })
    expect(await pathOf(queue)).toBe(path)
    expect((await givenJoinable()).path).not.toBe(path)
  })

  test('shows only what guests need to join, and answers 304 to the current ETag', async () => {
    const asked = { key: 'seating', label: 'Seating', type: 'choice', required: true, options: ['In', 'Out'] }
    const { path } = await givenJoinable({
      ...OPEN,
      ...{ name: 'Terrace', min_party_size: 2, max_party_size: 8 },
      public_join_limits: { max_party_size: 4 },
      custom_fields: [
        { ...asked, public: true },
        { key: 'vip', label: 'VIP', type: 'boolean', required: true },
      ],
    })
    const { status, body, headers } = await open('GET', path)
    expect(status).toBe(200)
    expect(body).toEqual({
      organization_id: expect.stringMatching(/^org_/),
      ...{ name: 'Terrace', status: 'active', can_join: true, refusal: null, pause_reason: null },
      ...{ opens_at: null, timezone: 'UTC' },
      estimated_wait_range: { low: expect.any(Number), high: expect.any(Number) },
      ...{ min_party_size: 2, max_party_size: 4, custom_fields: [asked] },
      takes_bookings: false,
    })
    expect(operations.getJoinPage.answer.parse(body)).toEqual(body)
    const etag = headers.get('etag') ?? ''
    const again = { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } }
    expect((await open('GET', path, again)).status).toBe(304)
  })

  test('shows the same refusal as the join request answers when guests cannot join', async () => {
    const cases: Record<(typeof JOIN_REFUSALS)[number], object> = {
      public_join_off: { public_join: false },
      queue_paused: { ...OPEN, status: 'paused', pause_reason: 'Full kitchen' },
      queue_closed: { ...OPEN, opening_hours: [] },
      queue_full: { ...OPEN, public_join_limits: { max_waiting: 1, max_party_size: null } },
    }
    for (const refusal of JOIN_REFUSALS) {
      const { queue, path } = await givenJoinable(cases[refusal])
      if (refusal === 'queue_full') expect((await join(path)).status).toBe(201)
      const pause_reason = refusal === 'queue_paused' ? 'Full kitchen' : null
      expect((await open('GET', path)).body).toMatchObject({ can_join: false, refusal, pause_reason })
      expect((await join(path)).body).toMatchObject({ status: 409, code: refusal })
      if (refusal === 'queue_full') expect(await givenGuest(api, queue)).toMatch(/^gst_/)
    }
  })

  test('answers the same 404 for a wrong slug and a deleted queue', async () => {
    const { queue, path } = await givenJoinable()
    await api('DELETE', `/v1/queues/${queue}`)
    for (const wrong of [
      path,
      `${path}x`,
      '/public/join/x',
      `/public/join/${queue}`,
      '/public/join/%C3%A9',
    ]) {
      for (const { status, body } of [await open('GET', wrong), await join(wrong)]) {
        expect([status, body.code, body.detail]).toEqual([404, 'not_found', 'There is no such queue.'])
      }
    }
  })

  test('answers 401 without the gateway', async () => {
    expect((await api('GET', (await givenJoinable()).path)).status).toBe(401)
  })

  test('accepts phones of another country at the same address after the organisation moves there', async () => {
    const { queue, path } = await givenJoinable()
    const phone = '030 901820'
    expect((await join(path, { phone })).status).toBe(400)
    const { body } = await harness.client({ country: 'DE' })('PATCH', `/v1/queues/${queue}`, { body: {} })
    expect(body.join_url.replace('http://usher.test', '/public')).toBe(path)
    expect((await join(path, { phone })).status).toBe(201)
  })

  test("answers 400 when the largest party of the join page is below the queue's min_party_size", async () => {
    const public_join_limits = { max_party_size: 2, max_waiting: null }
    const answer = await api('POST', '/v1/queues', {
      body: { name: 'Q', min_party_size: 3, public_join_limits },
    })
    expect(answer.body).toMatchObject({ status: 400 })
    expect(answer.body.errors[0].pointer).toBe('/public_join_limits/max_party_size')
  })
})
