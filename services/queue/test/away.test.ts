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

describe('given a guest who will be back at a time', () => {
  test('when the next is called before, then whoever is behind; and at that time the guest', async () => {
    const { queue, defer, callNext } = await givenLine()
    const deferred = await defer(HOUR_MS)
    expect([deferred.status, deferred.body.position, deferred.body.estimated_wait]).toEqual([200, 1, 60])
    expect((await callNext(second)).body.name).toBe('B')
    expect((await callNext(second)).body.code).toBe('queue_empty')
    expect(await namesInLine(api, queue)).toEqual(['A', 'B'])
    harness.clock.advance(HOUR_MS)
    expect((await callNext()).body).toMatchObject({ name: 'A', away_until: null, status: 'notified' })
  })

  test('when they say that they are here, then they are called', async () => {
    const { mine, defer, callNext } = await givenLine()
    await defer(HOUR_MS)
    expect((await open('POST', `${mine}/arrived`)).body.away_until).toBeNull()
    expect((await callNext(second)).body.name).toBe('A')
  })

  test('when they had been called, then they wait again and are no no-show', async () => {
    const { defer, callNext } = await givenLine({ no_show_after_minutes: 5 })
    await callNext()
    expect((await defer(HOUR_MS)).body).toMatchObject({ status: 'waiting', notified_at: null })
    harness.clock.advance(HOUR_MS / 2)
    await harness.service.tidy()
    expect((await callNext()).body.name).toBe('B')
  })

  test('when staff call them all the same, then they are notified', async () => {
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
  ])('when the time is %s, then 400', async (_what, ms) => {
    const { status, body } = await (await givenLine()).defer(ms)
    expect([status, body.errors[0].pointer]).toEqual([400, '/until'])
  })
})

describe('given a guest whose place has changed', () => {
  test('when they ask why, then they read what happened and nothing of who it was', async () => {
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

  test('when there is more than a page, then it goes on behind it', async () => {
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
