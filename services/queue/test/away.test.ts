import type { OwnTimelineEntry } from '@usher/contracts'
import { HOUR_MS } from '@usher/service-kit/durations'
import type { Client } from '@usher/test-kit'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
let api: Client
let open: Client
let second: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
  open = harness.open()
  second = harness.client({}, (await harness.start()).url)
})
afterAll(() => harness[Symbol.asyncDispose]())

async function givenLine(settings: object = {}) {
  const queue = await givenQueue(api, settings)
  const mine = await givenOwnPlace(api, queue, { name: 'A' })
  const behind = await givenGuest(api, queue, { name: 'B' })
  const until = (ms: number) => new Date(harness.clock.now().getTime() + ms).toISOString()
  const defer = (ms: number) => open('POST', `${mine}/defer`, { body: { until: until(ms) } })
  const callNext = (client = api) => client('POST', `/v1/queues/${queue}/call-next`)
  return { queue, mine, behind, defer, callNext, until }
}

describe('a guest who will be back at a set time', () => {
  test('call-next skips an away guest before the set time and calls that guest at it', async () => {
    const { queue, defer, callNext } = await givenLine()
    const deferred = await defer(HOUR_MS)
    expect([deferred.status, deferred.body.position, deferred.body.estimated_wait]).toEqual([200, 1, 60])
    expect((await callNext(second)).body.name).toBe('B')
    expect((await callNext(second)).body.code).toBe('queue_empty')
    expect(await namesInLine(api, queue)).toEqual(['A', 'B'])
    harness.clock.advance(HOUR_MS)
    expect((await callNext()).body).toMatchObject({ name: 'A', away_until: null, status: 'notified' })
  })

  test('call-next calls an away guest who has reported arrival', async () => {
    const { mine, defer, callNext } = await givenLine()
    await defer(HOUR_MS)
    expect((await open('POST', `${mine}/arrived`)).body.away_until).toBeNull()
    expect((await callNext(second)).body.name).toBe('A')
  })

  test('a called guest who defers waits again and does not become a no-show', async () => {
    const { defer, callNext } = await givenLine({ no_show_after_minutes: 5 })
    await callNext()
    expect((await defer(HOUR_MS)).body).toMatchObject({ status: 'waiting', notified_at: null })
    harness.clock.advance(HOUR_MS / 2)
    await harness.service.jobs.tidy.run()
    expect((await callNext()).body.name).toBe('B')
  })

  test('staff can notify an away guest, which clears away_until', async () => {
    const { queue, defer } = await givenLine()
    await defer(HOUR_MS)
    const { body } = await api('GET', `/v1/queues/${queue}/guests`)
    expect(body.data[0].away_until).toEqual(expect.any(String))
    const notified = await api('POST', `/v1/guests/${body.data[0].id}/notify`)
    expect(notified.body).toMatchObject({ status: 'notified', away_until: null })
  })

  test.each([
    ['in the past', -1],
    ['in more than 12 hours', 13 * HOUR_MS],
  ])('answers 400 at /until for a time %s', async (_what, ms) => {
    const { status, body } = await (await givenLine()).defer(ms)
    expect([status, body.errors[0].pointer]).toEqual([400, '/until'])
  })
})

describe('a guest whose place has changed', () => {
  test("the guest's own timeline shows what changed the place, without data of other guests", async () => {
    const { queue, mine } = await givenLine({ priority_classes: [{ key: 'vip', name: 'VIP', level: 1 }] })
    const vip = await givenGuest(api, queue, { name: 'Secret', priority: 'vip' })
    await api('POST', `/v1/guests/${vip}/seat`)
    await open('POST', `${mine}/defer`, { body: { parties: 1 } })
    const { status, body } = await open('GET', `${mine}/timeline`)
    expect(status).toBe(200)
    const told = body.data.map((entry: OwnTimelineEntry) => [
      entry.type,
      entry.own,
      entry.position_before,
      entry.position_after,
    ])
    expect(told).toEqual([
      ['added', true, null, 1],
      ['added', false, 1, 2],
      ['seated', false, 2, 1],
      ['moved', true, 1, 2],
    ])
    expect(JSON.stringify(body)).not.toMatch(/Secret|VIP|gst_|key_/)
  })

  test("pages the guest's own timeline, and answers 400 to a cursor of another guest", async () => {
    const { mine } = await givenLine({ priority_classes: [] })
    await open('POST', `${mine}/defer`, { body: { parties: 1 } })
    const first = await open('GET', `${mine}/timeline?limit=1`)
    const rest = await open('GET', `${mine}/timeline?limit=9&cursor=${first.body.next_cursor}`)
    const { mine: other } = await givenLine()
    const foreign = await open('GET', `${other}/timeline?cursor=${first.body.next_cursor}`)
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_cursor'])
    expect([first.body.data[0].type, rest.body.data.length, rest.body.next_cursor]).toEqual([
      'added',
      1,
      null,
    ])
  })
})
