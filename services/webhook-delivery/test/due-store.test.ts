import { API_VERSIONS, NEWEST_API_VERSION } from '@usher/contracts'
import { connectMongo, newId, prepareCollections } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import { newDelivery } from '../src/log/delivery.ts'
import { DeliveryStore } from '../src/log/delivery-store.ts'
import { DueStore } from '../src/log/due-store.ts'
import { anEvent } from './harness.ts'

/** Recent: the TTL index deletes deliveries older than 30 days. */
const now = new Date()
const later = new Date(now.getTime() + 1_000)

test('finding due deliveries among many examines fewer than 10 index keys per query', async () => {
  await using infrastructure = await createInfrastructure()
  const connection = await connectMongo(infrastructure.mongoUrl('webhooks'))
  const [deliveries, due] = [new DeliveryStore(connection), new DueStore(connection)]
  await prepareCollections(connection)
  const [first = '', second = '', third = ''] = [1, 2, 3].map(() => newId('webhookEndpoint')).sort()
  const add = (id: string, ordering: 'none' | 'resource', dueAt: Date) => {
    const facts = { claim: null, dueAt, now, versions: API_VERSIONS }
    const endpoint = { _id: id, ordering, api_version: NEWEST_API_VERSION }
    return newDelivery(anEvent(newId('organization')), endpoint, facts)
  }
  await deliveries.insertNew([
    ...Array.from({ length: 300 }, () => add(second, 'none', now)),
    add(first, 'none', now),
    add(third, 'none', later),
    add(first, 'resource', now),
  ])
  await connection.db?.command({ profile: 2 })
  expect(await due.webhooksDue(now, { ordered: false })).toEqual([first, second])
  expect(await due.webhooksDue(now, { ordered: true })).toEqual([first])
  expect(await due.webhooksDue(later, { ordered: false })).toEqual([first, second, third])
  expect(await due.nextDue()).toEqual(now)
  await connection.db?.command({ profile: 0 })
  const looks = await connection.db?.collection('system.profile').find({ op: 'query' }).toArray()
  expect(looks?.map(({ planSummary }) => planSummary.split(' ')[0])).toEqual(Array(8 + 2).fill('IXSCAN'))
  expect(Math.max(...(looks ?? []).map(({ keysExamined }) => keysExamined))).toBeLessThan(10)
  await connection.destroy()
})
