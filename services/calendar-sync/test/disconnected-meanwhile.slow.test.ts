import { calendarBusyReplaced } from '@usher/contracts'
import { DAY_MS, HOUR_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { publishBusy } from '../src/sync/publish-busy.ts'
import { ANN, API, givenConnection, type Harness, recordsOf, startHarness, tick } from './harness.ts'

/** Events on a page of a list. */
const PAGE = 250

let harness: Harness
beforeEach(async () => {
  harness = await startHarness()
})
afterEach(() => harness[Symbol.asyncDispose]())

/** A connection that is at rest, as stored. */
async function aConnection() {
  const { id, provider_id } = await givenConnection(harness)
  // The first sync is requested, and is none of the worker's.
  await tick(harness.service)
  await harness.service.jobs.sync.drain()
  const record = await harness.service.context.connections.find(harness.organizationId, id)
  if (!record) throw new Error('no connection')
  return { id, provider_id, record }
}

const disconnect = (id: string) => harness.client()('DELETE', `${API}/connections/${id}`)
const busyEventsOf = (provider: string) =>
  harness.events.of(provider).filter(({ type }) => type === calendarBusyReplaced.type)
const busyRecords = async () =>
  (await recordsOf(harness)).filter((record) => /^(busy|busy_told|calendars|links) /.test(record))

describe('a deleted calendar connection', () => {
  test('publishes no busy times after the event of its deletion', async () => {
    const { id, provider_id, record } = await aConnection()
    await disconnect(id)
    await publishBusy(harness.service.context, record)
    // Events leave in order: once the next provider's has come, no more of this one's are to come.
    const next = await aConnection()
    await until('the next busy times', () => busyEventsOf(next.provider_id).length > 0)
    expect(busyEventsOf(provider_id).at(-1)?.data).toMatchObject({ linked: false })
    await disconnect(next.id)
    expect(await busyRecords()).toEqual([])
  })

  test('leaves no busy records when busy times are published during the deletion', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, record } = await aConnection()
      await Promise.all([disconnect(id), publishBusy(harness.service.context, record)])
      expect(await busyRecords()).toEqual([])
    }
  })

  test('leaves no busy records when a sync stores events during the deletion', async () => {
    const { id } = await aConnection()
    const { context } = harness.service
    const time = (ms: number) => ({ dateTime: new Date(context.clock.now().getTime() + ms).toISOString() })
    harness.google.events(ANN).insert({ start: time(DAY_MS), end: time(DAY_MS + HOUR_MS) })
    const apply = jest.spyOn(context.busy, 'apply').mockImplementationOnce(async (...args) => {
      await disconnect(id)
      await context.busy.apply(...args)
    })
    await context.calendars.wantPullNow(id, context.clock.now())
    await harness.service.jobs.sync.drain()
    expect(apply).toHaveBeenCalledTimes(2)
    expect(await busyRecords()).toEqual([])
  })

  test('ends a running sync with the reason disconnected', async () => {
    const { id } = await aConnection()
    const from = harness.clock.now().getTime() + DAY_MS
    const time = (ms: number) => ({ dateTime: new Date(from + ms).toISOString() })
    for (let hour = 0; hour < PAGE + 1; hour += 1) {
      const start = hour * HOUR_MS
      harness.google.events(ANN).insert({ start: time(start), end: time(start + HOUR_MS) })
    }
    const meanwhile = async () => void (await disconnect(id))
    harness.google.faults.add({ kind: 'heldAfter', method: 'GET', path: /\/events$/, meanwhile })
    const { body: sync } = await harness.session()('POST', `${API}/sync`, { body: {} })
    const { connections } = await until('the end of the sync', async () => {
      const { body } = await harness.session()('GET', `${API}/syncs/${sync.id}`)
      return body.completed_at !== null && body
    })
    expect(connections).toMatchObject([{ status: 'failed', reason: 'disconnected' }])
  })
})
