import { OPERATIONS } from '@usher/contracts'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

interface Case {
  readonly body?: object
  /** Status in the queue of the key; elsewhere it is 403, in another organisation 404. */
  readonly own: number
}

const UNKNOWN_GUEST = 'gst_01h455vb4pex5vsknk084sn02q'
const UNKNOWN_QUEUE = 'q_01h455vb4pex5vsknk084sn02q'

/** What a key limited to one queue may do, by operation; null: nothing, in any queue. */
const CASES: Readonly<Record<string, Case | null>> = {
  listQueues: { own: 200 },
  createQueue: null,
  getQueue: { own: 200 },
  updateQueue: { own: 200, body: { servers: 2 } },
  deleteQueue: { own: 409 },
  pauseQueue: { own: 200, body: {} },
  resumeQueue: { own: 200, body: {} },
  countFreePlaces: { own: 200, body: { count: 1 } },
  getQueueStatistics: { own: 200 },
  exportGuests: { own: 200 },
  streamQueue: { own: 200 },
  getEstimateAccuracy: { own: 200 },
  getQueueLine: { own: 200 },
  getQueueRefusals: { own: 200 },
  listGuests: { own: 200 },
  listAllGuests: { own: 200 },
  addGuest: { own: 201, body: { name: 'Bob' } },
  getGuest: { own: 200 },
  updateGuest: { own: 200, body: { party_size: 2 } },
  notifyGuest: { own: 200, body: {} },
  seatGuest: { own: 200, body: {} },
  markNoShow: { own: 200, body: {} },
  undoGuest: { own: 409, body: {} },
  markRepliesRead: { own: 200, body: { until: '2026-11-21T18:05:00.000Z' } },
  moveGuest: { own: 200, body: { position: 1 } },
  removeGuest: { own: 204 },
  callNextGuest: { own: 200, body: {} },
  notifyGuests: { own: 200, body: { guest_ids: [UNKNOWN_GUEST] } },
  transferGuest: { own: 400, body: { queue_id: UNKNOWN_QUEUE } },
  getGuestTimeline: { own: 200 },
}

const OF_SERVICE = OPERATIONS.filter(({ service, scope }) => service === 'queue' && scope !== null)

async function givenTwoQueues() {
  const api = harness.client()
  const [mine, other] = [await givenQueue(api), await givenQueue(api)]
  const guests = { [mine]: await givenGuest(api, mine), [other]: await givenGuest(api, other) }
  const limit = { queue_ids: [mine] }
  const stranger = { organization_id: 'org_01m7z0dj9nfvmthhecr7s68rtm' }
  return {
    api,
    mine,
    other,
    guests,
    key: harness.client(limit),
    ofStranger: harness.client({ ...limit, ...stranger }),
  }
}

describe('an API key limited to one queue', () => {
  test('has a case for every operation', () => {
    expect(OF_SERVICE.map(({ id }) => id).sort()).toEqual(Object.keys(CASES).sort())
  })

  test.each(OF_SERVICE.map((operation) => [operation.id, operation] as const))(
    "gives %s its own status for the key's queue, 403 for others and 404 to other organisations",
    async (id, { method, path }) => {
      const { mine, other, guests, key, ofStranger } = await givenTwoQueues()
      const { own, body } = CASES[id] ?? { own: 403, body: { name: 'New' } }
      const call = async (client: typeof key, queue: string) => {
        const target = path.replace('{id}', (path.startsWith('/v1/guests') ? guests[queue] : queue) ?? '')
        const answer = await client(method.toUpperCase(), target, body ? { body } : {})
        return [answer.status, answer.body.code]
      }
      if (path.includes('{id}')) {
        expect(await call(key, other)).toEqual([403, 'forbidden'])
        expect(await call(ofStranger, mine)).toEqual([404, 'not_found'])
      }
      const [status, code] = await call(key, mine)
      expect([status, code === 'forbidden']).toEqual([own, CASES[id] === null])
    },
  )

  test('lists only the queues of the key, page by page', async () => {
    const { api, mine, other } = await givenTwoQueues()
    const key = harness.client({ queue_ids: [mine, other] })
    const first = (await key('GET', '/v1/queues?limit=1')).body
    const second = (await key('GET', `/v1/queues?limit=1&cursor=${first.next_cursor}`)).body
    expect([first.data[0].id, second.data[0].id, second.next_cursor]).toEqual([mine, other, null])
    expect((await api('GET', '/v1/queues?limit=100')).body.data.length).toBeGreaterThan(2)
  })

  test('answers validation_failed to a move behind a guest of another queue', async () => {
    const { mine, other, guests, key } = await givenTwoQueues()
    const body = { after: guests[other] }
    expect((await key('POST', `/v1/guests/${guests[mine]}/move`, { body })).body.code).toBe(
      'validation_failed',
    )
  })

  test('answers 403 to a transfer into another queue', async () => {
    const { mine, other, guests, key } = await givenTwoQueues()
    const answer = await key('POST', `/v1/guests/${guests[mine]}/transfer`, { body: { queue_id: other } })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })

  test('answers idempotency_mismatch to the Idempotency-Key of another API key', async () => {
    const { api, other, guests, key } = await givenTwoQueues()
    const options = { body: {}, headers: { 'idempotency-key': `seat ${other}`.replace(' ', '-') } }
    const path = `/v1/guests/${guests[other]}/seat`
    expect((await api('POST', path, options)).status).toBe(200)
    expect((await key('POST', path, options)).body.code).toBe('idempotency_mismatch')
  })
})
