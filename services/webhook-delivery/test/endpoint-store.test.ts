import { NEWEST_API_VERSION } from '@usher/contracts'
import { connectMongo, inTransaction, newId, prepareCollections } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { type EndpointChanges, newEndpoint } from '../src/endpoints/endpoint.ts'
import { EndpointStore } from '../src/endpoints/endpoint-store.ts'

const now = new Date('2026-01-01T12:00:00Z')

const stack = new AsyncDisposableStack()
let store: EndpointStore
let connection: Connection
beforeAll(async () => {
  const infrastructure = stack.use(await createInfrastructure())
  connection = await connectMongo(infrastructure.mongoUrl('webhooks'))
  stack.defer(() => connection.destroy())
  store = new EndpointStore(connection)
  await prepareCollections(connection)
})
afterAll(() => stack.disposeAsync())

async function givenStored() {
  const organizationId = newId('organization')
  const facts = {
    id: newId('webhookEndpoint'),
    organizationId,
    sealedSecret: 'sealed',
    version: NEWEST_API_VERSION,
    now,
  }
  const endpoint = newEndpoint({ url: 'https://example.com/one' }, facts)
  await inTransaction(connection, (session) => store.insert(endpoint, session))
  const target = { organizationId, id: endpoint._id, ifMatch: undefined }
  return {
    endpoint,
    read: () => store.find(organizationId, endpoint._id),
    change: (changes: EndpointChanges) => store.change(target, () => changes),
  }
}

describe('an endpoint that was changed since it was read', () => {
  test('is not deleted by its old version', async () => {
    const { endpoint, read, change } = await givenStored()
    expect(await change({ description: 'first' })).toMatchObject({ after: { version: 2 } })
    expect(await store.delete(endpoint)).toBe(false)
    expect(await read()).toMatchObject({ description: 'first', version: 2 })
  })

  test('applies each of ten concurrent changes once, with versions in sequence', async () => {
    const { read, change } = await givenStored()
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change({ description: String(index) })),
    )
    expect(all.map(({ before }) => before.version).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    expect(await read()).toMatchObject({ version: 11 })
  })

  test('is neither marked failing nor disabled for its former URL', async () => {
    const { endpoint, read, change } = await givenStored()
    await change({ url: 'https://example.com/two' })
    await store.noteFailure(endpoint, now)
    expect(await store.disable(endpoint, { reason: 'gone', now, missedSince: now })).toBeNull()
    expect(await read()).toMatchObject({ enabled: true, failing_since: null })
  })
})

describe('a failing endpoint', () => {
  test('is not disabled as failing after a success in the meantime', async () => {
    const { endpoint, read } = await givenStored()
    await store.noteFailure(endpoint, now)
    await store.noteFailure(endpoint, new Date(now.getTime() + 1))
    const failing = await read()
    expect(failing?.failing_since).toEqual(now)
    await store.noteSuccess(endpoint)
    const disabling = { reason: 'failing', now, missedSince: now } as const
    expect(failing && (await store.disable(failing, disabling))).toBeNull()
    expect(await read()).toMatchObject({ enabled: true, failing_since: null, version: 1 })
  })
})
