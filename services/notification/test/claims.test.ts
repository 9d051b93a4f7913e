import { connectMongo, newId, prepareCollections } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import type { Connection, mongo } from 'mongoose'
import { claimDue } from '../src/notifications/claim-due.ts'
import { type NotificationRecord, newNotification } from '../src/notifications/notification.ts'
import { NotificationStore } from '../src/notifications/notification-store.ts'

const dueSince = new Date('2026-01-01T12:00:00Z')
const now = new Date('2026-01-01T13:00:00Z')
const until = new Date('2026-01-01T13:00:25Z')
const tomorrow = new Date('2026-01-02T12:00:00Z')

const stack = new AsyncDisposableStack()
let connection: Connection
let store: NotificationStore
let collection: mongo.Collection<NotificationRecord>
beforeAll(async () => {
  const infrastructure = stack.use(await createInfrastructure())
  connection = await connectMongo(infrastructure.mongoUrl('notification'))
  stack.defer(() => connection.destroy())
  store = new NotificationStore(connection)
  collection = connection.collection('notifications')
  await prepareCollections(connection)
})
afterAll(() => stack.disposeAsync())

/** Notifications of an organisation, one second after the other. */
const messages = (organizationId: string, count: number, from: Date) =>
  Array.from({ length: count }, (_, i) =>
    newNotification(
      {
        organization_id: organizationId,
        channel: 'sms',
        to: '+14155552671',
        subject: '',
        text: 'Your table is ready.',
        origin: { organizationId, actor: 'key_test', requestId: 'test' },
      },
      new Date(from.getTime() + i * 1_000),
    ),
  )

/** Claims one, skipping busy organisations. */
async function claim(busy: readonly string[]): Promise<NotificationRecord | undefined> {
  const [claimed] = await store.claimDue({ now, claim: newId('request'), until, busy, max: 1, ofOne: 1 })
  return claimed
}

/** Keys and documents that the database examined for what was done. */
async function costOf(work: () => Promise<unknown>): Promise<{ keys: number; documents: number }> {
  await connection.db?.collection('system.profile').drop()
  await connection.db?.command({ profile: 2 })
  await work()
  await connection.db?.command({ profile: 0 })
  const found = await connection.db
    ?.collection('system.profile')
    .find({ ns: /\.notifications$/ })
    .toArray()
  const sum = (field: string) => (found ?? []).reduce((all, op) => all + (op[field] ?? 0), 0)
  return { keys: sum('keysExamined'), documents: sum('docsExamined') }
}

describe('claiming due notifications without busy organisations', () => {
  test('claims those of other organisations, the longest due first', async () => {
    await collection.deleteMany({})
    const [slow, slower, first, second] = [1, 2, 3, 4].map(() => newId('organization')) as [
      string,
      string,
      string,
      string,
    ]
    const after = (minutes: number) => new Date(dueSince.getTime() + minutes * 60_000)
    const one = messages(first, 2, after(10))
    const other = messages(second, 1, new Date(after(10).getTime() + 500))
    const waiting = [
      ...messages(slow, 5, dueSince),
      ...messages(slower, 5, dueSince),
      ...messages(newId('organization'), 3, tomorrow),
    ]
    await collection.insertMany([...waiting, ...other, ...one])
    const claimed = [await claim([slow, slower]), await claim([slow, slower]), await claim([slow, slower])]
    expect(claimed.map((record) => record?._id)).toEqual([one[0]?._id, other[0]?._id, one[1]?._id])
    expect(claimed.map((record) => record?.due_at)).toEqual([until, until, until])
    expect(await claim([slow, slower])).toBeUndefined()
    expect((await claim([slower]))?.organization_id).toBe(slow)
  })

  test('gives each of 10 concurrent claims a different notification', async () => {
    await collection.deleteMany({})
    const [slow, other] = [newId('organization'), newId('organization')]
    await collection.insertMany([...messages(slow, 5, dueSince), ...messages(other, 8, dueSince)])
    const claimed = await Promise.all(Array.from({ length: 10 }, () => claim([slow])))
    const ids = claimed.flatMap((record) => (record ? [record._id] : []))
    expect(new Set(ids).size).toBe(8)
    expect(ids.length).toBe(8)
  })

  test.each([
    ['something', 1],
    ['nothing', 0],
  ])('costs the same for a small and a large busy backlog, with %s due for others', async (_, count) => {
    const costs = []
    for (const backlog of [20, 2_000]) {
      await collection.deleteMany({})
      const [slow, other] = [newId('organization'), newId('organization')]
      const sent = messages(other, 300, dueSince).map(({ due_at: _, ...record }) => record)
      const theirs = [...messages(other, count, now), ...messages(other, 100, tomorrow), ...sent]
      await collection.insertMany([...messages(slow, backlog, dueSince), ...theirs])
      costs.push(await costOf(() => claim([slow])))
    }
    expect(costs[1]).toEqual(costs[0])
    expect(costs[1]?.keys).toBeLessThan(10)
    expect(costs[1]?.documents).toBeLessThan(5)
  })
})

test('a claim that loses to another replica claims the next due notifications', async () => {
  await collection.deleteMany({})
  const all = messages(newId('organization'), 4, dueSince)
  await collection.insertMany(all)
  const newClaim = () => ({ now, claim: newId('request'), until, busy: [], max: 2, ofOne: 5 })
  let isFirst = true
  const slower = new Proxy(collection, {
    get: (target, name: keyof typeof collection) =>
      name === 'updateMany' && isFirst
        ? async (...given: Parameters<typeof collection.updateMany>) => {
            isFirst = false
            await claimDue(collection, newClaim())
            return await collection.updateMany(...given)
          }
        : target[name],
  })
  const claimed = await claimDue(slower, newClaim())
  expect(claimed.map(({ _id }) => _id)).toEqual([all[2]?._id, all[3]?._id])
})
