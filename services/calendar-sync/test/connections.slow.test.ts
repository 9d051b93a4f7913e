import { calendarBusyReplaced } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import type { ConnectionRecord } from '../src/connections/connection.ts'
import { runSync } from '../src/sync-on-demand/run-sync.ts'
import {
  ANN,
  API,
  BOB,
  deleteProvider,
  givenConnection,
  type Harness,
  startHarness,
  tick,
} from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const at = (id: string) => `${API}/connections/${id}`
const revocations = () => harness.google.requests.count('POST', /^\/revoke/)

describe('calendar connections', () => {
  test('are listed page by page, each once, and hidden from other organisations', async () => {
    const made = [
      await givenConnection(harness),
      await givenConnection(harness),
      await givenConnection(harness),
    ]
    const found: string[] = []
    let cursor = ''
    do {
      const { body } = await harness.client()('GET', `${API}/connections?limit=2${cursor}`)
      found.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    } while (cursor)
    expect(found).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
    expect(new Set(found).size).toBe(found.length)
    const other = harness.otherOrganization()
    expect((await other('GET', `${API}/connections`)).body.data).toEqual([])
    for (const method of ['GET', 'DELETE']) expect((await other(method, at(made[0].id))).status).toBe(404)
    expect((await other('PATCH', at(made[0].id), { body: { busy_calendar_ids: [] } })).status).toBe(404)
    expect((await other('GET', `${at(made[0].id)}/calendars`)).status).toBe(404)
  })

  test('list all calendars of the account with primary, writable and timezone', async () => {
    const { google } = harness
    google.createCalendar(ANN, { summary: 'Work', timeZone: 'Asia/Tokyo' })
    google.shareCalendar(BOB, ANN, 'reader')
    const { id } = await givenConnection(harness)
    const { body } = await harness.client()('GET', `${at(id)}/calendars`)
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: ANN,
          primary: true,
          writable: true,
          timezone: 'Europe/Berlin',
        }),
        expect.objectContaining({ name: 'Work', primary: false, writable: true, timezone: 'Asia/Tokyo' }),
        expect.objectContaining({ id: BOB, primary: false, writable: false }),
      ]),
    )
  })

  test('accept only calendars of the account, and only writable ones to write to', async () => {
    const { google } = harness
    const work = google.createCalendar(ANN, { summary: 'Chosen' })
    google.shareCalendar(BOB, ANN, 'reader')
    const { id } = await givenConnection(harness)
    const patch = (body: object, headers = {}) => harness.client()('PATCH', at(id), { body, headers })
    const chosen = await patch({ calendar_id: work, busy_calendar_ids: [ANN, BOB, work] })
    expect([chosen.status, chosen.body]).toMatchObject([
      200,
      { calendar_id: work, busy_calendar_ids: [ANN, BOB, work] },
    ])
    for (const body of [{ calendar_id: BOB }, { calendar_id: 'x@y.z' }, { busy_calendar_ids: ['x@y.z'] }]) {
      const refused = await patch(body)
      expect([refused.status, refused.body.errors?.[0].code]).toEqual([400, 'unknown_calendar'])
    }
    expect((await patch({ busy_calendar_ids: [ANN, ANN] })).status).toBe(400)
    expect((await patch({ calendar_id: ANN }, { 'if-match': '"1."' })).status).toBe(412)
    const etag = chosen.headers.get('etag') ?? ''
    expect((await patch({ busy_calendar_ids: [] }, { 'if-match': etag })).status).toBe(200)
  })

  test('become active again when a pause after vanished events is resumed', async () => {
    const { id } = await givenConnection(harness)
    const breaker = { tripped_at: new Date(), vanished: 9, of: 10 }
    await harness.service.context.connection
      .collection<ConnectionRecord>('connections')
      .updateOne({ _id: id }, { $set: { breaker } })
    const paused = (await harness.client()('GET', at(id))).body
    expect(paused).toMatchObject({ status: 'paused', breaker: { vanished: 9, of: 10 } })
    const { body } = await harness.client()('PATCH', at(id), { body: { breaker: 'resume' } })
    expect(body).toMatchObject({ status: 'active', breaker: null })
  })
})

describe('the conflicts of a connection', () => {
  test('are listed newest first, page by page, each once, and hidden from other organisations', async () => {
    const { id } = await givenConnection(harness)
    const { conflicts } = harness.service.context
    const of = { organization_id: harness.organizationId, connection_id: id }
    const time = harness.clock.now().getTime()
    const bookings = [0, 1, 1, 2].map((minutes) => ({ id: newId('booking'), at: new Date(time - minutes) }))
    for (const { id: booking_id, at } of bookings)
      await conflicts.note({ ...of, booking_id }, 'move_refused', at, 'booked')
    const found: { booking_id: string; at: string }[] = []
    let cursor = ''
    do {
      const { body } = await harness.client()('GET', `${at(id)}/conflicts?limit=2${cursor}`)
      found.push(...body.data)
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    } while (cursor)
    expect(found.map(({ at }) => at)).toEqual(bookings.map(({ at }) => at.toISOString()))
    expect(found.map(({ booking_id }) => booking_id).sort()).toEqual(bookings.map((one) => one.id).sort())
    expect(found[0]).toMatchObject({ kind: 'move_refused', code: 'booked' })
    const refused = await harness.client()('GET', `${at(id)}/conflicts?cursor=x`)
    expect(refused.body.code).toBe('invalid_cursor')
    for (const list of ['conflicts', 'held-bookings'])
      expect((await harness.otherOrganization()('GET', `${at(id)}/${list}`)).status).toBe(404)
  })
})

describe('deleting a calendar connection', () => {
  test('revokes access at Google only with the last connection of the account, and retries when that fails', async () => {
    const { google, service } = harness
    const [one, two] = [
      await givenConnection(harness, { email: BOB }),
      await givenConnection(harness, { email: BOB }),
    ]
    const before = revocations()
    expect((await harness.client()('DELETE', at(one.id))).status).toBe(204)
    expect((await harness.client()('GET', at(one.id))).status).toBe(404)
    const told = () =>
      harness.events.of(one.provider_id).filter(({ type }) => type === calendarBusyReplaced.type)
    await until('the end of busy times', () => told().length > 0)
    expect(told().at(-1)).toMatchObject({ data: { provider_id: one.provider_id, busy: [] } })
    await tick(service)
    expect(revocations()).toBe(before)

    google.faults.add({ kind: 'unavailable', path: /^\/revoke/, times: 10 })
    await harness.client()('DELETE', at(two.id))
    await tick(service)
    google.faults.clear()
    harness.clock.advance(3_600_000)
    const failed = revocations()
    await tick(service)
    expect(revocations()).toBe(failed + 1)
    expect(google.requests.requests.filter(({ path }) => path.startsWith('/revoke')).at(-1)?.status).toBe(200)
    harness.clock.advance(3_600_000)
    await tick(service)
    expect(revocations()).toBe(failed + 1)
  })

  test('answers 204 to one of two concurrent requests and 404 to the other', async () => {
    const { id } = await givenConnection(harness)
    const answers = await Promise.all([1, 2].map(() => harness.client()('DELETE', at(id))))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })

  test('happens when its provider is deleted', async () => {
    const { id, provider_id } = await givenConnection(harness)
    await deleteProvider(harness, provider_id)
    await until('the end', async () => (await harness.client()('GET', at(id))).status === 404)
    const { status } = await harness.client()('GET', `${API}/auth?provider_id=${provider_id}`)
    expect(status).toBe(404)
  })
})

describe('a sync on demand', () => {
  const sync = async (body: object, headers = {}) =>
    harness.client()('POST', `${API}/sync`, { body, headers })

  test('is accepted with 202, and can be read and streamed until it is completed, by its organisation only', async () => {
    const { id } = await givenConnection(harness)
    const { status, body, headers } = await sync({ connection_id: id })
    expect([status, body.connections[0]]).toMatchObject([202, { connection_id: id, created: 0 }])
    expect(headers.get('location')).toBe(`${API}/syncs/${body.id}`)
    const done = await until('the end', async () => {
      const read = (await harness.client()('GET', `${API}/syncs/${body.id}`)).body
      return read.status === 'completed' && read
    })
    expect(done).toMatchObject({ connections: [{ status: 'completed', reason: null }] })
    const stream = await harness.client()('GET', `${API}/syncs/${body.id}/stream`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    expect(stream.body).toContain('event: sync')
    const other = harness.otherOrganization()
    for (const path of [`${API}/syncs/${body.id}`, `${API}/syncs/${body.id}/stream`])
      expect((await other('GET', path)).status).toBe(404)
    expect((await other('POST', `${API}/sync`, { body: { connection_id: id } })).status).toBe(404)
  })

  test('completes although another worker reads the calendars first', async () => {
    const second = harness.google.createCalendar(ANN, { summary: 'Second' })
    const { id } = await givenConnection(harness)
    const body = { busy_calendar_ids: [ANN, second] }
    expect((await harness.client()('PATCH', at(id), { body })).status).toBe(200)
    await harness.service.jobs.sync.drain()
    const { context } = harness.service
    const connection = await context.connections.find(harness.organizationId, id)
    let calendars = 0
    await runSync(context, connection as ConnectionRecord, async () => {
      calendars += 1
      await harness.service.jobs.sync.drain()
    })
    expect(calendars).toBe(2)
  })

  test('is created once for a repeated idempotency key', async () => {
    const { provider_id } = await givenConnection(harness)
    const key = { 'idempotency-key': 'once' }
    const [one, two] = [await sync({ provider_id }, key), await sync({ provider_id }, key)]
    expect(two.body.id).toBe(one.body.id)
  })

  test('reports a refused connection as failed with needs_reauth and the others as completed', async () => {
    const { id } = await givenConnection(harness, { email: BOB })
    harness.google.revokeGrant(BOB)
    harness.google.expireAccessTokens()
    const { body } = await sync({})
    const done = await until('the end', async () => {
      const read = (await harness.client()('GET', `${API}/syncs/${body.id}`)).body
      return read.status === 'failed' && read
    })
    const parts = done.connections as { connection_id: string; status: string; reason: string | null }[]
    expect(parts.find(({ connection_id }) => connection_id === id)).toMatchObject({
      ...{ status: 'failed', reason: 'needs_reauth' },
    })
    expect(parts.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0)
  })

  test('answers 404 for an unknown connection or provider, and 400 for both at once', async () => {
    expect((await sync({ connection_id: newId('calendarConnection') })).status).toBe(404)
    expect((await sync({ provider_id: newId('provider') })).status).toBe(404)
    const both = { connection_id: newId('calendarConnection'), provider_id: newId('provider') }
    expect((await sync(both)).status).toBe(400)
  })
})
