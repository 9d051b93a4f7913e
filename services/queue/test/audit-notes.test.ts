import { type FieldChanges, OPERATIONS, PERSONAL } from '@usher/contracts'
import { type Answer, auditNoteOf, type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

interface Case {
  act(api: Client, queueId: string): Promise<Answer>
  /** undefined for what creates: the gateway finds the resource in Location. */
  readonly changes: FieldChanges | undefined
}

const onGuest =
  (verb: string, body?: object, before: readonly string[] = []): Case['act'] =>
  async (api, queueId) => {
    const id = await givenGuest(api, queueId, { phone: '+1 415 555 2671' })
    await givenGuest(api, queueId)
    for (const earlier of before) await api('POST', `/v1/guests/${id}/${earlier}`)
    return await api('POST', `/v1/guests/${id}/${verb}`, body ? { body } : {})
  }

const from = (before: string | number | null, after: string | number | null) => ({ before, after })

/** What each operation that is no GET tells of its changes. A new operation needs a line here. */
const CASES: Record<string, Case> = {
  createQueue: {
    act: (api) => api('POST', '/v1/queues', { body: { name: 'Bar' } }),
    changes: undefined,
  },
  updateQueue: {
    act: (api, id) => api('PATCH', `/v1/queues/${id}`, { body: { name: 'Bar', capacity: 9, servers: 1 } }),
    changes: { name: from('Main', 'Bar'), capacity: from(null, 9) },
  },
  pauseQueue: {
    act: (api, id) => api('POST', `/v1/queues/${id}/pause`),
    changes: { status: from('active', 'paused') },
  },
  countFreePlaces: {
    act: (api, id) => api('POST', `/v1/queues/${id}/free-places`, { body: { count: 0 } }),
    changes: { free_places: from(1, 0) },
  },
  resumeQueue: {
    act: (api, id) => api('POST', `/v1/queues/${id}/resume`),
    changes: {},
  },
  deleteQueue: {
    act: async (api, id) => {
      await givenGuest(api, id)
      return await api('DELETE', `/v1/queues/${id}?remove_guests=true`)
    },
    changes: expect.objectContaining({ name: from('Main', null), status: from('active', null) }) as never,
  },
  addGuest: {
    act: (api, id) => api('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } }),
    changes: { queue_id: from(null, expect.stringMatching(/^q_/)) },
  },
  updateGuest: {
    act: async (api, queueId) => {
      const id = await givenGuest(api, queueId, { phone: '+1 415 555 2671', notes: 'tall' })
      const body = {
        ...{ name: 'Bob', phone: '+1 415 555 2672', email: 'b@b.test' },
        ...{ notes: null, party_size: 3, tags: ['VIP'] },
      }
      return await api('PATCH', `/v1/guests/${id}`, { body })
    },
    changes: {
      name: from(PERSONAL, PERSONAL),
      phone: from(PERSONAL, PERSONAL),
      email: from(null, PERSONAL),
      notes: from(PERSONAL, null),
      tags: from(null, PERSONAL),
      party_size: from(1, 3),
    },
  },
  notifyGuest: { act: onGuest('notify'), changes: { status: from('waiting', 'notified') } },
  seatGuest: {
    act: onGuest('seat'),
    changes: { status: from('waiting', 'seated'), position: from(1, null) },
  },
  markNoShow: {
    act: onGuest('no-show', undefined, ['notify']),
    changes: { status: from('notified', 'no_show'), position: from(1, null) },
  },
  undoGuest: {
    act: onGuest('undo', undefined, ['seat']),
    changes: { status: from('seated', 'waiting'), position: from(null, 1) },
  },
  markRepliesRead: { act: onGuest('replies/read', { until: '2026-11-21T18:05:00.000Z' }), changes: {} },
  moveGuest: { act: onGuest('move', { position: 2 }), changes: { position: from(1, 2) } },
  removeGuest: {
    act: async (api, queueId) => api('DELETE', `/v1/guests/${await givenGuest(api, queueId)}`),
    changes: { status: from('waiting', 'removed'), position: from(1, null) },
  },
  notifyGuests: {
    act: async (api, queueId) => {
      const guest_ids = [await givenGuest(api, queueId)]
      return await api('POST', `/v1/queues/${queueId}/notify`, { body: { guest_ids } })
    },
    // The field is named by the guest, who is made by the request before.
    changes: expect.anything() as never,
  },
  transferGuest: {
    act: async (api, queueId) => {
      await givenGuest(api, queueId)
      const [id, target] = [await givenGuest(api, queueId), await givenQueue(api)]
      return await api('POST', `/v1/guests/${id}/transfer`, { body: { queue_id: target } })
    },
    changes: {
      queue_id: { before: expect.any(String), after: expect.any(String) },
      position: from(2, 1),
    } as never,
  },
  callNextGuest: {
    act: async (api, queueId) => {
      await givenGuest(api, queueId)
      return await api('POST', `/v1/queues/${queueId}/call-next`)
    },
    changes: { status: from('waiting', 'notified') },
  },
}

/** What guests do themselves has its own cases: audit-notes-guests.test.ts. */
const mutating = OPERATIONS.filter(
  ({ service, method, scope }) => service === 'queue' && method !== 'get' && scope !== null,
)

describe('the audit notes of the queue service', () => {
  test('has a case for every operation that may change something', () => {
    expect(Object.keys(CASES).sort()).toEqual(mutating.map(({ id }) => id).sort())
  })

  test.each(Object.entries(CASES))('notes the changes of %s without personal data', async (id, given) => {
    const api = harness.client()
    const answer = await given.act(api, await givenQueue(api))
    expect(answer.status).toBe(mutating.find((operation) => operation.id === id)?.status)
    expect(auditNoteOf(answer)).toEqual(given.changes && { changes: given.changes })
  })

  test('notes no changes for a repeat under an Idempotency-Key', async () => {
    const api = harness.client()
    const id = await givenGuest(api, await givenQueue(api))
    const seat = () => api('POST', `/v1/guests/${id}/seat`, { headers: { 'idempotency-key': id } })
    expect(auditNoteOf(await seat())?.changes).toBeDefined()
    const repeat = await seat()
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(auditNoteOf(repeat)).toEqual({})
  })

  test('notes nothing for an operation answered with 404', async () => {
    const api = harness.client()
    const answer = await api('POST', '/v1/guests/gst_01h455vb4pex5vsknk084sn02q/seat')
    expect([answer.status, auditNoteOf(answer)]).toEqual([404, undefined])
  })

  test('gives each automatic no-show its own request id', async () => {
    const api = harness.client()
    const queueId = await givenQueue(api, { no_show_after_minutes: 5 })
    const ids = [await givenGuest(api, queueId), await givenGuest(api, queueId)]
    for (const id of ids) await api('POST', `/v1/guests/${id}/notify`)
    harness.clock.advance(5 * 60_000)
    await harness.service.jobs.tidy.run()
    const events = await until('both events', () => {
      const found = harness.events.events.filter(
        ({ type, subject }) => type === 'guest.no_show' && ids.includes(subject),
      )
      return found.length === 2 && found
    })
    expect(events.map(({ actor }) => actor)).toEqual(['system', 'system'])
    expect(new Set(events.map(({ requestid }) => requestid)).size).toBe(2)
  })
})
