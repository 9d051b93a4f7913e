import { DAY_MS } from '@usher/service-kit/durations'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, timelineOf } from './harness.ts'
import { type LearningHarness, newcomersWait, startLearningHarness } from './learning-harness.ts'

let harness: LearningHarness
let api: Client
beforeAll(async () => {
  harness = await startLearningHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A queue for which learning is due, and the first of its guests who wait. */
async function givenDue() {
  const queue = await harness.givenHistory(api)
  await harness.givenOutcomes({ queue, factor: 1.6 })
  harness.clock.advance(DAY_MS)
  const { body } = await api('GET', `/v1/queues/${queue}/guests?limit=1`)
  return { queue, guest: body.data[0].id as string }
}

const versionOf = async (queue: string): Promise<number> =>
  (await api('GET', `/v1/queues/${queue}/guests?limit=1`)).body.line_version

const ledgerSize = async () => await harness.database.collection('ledger').countDocuments()

describe('a newly learnt correction of estimates', () => {
  test('raises line_version, without an event, a ledger entry or a change of the timeline', async () => {
    const { queue, guest } = await givenDue()
    await until('all events', () => harness.events.of(guest).length > 0)
    const [version, timeline] = [await versionOf(queue), await timelineOf(api, guest)]
    const before = await api('GET', `/v1/guests/${guest}`)
    const settings = await api('GET', `/v1/queues/${queue}`)
    const known = new Set(harness.events.events.map(({ id }) => id))
    const size = await ledgerSize()
    await harness.service.jobs.learn.run()

    expect(await versionOf(queue)).toBe(version + 1)
    expect(await ledgerSize()).toBe(size)
    expect(await timelineOf(api, guest)).toEqual(timeline)
    const after = await api('GET', `/v1/guests/${guest}`)
    expect(after.body.updated_at).toBe(before.body.updated_at)
    expect((await api('GET', `/v1/queues/${queue}`)).body.updated_at).toBe(settings.body.updated_at)
    const next = await givenGuest(api, queue)
    await until('the next event', () => harness.events.of(next).length > 0)
    const raised = harness.events.events.filter(({ id }) => !known.has(id))
    expect(raised.map(({ type, subject }) => [type, subject])).toEqual([['guest.added', next]])
  })

  test('sends nothing to open streams until something else happens', async () => {
    const { queue } = await givenDue()
    const staff = await harness.stream(`/v1/queues/${queue}/events`, { given: {} })
    const { body: added } = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
    const isOfAdded = ({ data }: { data: { data?: { id?: string } } }) => data.data?.id === added.id
    await until('the guest in the stream', () => staff.events.some(isOfAdded))
    const own = await harness.stream(`/public/guests/${added.status_url.split('/w/')[1]}/events`)
    const [place] = await own.count(1)
    const heard = staff.events.length
    const before = await newcomersWait(api, queue)
    await harness.service.jobs.learn.run()
    expect((await newcomersWait(api, queue)).low).toBeGreaterThan(before.low)

    await api('POST', `/v1/queues/${queue}/pause`)
    await staff.count(heard + 1)
    await own.count(2)
    expect(staff.events.slice(heard).map(({ name }) => name)).toEqual(['queue.paused'])
    expect(own.events.map(({ name }) => name)).toEqual(['place', 'place'])
    expect(place?.data.queue.status).toBe('active')
    expect(own.events[1]?.data.queue.status).toBe('paused')
    for (const stream of [own, staff]) stream.leave()
  })

  test('leaves the answer to a repeated request unchanged', async () => {
    const { queue } = await givenDue()
    const given = { headers: { 'idempotency-key': 'learning' }, body: { name: 'Ada' } }
    const first = await api('POST', `/v1/queues/${queue}/guests`, given)
    const version = await versionOf(queue)
    await harness.service.jobs.learn.run()
    const again = await api('POST', `/v1/queues/${queue}/guests`, given)
    expect(again.body).toEqual(first.body)
    expect(await versionOf(queue)).toBe(version + 1)
    await harness.service.jobs.learn.run()
    expect(await versionOf(queue)).toBe(version + 1)
  })
})
