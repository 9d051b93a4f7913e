import type { TimelineEntry } from '@usher/contracts'
import type { Client } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness, timelineOf } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client({ actor: 'key_01h455vb4pex5vsknk084sn02q' })
})
afterAll(() => harness[Symbol.asyncDispose]())

const brief = ({ type, position_before, position_after, caused_by }: TimelineEntry) => [
  type,
  position_before,
  position_after,
  caused_by,
]

async function givenLine(): Promise<[string, string, string, string]> {
  const queue = await givenQueue(api)
  const [a, b, c] = [await givenGuest(api, queue), await givenGuest(api, queue), await givenGuest(api, queue)]
  return [queue, a, b, c]
}

describe('the timeline of a guest', () => {
  test('lists each operation on the guest with actor, time and reason', async () => {
    const [, , b] = await givenLine()
    await api('POST', `/v1/guests/${b}/move`, { body: { position: 1, reason: 'Has a small child' } })
    await api('PATCH', `/v1/guests/${b}`, { body: { party_size: 2 } })
    await api('POST', `/v1/guests/${b}/notify`)
    await api('POST', `/v1/guests/${b}/seat`)
    await api('POST', `/v1/guests/${b}/undo`)
    await api('POST', `/v1/guests/${b}/no-show`)
    await api('POST', `/v1/guests/${b}/undo`)
    await api('DELETE', `/v1/guests/${b}?reason=Went%20home`)
    const entries = await timelineOf(api, b)
    expect(entries.map(brief)).toEqual([
      ['added', null, 2, null],
      ['moved', 2, 1, null],
      ['updated', 1, 1, null],
      ['notified', 1, 1, null],
      ['seated', 1, null, null],
      ['undone', null, 1, null],
      ['no_show', 1, null, null],
      ['undone', null, 1, null],
      ['removed', 1, null, null],
    ])
    expect(entries.map(({ reason }) => reason).filter(Boolean)).toEqual(['Has a small child', 'Went home'])
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['key_01h455vb4pex5vsknk084sn02q']))
    const times = entries.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
  })

  test('lists only those operations on other guests that shift the guest, with the causing guest', async () => {
    const [queue, a, b, c] = await givenLine()
    const d = await givenGuest(api, queue)
    await api('POST', `/v1/guests/${a}/notify`)
    await api('POST', `/v1/guests/${a}/seat`)
    await api('POST', `/v1/guests/${d}/move`, { body: { position: 1, reason: 'Booked' } })
    await api('POST', `/v1/guests/${a}/undo`)
    await api('POST', `/v1/guests/${b}/move`, { body: { position: 9 } })
    const entries = await timelineOf(api, c)
    expect(entries.map(brief)).toEqual([
      ['added', null, 3, null],
      ['seated', 3, 2, a],
      ['moved', 2, 3, d],
      ['undone', 3, 4, a],
      ['moved', 4, 3, b],
    ])
    expect(entries[2]?.reason).toBe('Booked')
    expect((await api('GET', `/v1/guests/${c}`)).body.position).toBe(3)
  })

  test('misses and repeats no entry when the timeline is read page by page during changes', async () => {
    const [queue, a, b] = await givenLine()
    for (const verb of ['seat', 'undo', 'seat', 'undo']) await api('POST', `/v1/guests/${a}/${verb}`)
    const page = async (cursor: string | null) =>
      (await api('GET', `/v1/guests/${b}/timeline?limit=2${cursor ? `&cursor=${cursor}` : ''}`)).body
    const first = await page(null)
    await api('POST', `/v1/guests/${a}/seat`)
    await givenGuest(api, queue)
    const second = await page(first.next_cursor)
    const third = await page(second.next_cursor)
    expect([...first.data, ...second.data, ...third.data].map(brief)).toEqual([
      ['added', null, 2, null],
      ['seated', 2, 1, a],
      ['undone', 1, 2, a],
      ['seated', 2, 1, a],
      ['undone', 1, 2, a],
      ['seated', 2, 1, a],
    ])
    expect(third.next_cursor).toBe(null)
    const wrong = await api('GET', `/v1/guests/${a}/timeline?cursor=${first.next_cursor}`)
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_cursor'])
  })

  test('answers validation_failed for a reason that is empty or too long', async () => {
    const [, a] = await givenLine()
    const move = (reason: string) => api('POST', `/v1/guests/${a}/move`, { body: { position: 1, reason } })
    expect((await move('x'.repeat(201))).body.code).toBe('validation_failed')
    expect((await move(' ')).body.code).toBe('validation_failed')
    const removal = await api('DELETE', `/v1/guests/${a}?reason=${'x'.repeat(201)}`)
    expect(removal.body.code).toBe('validation_failed')
  })

  test('answers 404 for a guest of another organisation', async () => {
    const [, a] = await givenLine()
    expect((await harness.otherOrganization()('GET', `/v1/guests/${a}/timeline`)).status).toBe(404)
  })

  test('the timeline drops reasons once the guest is anonymised', async () => {
    const [, a, b] = await givenLine()
    await api('POST', `/v1/guests/${a}/move`, { body: { position: 3, reason: 'Ada is late' } })
    await api('POST', `/v1/guests/${a}/seat`)
    expect(JSON.stringify(await timelineOf(api, b))).toContain('Ada is late')
    harness.clock.advance(400 * 24 * 3_600_000)
    await harness.service.jobs.retention.run()
    expect((await api('GET', `/v1/guests/${a}`)).body.anonymized_at).not.toBe(null)
    for (const id of [a, b]) expect(JSON.stringify(await timelineOf(api, id))).not.toContain('Ada')
  })
})
