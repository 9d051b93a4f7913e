import { ALL_SCOPES, NEWEST_API_VERSION } from '@usher/contracts'
import {
  apiClient,
  type Client,
  clientToken,
  openClient,
  sessionClient,
  startReceiver,
} from '@usher/test-kit'
import { made } from '../made.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { goldenFile } from './golden.ts'
import { walk } from './walk.ts'

let usher: Usher
beforeAll(async () => {
  usher = await useSharedUsher()
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

/** A client that names its version with every request. */
const withVersion =
  (client: Client, version: string): Client =>
  (method, path, { headers, ...options } = {}) =>
    client(method, path, { ...options, headers: { ...headers, 'usher-version': version } })

/** A client with a token of a new application, which is pinned to a version. */
async function applicationOf(owner: Client, version: string): Promise<Client> {
  const app = await made(owner, '/account/oauth-clients', { name: 'Partner', scopes: ALL_SCOPES })
  await owner('PATCH', `/account/oauth-clients/${app.id}`, { body: { api_version: version } })
  const { id: client_id, client_secret } = app
  return apiClient(usher.stack.url, await clientToken(usher.stack.url, { client_id, client_secret }))
}

const OLD = '2026-11-01'
const golden = new URL('golden/2026-11-01.txt', import.meta.url)

describe('a client of the API version 2026-11-01', () => {
  test('gets the recorded responses and webhooks byte for byte with the version header', async () => {
    await using receiver = await startReceiver()
    const owner = withVersion(await sessionClient(usher.stack.url, usher.demo), OLD)
    const found = await walk(owner, withVersion(openClient(usher.stack.url), OLD), receiver)
    expect(found).toBe(await goldenFile(golden, found))
  })

  test('gets the same without a header when its application is pinned to the version', async () => {
    await using receiver = await startReceiver()
    const owner = await sessionClient(usher.stack.url, usher.demo)
    const found = await walk(await applicationOf(owner, OLD), openClient(usher.stack.url), receiver)
    expect(found).toBe(await goldenFile(golden, found))
  })
})

describe('a client of the newest API version', () => {
  test('gets the new field name, and 400 for the former one', async () => {
    const owner = await sessionClient(usher.stack.url, usher.demo)
    const partner = await applicationOf(owner, NEWEST_API_VERSION)
    const provider = await made(partner, '/api/providers', { name: 'Grace', timezone: 'UTC' })
    expect(provider).toMatchObject({ timezone: 'UTC' })
    expect(provider).not.toHaveProperty('time_zone')
    const former = await partner('POST', '/api/providers', { body: { name: 'Grace', time_zone: 'UTC' } })
    expect(former).toMatchObject({ status: 400, body: { errors: [{ pointer: '/time_zone' }] } })
    expect(former.headers.get('usher-version')).toBe(NEWEST_API_VERSION)
  })
})
