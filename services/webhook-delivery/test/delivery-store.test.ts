import { API_VERSIONS, NEWEST_API_VERSION } from '@usher/contracts'
import { connectMongo, newId, prepareCollections } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import { newDelivery } from '../src/log/delivery.ts'
import { type ClaimResult, DeliveryStore } from '../src/log/delivery-store.ts'
import { anEvent } from './harness.ts'

/** Recent: the TTL index deletes deliveries older than 30 days. */
const now = new Date()
const until = new Date(now.getTime() + 30_000)

const stack = new AsyncDisposableStack()
let store: DeliveryStore
beforeAll(async () => {
  const infrastructure = stack.use(await createInfrastructure())
  const connection = await connectMongo(infrastructure.mongoUrl('webhooks'))
  stack.defer(() => connection.destroy())
  store = new DeliveryStore(connection)
  await prepareCollections(connection)
})
afterAll(() => stack.disposeAsync())

async function givenDue() {
  const endpoint = {
    _id: newId('webhookEndpoint'),
    ordering: 'none',
    api_version: NEWEST_API_VERSION,
  } as const
  const facts = { claim: null, dueAt: now, now, versions: API_VERSIONS }
  const record = newDelivery(anEvent(newId('organization')), endpoint, facts)
  expect(await store.insertNew([record])).toEqual([true])
  return {
    record,
    id: record._id,
    claim: (claim: string, at = now) => store.claim([record._id], { now: at, claim, until }),
    read: () => store.find(record.organization_id, record._id),
  }
}

const delivered = (id: string, claim: string): ClaimResult => ({
  delivery: { _id: id, claim },
  progress: { status: 'delivered', automatic_attempts: 1, next_attempt_at: null, completed_at: now },
  attempt: {
    claim,
    trigger: 'automatic',
    started_at: now,
    duration_ms: 1,
    timings: { dns_ms: null, connect_ms: null, first_byte_ms: 1 },
    request: { url: 'https://example.com', headers: [] },
    response: { status: 200, headers: [['$odd.name', 'value']], body: '' },
    error: null,
  },
})

describe('inserting deliveries of which one exists', () => {
  test('inserts the others and reports which one existed', async () => {
    const [{ record: known }, { record: other }] = [await givenDue(), await givenDue()]
    const fresh = { ...other, _id: newId('delivery') }
    expect(await store.insertNew([fresh, known])).toEqual([true, false])
    expect(await store.find(fresh.organization_id, fresh._id)).toMatchObject({ status: 'pending' })
  })
})

describe('a due delivery', () => {
  test('claimed by one process cannot be claimed by another before the claim expires', async () => {
    const due = await givenDue()
    expect(await due.claim('one')).toHaveLength(1)
    expect(await due.claim('two')).toEqual([])
    expect(await due.claim('two', new Date(until.getTime() - 1))).toEqual([])
    expect(await due.claim('two', until)).toHaveLength(1)
  })

  test('counts a result once that is written twice for one claim', async () => {
    const due = await givenDue()
    await due.claim('one')
    await store.finish([delivered(due.id, 'one')])
    await store.finish([delivered(due.id, 'one')])
    const record = await due.read()
    expect(record).toMatchObject({ status: 'delivered', attempt_count: 1, claim: null })
    expect(record?.attempts).toHaveLength(1)
    expect(record).not.toHaveProperty('due_at')
  })

  test('can be claimed again at once after its release', async () => {
    const due = await givenDue()
    await store.release(await due.claim('one'), now)
    expect(await due.claim('two')).toHaveLength(1)
  })
})
