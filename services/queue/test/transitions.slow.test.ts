import { newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { addGuest } from '../src/guests/add-guest.ts'
import { seatGuest, undoGuest } from '../src/guests/transitions.ts'
import { createQueue } from '../src/queues/queue-decisions.ts'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const STATUSES = ['waiting', 'notified', 'seated', 'no_show', 'removed'] as const
type Status = (typeof STATUSES)[number]

/** How a guest gets into each status. */
const REACH: Record<Status, string | null> = {
  waiting: null,
  notified: 'POST notify',
  seated: 'POST seat',
  no_show: 'POST no-show',
  removed: 'DELETE',
}

const act = (api: Client, guest: string, action: string, body?: unknown) => {
  const [method = '', verb] = action.split(' ')
  return api(method, `/v1/guests/${guest}${verb ? `/${verb}` : ''}`, body === undefined ? {} : { body })
}

async function givenGuestWho(api: Client, status: Status): Promise<string> {
  const guest = await givenGuest(api, await givenQueue(api))
  const step = REACH[status]
  if (step) await act(api, guest, step)
  return guest
}

const givenAct = {
  now: new Date('2026-06-01T12:00:00Z'),
  statusUrl: () => 'http://usher.test/w/x',
  origin: { organizationId: newId('organization'), actor: 'test', requestId: 'test' },
}

const inLine: Status[] = ['waiting', 'notified']
const left: Status[] = ['seated', 'no_show', 'removed']

/** The table of the design: what is allowed, where it leads and what event it raises. */
const TABLE: { action: string; body?: unknown; from: Status[]; to: Status | 'as before'; event: string }[] = [
  { action: 'POST notify', from: inLine, to: 'notified', event: 'guest.notified' },
  { action: 'POST seat', from: inLine, to: 'seated', event: 'guest.seated' },
  { action: 'POST no-show', from: inLine, to: 'no_show', event: 'guest.no_show' },
  { action: 'DELETE', from: inLine, to: 'removed', event: 'guest.removed' },
  { action: 'POST undo', from: [...left, 'notified'], to: 'waiting', event: 'guest.updated' },
  { action: 'PATCH', body: { name: 'New name' }, from: inLine, to: 'as before', event: 'guest.updated' },
  { action: 'POST move', body: { position: 1 }, from: inLine, to: 'as before', event: 'guest.updated' },
]

describe.each(TABLE)('the action $action', ({ action, body, from, to, event }) => {
  test.each(from)('leads a guest who is %s to the expected status, with one event', async (status) => {
    const api = harness.client()
    const guest = await givenGuestWho(api, status)
    const before = (await api('GET', `/v1/guests/${guest}`)).body
    if (action === 'POST move')
      await act(api, await givenGuest(api, before.queue_id), action, { position: 1 })
    const answer = await act(api, guest, action, body)
    expect([200, 204]).toContain(answer.status)
    const after = (await api('GET', `/v1/guests/${guest}`)).body
    expect(after.status).toBe(to === 'as before' ? status : to)
    await until(event, () => harness.events.of(guest).at(-1)?.type === event)
    const sequences = harness.events.of(guest).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  })

  const done: readonly Status[] = action === 'DELETE' ? ['removed'] : []
  test.each(STATUSES.filter((status) => !from.includes(status) && !done.includes(status)))(
    'answers 409 naming the status for a guest who is %s',
    async (status) => {
      const api = harness.client()
      const guest = await givenGuestWho(api, status)
      const answer = await act(api, guest, action, body)
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
      expect(answer.body.detail).toContain(status)
      expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe(status)
    },
  )
})

describe('a guest who was removed', () => {
  test('a repeated DELETE answers 204 without another event, and undo still works', async () => {
    const api = harness.client()
    const guest = await givenGuestWho(api, 'removed')
    const before = (await api('GET', `/v1/guests/${guest}`)).body
    const again = await api('DELETE', `/v1/guests/${guest}?reason=Again`)
    expect([again.status, again.body]).toEqual([204, ''])
    expect((await api('GET', `/v1/guests/${guest}`)).body).toEqual(before)
    const stale = { headers: { 'if-match': '"1.0"' } }
    expect((await api('DELETE', `/v1/guests/${guest}`, stale)).status).toBe(412)
    expect((await act(api, guest, 'POST undo')).body.status).toBe('waiting')
    await until('the event of the undo', () => harness.events.of(guest).at(-1)?.type === 'guest.updated')
    expect(harness.events.of(guest).filter(({ type }) => type === 'guest.removed')).toHaveLength(1)
  })
})

describe('guests in a line', () => {
  test('one of 50 concurrent requests seats the guest, with one event', async () => {
    const api = harness.client()
    const guest = await givenGuestWho(api, 'waiting')
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(api, guest, 'POST seat')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    await act(api, guest, 'POST undo')
    await until('the event of the undo', () => harness.events.of(guest).at(-1)?.type === 'guest.updated')
    expect(harness.events.of(guest).map(({ type }) => type)).toEqual([
      'guest.added',
      'guest.seated',
      'guest.updated',
    ])
  })

  test.each(['POST seat', 'POST no-show', 'DELETE'])(
    'undoing %s returns the guest to the same place',
    async (action) => {
      const api = harness.client()
      const queue = await givenQueue(api)
      const ids: string[] = []
      for (const name of ['A', 'B', 'C']) ids.push(await givenGuest(api, queue, { name }))
      const [a = '', b = ''] = ids
      await act(api, b, 'POST notify')
      await act(api, b, action)
      expect(await namesInLine(api, queue)).toEqual(['A', 'C'])
      await givenGuest(api, queue, { name: 'D' })
      await act(api, a, 'POST move', { position: 99 })
      const undone = await act(api, b, 'POST undo')
      expect(undone.body).toMatchObject({
        status: 'notified',
        position: 1,
        seated_at: null,
        no_show_at: null,
        removed_at: null,
      })
      expect(await namesInLine(api, queue)).toEqual(['B', 'C', 'D', 'A'])
    },
  )

  test('undoing the seating of a notified guest restores notified and restarts the no-show time', async () => {
    const api = harness.client()
    const guest = await givenGuest(api, await givenQueue(api, { no_show_after_minutes: 10 }))
    const notified = (await act(api, guest, 'POST notify')).body
    harness.clock.advance(9 * 60_000)
    expect((await act(api, guest, 'POST seat')).body.no_show_due_at).toBeNull()
    harness.clock.advance(20 * 60_000)
    const undone = (await act(api, guest, 'POST undo')).body
    const { updated_at: _, no_show_due_at: due, ...before } = notified
    expect(Date.parse(due) - Date.parse(notified.notified_at)).toBe(10 * 60_000)
    expect(undone).toMatchObject(before)
    expect(Date.parse(undone.no_show_due_at) - Date.parse(undone.updated_at)).toBe(10 * 60_000)
    const statusAfter = async (minutes: number) => {
      harness.clock.advance(minutes * 60_000)
      await harness.service.jobs.tidy.run()
      return (await api('GET', `/v1/guests/${guest}`)).body.status
    }
    expect(await statusAfter(9)).toBe('notified')
    expect(await statusAfter(1.1)).toBe('no_show')
    await act(api, guest, 'POST undo')
    expect(await statusAfter(9)).toBe('notified')
    expect(await statusAfter(1.1)).toBe('no_show')
  })

  test('takes back a call at any time: same place, nothing learnt, no desk and no no-show', async () => {
    const api = harness.client()
    const queue = await givenQueue(api, { no_show_after_minutes: 10 })
    const [first] = [await givenGuest(api, queue, { name: 'A' }), await givenGuest(api, queue, { name: 'B' })]
    const waiting = (await api('GET', `/v1/guests/${first}`)).body
    const body = { desk: '3', message_after_seconds: 5 }
    const called = await act(api, first, 'POST notify', body)
    expect(called.body).toMatchObject({ status: 'notified', desk: '3' })
    harness.clock.advance(9 * 60_000)
    const back = (await act(api, first, 'POST undo')).body
    const { updated_at: _, estimated_wait, estimated_wait_range, delay, ...before } = waiting
    expect(back).toMatchObject(before)
    expect(await namesInLine(api, queue)).toEqual(['A', 'B'])
    harness.clock.advance(20 * 60_000)
    await harness.service.jobs.tidy.run()
    expect((await api('GET', `/v1/guests/${first}`)).body.status).toBe('waiting')
    const events = await until('the events', () => {
      const all = harness.events.of(first)
      return all.length === 3 && all
    })
    expect(events.slice(1).map(({ type, data }) => [type, data])).toMatchObject([
      ['guest.notified', { message_at: new Date(Date.parse(called.body.notified_at) + 5_000).toISOString() }],
      ['guest.updated', { returned_from: 'notified', status: 'waiting' }],
    ])
    const { body: accuracy } = await api('GET', `/v1/queues/${queue}/estimates/accuracy?interval=total`)
    expect(accuracy.totals.quotes).toBe(0)
  })

  test('a guest who was not notified has no no-show timer after undo', async () => {
    const api = harness.client()
    const guest = await givenGuest(api, await givenQueue(api, { no_show_after_minutes: 1 }))
    await act(api, guest, 'POST seat')
    await act(api, guest, 'POST undo')
    harness.clock.advance(2 * 60_000)
    await harness.service.jobs.tidy.run()
    expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('waiting')
  })

  test('undoing the removal of the last guest puts the guest ahead of one who joined since', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const first = await givenGuest(api, queue, { name: 'First' })
    await act(api, first, 'DELETE')
    await givenGuest(api, queue, { name: 'Second' })
    await act(api, first, 'POST undo')
    expect(await namesInLine(api, queue)).toEqual(['First', 'Second'])
  })

  test('undoing the removal of the last guest puts the guest ahead of one moved to the end since', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const moved = await givenGuest(api, queue, { name: 'Moved' })
    await givenGuest(api, queue, { name: 'Stays' })
    const last = await givenGuest(api, queue, { name: 'Last' })
    await act(api, last, 'DELETE')
    await act(api, moved, 'POST move', { position: 2 })
    await act(api, last, 'POST undo')
    expect(await namesInLine(api, queue)).toEqual(['Stays', 'Last', 'Moved'])
  })

  test('a second undo of the same seating answers 409 and does not take back the call', async () => {
    const api = harness.client()
    const guest = await givenGuestWho(api, 'notified')
    await act(api, guest, 'POST seat')
    const body = { status: 'seated' }
    expect((await act(api, guest, 'POST undo', body)).body.status).toBe('notified')
    expect(await act(api, guest, 'POST undo', body)).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', detail: 'The guest is notified, not seated.' },
    })
  })

  test('answers 409 undo_expired for seating undone after more than 30 minutes', async () => {
    const api = harness.client()
    const guest = await givenGuestWho(api, 'seated')
    harness.clock.advance(30 * 60_000 + 1)
    expect(await act(api, guest, 'POST undo')).toMatchObject({ status: 409, body: { code: 'undo_expired' } })
  })

  test('allows undo up to exactly 30 minutes after seating', () => {
    const at = (ms: number) => ({ ...givenAct, now: new Date(givenAct.now.getTime() + ms) })
    const { state } = createQueue({ name: 'Door' }, { timezone: 'UTC', country: 'US' }, givenAct)
    const added = addGuest(state, { name: 'Ada' }, givenAct, null)
    const seated = seatGuest(added.state, added.guest, givenAct)
    const undo = (ms: number) => undoGuest()(seated.state, seated.guest, at(ms))
    expect(undo(30 * 60_000).guest.status).toBe('waiting')
    expect(() => undo(30 * 60_000 + 1)).toThrow('more than 30 minutes')
  })

  test('a notified guest becomes a no-show when no_show_after_minutes have passed', async () => {
    const api = harness.client()
    const queue = await givenQueue(api, { no_show_after_minutes: 5 })
    const [late, seated] = [await givenGuest(api, queue), await givenGuest(api, queue)]
    for (const guest of [late, seated]) await act(api, guest, 'POST notify')
    await act(api, seated, 'POST seat')
    harness.clock.advance(4 * 60_000)
    await harness.service.jobs.tidy.run()
    expect((await api('GET', `/v1/guests/${late}`)).body.status).toBe('notified')
    harness.clock.advance(60_001)
    await harness.service.jobs.tidy.run()
    expect((await api('GET', `/v1/guests/${late}`)).body.status).toBe('no_show')
    expect((await api('GET', `/v1/guests/${seated}`)).body.status).toBe('seated')
    const event = await until('guest.no_show', () =>
      harness.events.of(late).find(({ type }) => type === 'guest.no_show'),
    )
    expect(event.actor).toBe('system')
  })
})
