import { ALL_SCOPES, NEWEST_API_VERSION } from '@usher/contracts'
import { connectMongo, systemClock } from '@usher/service-kit'
import {
  apiClient,
  type Client,
  clientToken,
  FORMER_VERSION,
  sessionClient,
  startReceiver,
  VERSIONS,
} from '@usher/test-kit'
import { readConfig } from '../../../gateway/src/config.ts'
import { startGateway } from '../../../gateway/src/service.ts'
import { inThreeDays } from '../isolation/resources.ts'
import { made } from '../made.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'

const stack = new AsyncDisposableStack()
let usher: Usher
/** A gateway that serves the former version, too, in front of the services of the run. */
let url: string
beforeAll(async () => {
  usher = stack.use(await useSharedUsher())
  const own = { PORT: '0', METRICS_PORT: '0' }
  const config = readConfig({ ...usher.stack.environments.gateway, ...own })
  const gateway = stack.use(await startGateway({ ...config, logLevel: 'silent' }, systemClock, VERSIONS))
  url = gateway.url
})
afterAll(() => stack.disposeAsync())

/** A client that names its version with every request. */
const withVersion =
  (client: Client, version: string): Client =>
  (method, path, { headers, ...options } = {}) =>
    client(method, path, { ...options, headers: { ...headers, 'usher-version': version } })

/** A client of the gateway with a token of a new application, which is pinned to a version. */
async function applicationOf(owner: Client, version: string): Promise<Client> {
  const { id, client_secret } = await made(owner, '/account/oauth-clients', {
    name: 'Partner',
    scopes: ALL_SCOPES,
  })
  const connection = await connectMongo(usher.stack.environments.accounts?.MONGODB_URL ?? '')
  const clients = connection.collection<{ _id: string }>('oauth_clients')
  await clients.updateOne({ _id: id }, { $set: { api_version: version } })
  await connection.destroy()
  return apiClient(url, await clientToken(url, { client_id: id, client_secret }))
}

const ownerOf = async (): Promise<Client> => await sessionClient(url, usher.demo)

describe('a client of an old API version', () => {
  test.each([
    ['it names the version', async () => withVersion(await ownerOf(), FORMER_VERSION)],
    ['its application is pinned to the version', async () => applicationOf(await ownerOf(), FORMER_VERSION)],
  ])('sends and gets the former field name where %s', async (_, start) => {
    const client = await start()
    const grace = await made(client, '/api/providers', { name: 'Grace', time_zone: 'Europe/Berlin' })
    expect(grace).toMatchObject({ time_zone: 'Europe/Berlin' })
    const moved = await client('PATCH', `/api/providers/${grace.id}`, { body: { time_zone: 'UTC' } })
    expect(moved).toMatchObject({ status: 200, body: { time_zone: 'UTC' } })
    expect(moved.headers.get('usher-version')).toBe(FORMER_VERSION)
    expect(moved.headers.get('deprecation')).not.toBeNull()
    const read = await client('GET', `/api/providers/${grace.id}`)
    expect(read.body).toEqual(moved.body)
    expect(read.body).not.toHaveProperty('timezone')
    const wrong = await client('PATCH', `/api/providers/${grace.id}`, { body: { time_zone: 'Mars/Olympus' } })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/time_zone' }] } })
  })

  test('sends the former name of a query parameter', async () => {
    const client = withVersion(await ownerOf(), FORMER_VERSION)
    const { id } = await made(client, '/api/providers', { name: 'Grace', time_zone: 'UTC' })
    const type = { name: 'Cut', duration_minutes: 30, provider_ids: [id] }
    const { id: service_type_id } = await made(client, '/api/service-types', type)
    const from = inThreeDays()
    const query = (zone: object) => new URLSearchParams({ service_type_id, from, to: from, ...zone })
    const found = await client('GET', `/api/availability?${query({ time_zone: 'Mars/Olympus' })}`)
    expect(found).toMatchObject({ status: 400, body: { errors: [{ pointer: '?timezone' }] } })
  })

  test('registers webhook endpoints that get its version', async () => {
    await using receiver = await startReceiver()
    const client = withVersion(await ownerOf(), FORMER_VERSION)
    const endpoint = await made(client, '/v1/webhook-endpoints', { url: receiver.url })
    expect(endpoint.api_version).toBe(FORMER_VERSION)
  })
})

describe('a client of the newest API version', () => {
  test('gets the new field name, and 400 for the former one', async () => {
    const partner = await applicationOf(await ownerOf(), NEWEST_API_VERSION)
    const provider = await made(partner, '/api/providers', { name: 'Grace', timezone: 'UTC' })
    expect(provider).toMatchObject({ timezone: 'UTC' })
    expect(provider).not.toHaveProperty('time_zone')
    const former = await partner('POST', '/api/providers', { body: { name: 'Grace', time_zone: 'UTC' } })
    expect(former).toMatchObject({ status: 400, body: { errors: [{ pointer: '/time_zone' }] } })
    expect(former.headers.get('usher-version')).toBe(NEWEST_API_VERSION)
  })
})

describe('a client of a version that does not exist', () => {
  test('is refused by the gateways as they are started in production', async () => {
    const owner = withVersion(await sessionClient(usher.stack.url, usher.demo), FORMER_VERSION)
    expect(await owner('GET', '/v1/queues')).toMatchObject({ status: 400, body: { code: 'unknown_version' } })
  })
})
