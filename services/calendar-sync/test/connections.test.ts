import { calendarBusyReplaced } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import type { ConnectionRecord } from '../src/connections/connection.ts'
import { runSync } from '../src/sync-on-demand/run-sync.ts'
import { ANN, API, BOB, deleteProvider, givenConnection, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const at = (id: string) => `${API}/connections/${id}`
const revocations = () => harness.google.requests.count('POST', /^\/revoke/)

describe('given connections', () => {
  test('when they are listed page by page, then each comes once and no other organisation sees any', async () => {
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

  test('when the calendars of the account are asked for, then all are told, with what can be done with them', async () => {
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

  test('when calendars are chosen, then only those of the account are taken, and to write only where one may', async () => {
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

  test('when many events vanished and somebody resumes, then it is active again', async () => {
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

describe('given what was not the same on both sides', () => {
  test('when it is listed page by page, then each comes once, newest first, to nobody else', async () => {
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

describe('when a connection is deleted', () => {
  test('given that others have the same account, then Google is told only with the last', async () => {
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
    await service.tick()
    expect(revocations()).toBe(before)

    google.faults.add({ kind: 'unavailable', path: /^\/revoke/, times: 10 })
    await harness.client()('DELETE', at(two.id))
    await service.tick()
    google.faults.clear()
    harness.clock.advance(3_600_000)
    const failed = revocations()
    await service.tick()
    expect(revocations()).toBe(failed + 1)
    expect(google.requests.requests.filter(({ path }) => path.startsWith('/revoke')).at(-1)?.status).toBe(200)
    harness.clock.advance(3_600_000)
    await service.tick()
    expect(revocations()).toBe(failed + 1)
  })

  test('given two at once, then one finds it gone', async () => {
    const { id } = await givenConnection(harness)
    const answers = await Promise.all([1, 2].map(() => harness.client()('DELETE', at(id))))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })

  test('given that the provider is deleted, then its connection goes with it', async () => {
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

  test('given a connection, then its sync is accepted, can be read and followed to its end', async () => {
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

  test('given that another worker has read a calendar by the time it is its turn, then it is not waited for', async () => {
    const second = harness.google.createCalendar(ANN, { summary: 'Second' })
    const { id } = await givenConnection(harness)
    const body = { busy_calendar_ids: [ANN, second] }
    expect((await harness.client()('PATCH', at(id), { body })).status).toBe(200)
    await harness.service.drain()
    const { context } = harness.service
    const connection = await context.connections.find(harness.organizationId, id)
    let calendars = 0
    await runSync(context, connection as ConnectionRecord, async () => {
      calendars += 1
      await harness.service.drain()
    })
    expect(calendars).toBe(2)
  })

  test('given the same Idempotency-Key twice, then it is one sync', async () => {
    const { provider_id } = await givenConnection(harness)
    const key = { 'idempotency-key': 'once' }
    const [one, two] = [await sync({ provider_id }, key), await sync({ provider_id }, key)]
    expect(two.body.id).toBe(one.body.id)
  })

  test('given a connection that Google refuses and one that works, then each is told for itself', async () => {
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

  test('given what is not there or both at once, then it is refused', async () => {
    expect((await sync({ connection_id: newId('calendarConnection') })).status).toBe(404)
    expect((await sync({ provider_id: newId('provider') })).status).toBe(404)
    const both = { connection_id: newId('calendarConnection'), provider_id: newId('provider') }
    expect((await sync(both)).status).toBe(400)
  })
})
