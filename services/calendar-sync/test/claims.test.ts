import { connectMongo, createLogger, newId, prepareCollections, systemClock } from '@usher/service-kit'
import { MINUTE_MS, SECOND_MS } from '@usher/service-kit/durations'
import { createInfrastructure, until } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { ClaimLost } from '../src/claim-pool.ts'
import type { CalendarSyncContext } from '../src/context.ts'
import type { CalendarRecord } from '../src/sync/records/calendar-record.ts'
import { CalendarStore } from '../src/sync/records/calendar-store.ts'
import { startSyncRunner } from '../src/sync-on-demand/runner.ts'
import { newSync } from '../src/sync-on-demand/sync.ts'
import { SyncStore } from '../src/sync-on-demand/sync-store.ts'

const NEVER = new Date(0)
let now = new Date('2026-01-01T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

const stack = new AsyncDisposableStack()
let connection: Connection
let store: CalendarStore
beforeAll(async () => {
  const infrastructure = stack.use(await createInfrastructure())
  connection = await connectMongo(infrastructure.mongoUrl('calendar'))
  stack.defer(() => connection.destroy())
  store = new CalendarStore(connection)
  await prepareCollections(connection)
})
afterAll(() => stack.disposeAsync())

/** Calendars of one connection that are due for reading. */
async function given(count: number): Promise<string> {
  const organization_id = newId('organization')
  const of = { organization_id, connection_id: organization_id, provider_id: organization_id }
  const calendars = Array.from({ length: count }, (_, at) => ({
    ...{ ...of, _id: `${organization_id}:${at}`, calendar_id: String(at), push_at: null, pull_at: now },
    ...{ not_before: NEVER, claim: null, claimed_until: NEVER, pulling: false, failures: 0 },
  }))
  await connection.collection<Partial<CalendarRecord>>('calendars').insertMany(calendars)
  return organization_id
}

/** Claims a calendar and works on it for a second; returns its connection. */
async function workOnOne(): Promise<string | undefined> {
  const claiming = {
    now,
    claim: newId('request'),
    until: after(MINUTE_MS),
    nextPullAt: after(10 * MINUTE_MS),
  }
  const claimed = await store.claimDue(claiming)
  now = after(SECOND_MS)
  if (claimed) await store.release(claimed, null, now)
  return claimed?.connection_id
}

describe('calendars of an organisation that are due for reading all the time', () => {
  test('leave turns to a calendar of another organisation that is due for writing', async () => {
    const other = await given(1)
    const many = await given(5)
    for (let turn = 0; turn < 6; turn += 1) await workOnOne()
    await store.wantPush([`${other}:0`], now)
    const turns: unknown[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      await store.wantPullNow(many, now)
      turns.push(await workOnOne())
    }
    expect(turns).toContain(other)
  })
})

test('a replica that wakes up after its claim has ended changes nothing of the sync', async () => {
  const syncs = new SyncStore(connection)
  const wanted = newSync(newId('organization'), ['con_1'], now)
  await syncs.insert(wanted)
  const claim = () => syncs.claim(-1, [])
  const [asleep, awake] = [await claim(), await claim()]
  if (!asleep || !awake) throw new Error('not claimed')
  expect([asleep._id, awake._id]).toEqual([wanted._id, wanted._id])
  await expect(syncs.hold(asleep, MINUTE_MS)).rejects.toThrow(ClaimLost)
  await expect(syncs.finish(asleep, 'failed', now)).rejects.toThrow(ClaimLost)
  await syncs.finish(awake, 'completed', now)
  expect((await syncs.find(wanted.organization_id, wanted._id))?.status).toBe('completed')
})

describe('many requested syncs of one organisation that take long', () => {
  test('leave room for a sync of another organisation', async () => {
    const syncs = new SyncStore(connection)
    const [many, other] = [newId('organization'), newId('organization')]
    const held = Promise.withResolvers<null>()
    const connections = { find: (organizationId: string) => (organizationId === many ? held.promise : null) }
    const context = { syncs, connections, syncStreams: { changed() {} }, clock: systemClock }
    for (let count = 0; count < 10; count += 1) await syncs.insert(newSync(many, ['con_1'], now))
    const wanted = newSync(other, ['con_1'], now)
    await syncs.insert(wanted)
    const log = createLogger('test', 'silent')
    const runner = startSyncRunner({ ...context, log } as unknown as CalendarSyncContext)
    try {
      const status = async () => (await syncs.find(other, wanted._id))?.status
      await until('the sync of the other organisation to begin', async () => (await status()) !== 'queued')
      expect((await syncs.claim(0, [other]))?.organization_id).toBe(many)
    } finally {
      held.resolve(null)
      await runner[Symbol.asyncDispose]()
    }
  })
})
