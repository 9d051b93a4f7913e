import { QUEUE_MESSAGES_DEFAULTS } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Harness, queueEvent, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

async function givenQueue() {
  const id = newId('queue')
  await harness.publish(queueEvent(harness.organizationId, id, 'Bistro'))
  return { id, path: `/v1/queues/${id}/messages` }
}

const patch = (path: string, body: object, headers: Record<string, string> = {}) =>
  harness.client()('PATCH', path, { body, headers })

describe('the message settings of a queue', () => {
  test('are the defaults at first, and a PATCH leaves other fields unchanged', async () => {
    const { id, path } = await givenQueue()
    const first = await harness.client()('GET', path)
    expect(first.body).toEqual({ queue_id: id, ...QUEUE_MESSAGES_DEFAULTS, updated_at: null })
    const quiet_hours = { start: '22:00', end: '08:00' }
    const { status } = await patch(path, { automatic: { added: false }, quiet_hours })
    const changed = await patch(path, { reminder_after_minutes: 9 })
    expect([status, changed.status]).toEqual([200, 200])
    const { body, headers } = await harness.client()('GET', path)
    expect(body).toEqual({
      queue_id: id,
      automatic: { ...QUEUE_MESSAGES_DEFAULTS.automatic, added: false },
      reminder_after_minutes: 9,
      quiet_hours,
      updated_at: changed.body.updated_at,
    })
    expect(headers.get('etag')).toBe(changed.headers.get('etag'))
  })

  test('one of two concurrent changes with the same If-Match gets 412, and both apply without it', async () => {
    const { path } = await givenQueue()
    const tag = (await harness.client()('GET', path)).headers.get('etag') ?? ''
    const both = await Promise.all([
      patch(path, { reminder_after_minutes: 7 }, { 'if-match': tag }),
      patch(path, { reminder_after_minutes: 8 }, { 'if-match': tag }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const kinds = ['added', 'ready', 'no_show', 'requeued']
    await Promise.all(kinds.map((kind) => patch(path, { automatic: { [kind]: kind === 'no_show' } })))
    const { automatic } = (await harness.client()('GET', path)).body
    expect(automatic).toEqual({
      ...{ added: false, almost_ready: true, ready: false, reminder: false, no_show: true, requeued: false },
    })
  })

  test.each<[string, object, string]>([
    ['an unknown message', { automatic: { birthday: true } }, '/automatic/birthday'],
    ['an unknown field', { loud_hours: null }, '/loud_hours'],
    ['a time that is none', { quiet_hours: { start: '25:00', end: '08:00' } }, '/quiet_hours/start'],
    ['hours without end', { quiet_hours: { start: '22:00', end: '22:00' } }, '/quiet_hours/end'],
    ['a reminder at once', { reminder_after_minutes: 0 }, '/reminder_after_minutes'],
  ])('answer 400 with a pointer for %s', async (_, body, pointer) => {
    const { path } = await givenQueue()
    const answer = await patch(path, body)
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
  })

  test('an empty PATCH answers 200 and changes nothing', async () => {
    const { path } = await givenQueue()
    const { automatic } = (await harness.client()('GET', path)).body
    expect(await patch(path, {})).toMatchObject({ status: 200, body: { automatic } })
  })

  test('answer 404 to another organisation and 403 to a key for other queues', async () => {
    const { id, path } = await givenQueue()
    expect((await harness.client()('GET', path)).status).toBe(200)
    const body = { reminder_after_minutes: 6 }
    for (const [client, status, code] of [
      [harness.otherOrganization(), 404, 'not_found'],
      [harness.client({ queue_ids: [newId('queue')] }), 403, 'forbidden'],
    ] as const) {
      for (const answer of [await client('GET', path), await client('PATCH', path, { body })]) {
        expect([answer.status, answer.body.code]).toEqual([status, code])
      }
    }
    const limited = harness.client({ queue_ids: [id] })
    expect([(await limited('GET', path)).status, (await limited('PATCH', path, { body })).status]).toEqual([
      ...[200, 200],
    ])
  })
})
