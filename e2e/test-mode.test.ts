import { ALL_SCOPES } from '@usher/contracts'
import { apiClient, type Client, sessionClient } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const TEST = { headers: { 'usher-mode': 'test' } }

let usher: Usher
let owner: Client
let live: Client
let byKey: Client
beforeAll(async () => {
  usher = await useSharedUsher()
  owner = await sessionClient(usher.stack.url, usher.demo)
  live = usher.api
  const body = { name: 'Test', scopes: ALL_SCOPES, livemode: false }
  const made = await owner('POST', '/account/api-keys', { body })
  expect(made).toMatchObject({
    status: 201,
    body: { livemode: false, api_key: expect.stringMatching(/^usk_test_/) },
  })
  byKey = apiClient(usher.stack.url, made.body.api_key)
})
afterAll(() => usher?.[Symbol.asyncDispose]())

describe('given a key for test data', () => {
  test('when it makes a queue, then live credentials of its organisation do not find it, nor it theirs', async () => {
    const test = (await byKey('POST', '/v1/queues', { body: { name: 'Test' } })).body
    const other = (await live('POST', '/v1/queues', { body: { name: 'Live' } })).body
    const namesFor = async (call: Client, options = {}) =>
      (await call('GET', '/v1/queues', options)).body.data.map(({ name }: { name: string }) => name)
    expect(await namesFor(byKey)).toEqual(['Test'])
    expect(await namesFor(owner, TEST)).toEqual(['Test'])
    expect(await namesFor(owner)).not.toContain('Test')
    const change = (call: Client, id: string) => call('PATCH', `/v1/queues/${id}`, { body: { name: 'X' } })
    for (const [call, id] of [
      [live, test.id],
      [owner, test.id],
      [byKey, other.id],
    ] as const)
      expect(await change(call, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await change(byKey, test.id)).status).toBe(200)
  })

  test('when a request names the mode that its credential does not open, then 400', async () => {
    const asked = (call: Client, mode: string) =>
      call('GET', '/v1/queues', { headers: { 'usher-mode': mode } })
    const mismatch = { status: 400, body: { code: 'mode_mismatch' } }
    expect(await asked(live, 'test')).toMatchObject(mismatch)
    expect(await asked(byKey, 'live')).toMatchObject(mismatch)
    expect(await asked(owner, 'demo')).toMatchObject(mismatch)
    expect([(await asked(live, 'live')).status, (await asked(byKey, 'test')).status]).toEqual([200, 200])
  })
})

describe('given a session in test mode', () => {
  test('when it looks at members, keys and settings, then they are those of the live organisation', async () => {
    const organization = await owner('GET', '/account/organization', TEST)
    expect(organization.body.id).toBe(usher.demo.organization_id)
    expect((await owner('GET', '/account/members', TEST)).body.data).toHaveLength(1)
    const keys = (await owner('GET', '/account/api-keys', TEST)).body.data
    expect(new Set(keys.map(({ livemode }: { livemode: boolean }) => livemode))).toEqual(
      new Set([true, false]),
    )
  })
})
