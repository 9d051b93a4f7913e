import { type FieldChanges, OPERATIONS } from '@usher/contracts'
import { auditNoteOf } from '@usher/test-kit'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const from = (before: unknown, after: unknown) => ({ before, after }) as FieldChanges[string]

/** What each thing that guests do tells of its changes; undefined for what creates. A new operation needs a line here. */
const CASES: Record<string, { body?: object; before?: string; changes: FieldChanges | undefined }> = {
  leaveLine: { changes: { status: from('waiting', 'removed'), position: from(1, null) } },
  returnToLine: {
    before: '/leave',
    changes: { status: from('removed', 'waiting'), position: from(null, 1) },
  },
  reportArrival: { changes: { arrived_at: from(null, expect.any(String)) } },
  deferTurn: { body: { parties: 1 }, changes: { position: from(1, 2) } },
  joinQueue: { body: { name: 'Bob' }, changes: { queue_id: from(null, expect.stringMatching(/^q_/)) } },
  updateOwnPlace: { body: { locale: 'fr' }, changes: { locale: from(null, 'fr') } },
}

const own = OPERATIONS.filter(
  ({ service, method, scope }) => service === 'queue' && method !== 'get' && scope === null,
)

async function givenFirstOfTwo() {
  const api = harness.client()
  const queueId = await givenQueue(api, { public_join: true })
  const mine = await givenOwnPlace(api, queueId)
  await givenGuest(api, queueId)
  const [guest] = (await api('GET', `/v1/queues/${queueId}/guests`)).body.data
  const { join_url } = (await api('GET', `/v1/queues/${queueId}`)).body
  return { mine, id: guest.id as string, queueId, page: join_url.replace('http://usher.test', '/public') }
}

describe('what the queue service tells of guests for the audit trail', () => {
  test('has a case for every operation that guests may call', () => {
    expect(Object.keys(CASES).sort()).toEqual(own.map(({ id }) => id).sort())
  })

  test.each(own.map((operation) => [operation.id, operation] as const))(
    'notes the guest and the changes of %s',
    async (name, { method, path }) => {
      const { mine, id, page } = await givenFirstOfTwo()
      const { body, before, changes } = CASES[name] ?? { changes: {} }
      if (before) await harness.open()('POST', mine + before)
      const target = path.replace('/public/guests/{token}', mine).replace('/public/join/{slug}', page)
      const answer = await harness.open()(method.toUpperCase(), target, body ? { body } : {})
      expect(auditNoteOf(answer)).toEqual({
        organization_id: expect.stringMatching(/^org_/),
        actor: 'guest',
        resource: name === 'joinQueue' ? expect.stringMatching(/^gst_/) : id,
        changes,
      })
    },
  )

  test('notes the guest of a refused operation', async () => {
    const { mine, id } = await givenFirstOfTwo()
    await harness.open()('POST', `${mine}/leave`)
    const refused = await harness.open()('POST', `${mine}/arrived`)
    expect(refused.body.code).toBe('invalid_transition')
    expect(auditNoteOf(refused)).toMatchObject({ actor: 'guest', resource: id })
  })

  test('notes the queue of a refused join', async () => {
    const { queueId, page } = await givenFirstOfTwo()
    await harness.client()('POST', `/v1/queues/${queueId}/pause`)
    const refused = await harness.open()('POST', page, { body: { name: 'Bob' } })
    expect(refused.body.code).toBe('queue_paused')
    expect(auditNoteOf(refused)).toMatchObject({ actor: 'guest', resource: queueId })
  })
})
