import { givenEndpoint, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

test('refuses the 101st endpoint of an organisation with 409 until one is deleted', async () => {
  const api = harness.client()
  const url = 'https://example.com/usher'
  const made = await Promise.all(Array.from({ length: 100 }, () => givenEndpoint(api, url)))
  const create = () => api('POST', '/v1/webhook-endpoints', { body: { url } })
  const { status, body } = await create()
  expect([status, body.code]).toEqual([409, 'plan_limit_reached'])
  await api('DELETE', `/v1/webhook-endpoints/${made[0]?.id}`)
  expect((await create()).status).toBe(201)
})
