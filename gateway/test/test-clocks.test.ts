import { OPERATIONS, testOrganizationId } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { describe, expect, test } from 'vitest'
import { send } from './support/send.ts'
import { shareAll } from './support/start.ts'

const shared = shareAll()

/** A key for test data, and requests with it that name a test clock. */
async function given(status: 'ready' | 'advancing' | 'failed') {
  const { accounts, service, url } = await shared()
  const organization_id = testOrganizationId(newId('organization'))
  const key = accounts.addKey({ organization_id })
  const clock = accounts.addClock(organization_id, status)
  const call = (method: string, headers = {}) => {
    const body = method === 'POST' ? { body: JSON.stringify({ name: 'Terrace' }) } : {}
    const all = { 'content-type': 'application/json', 'usher-test-clock': clock, ...headers }
    return send(`${url}/v1/queues`, { method, key, headers: all, ...body })
  }
  return { accounts, service, url, clock, call }
}

describe('given a request that names a test clock', () => {
  test.each([
    ['is on its way', 'advancing', 'clock_advancing'],
    ['has failed', 'failed', 'invalid_transition'],
  ] as const)(
    'when the clock %s, then nothing is changed by it, and it can be read',
    async (_, status, code) => {
      const { service, call } = await given(status)
      const refused = await call('POST')
      expect(refused.status).toBe(409)
      expect(refused.json().code).toBe(code)
      expect(service.received).toEqual([])
      await call('GET')
      expect(service.received).toHaveLength(1)
    },
  )

  test('when the clock is ready, then its data is changed', async () => {
    const { service, call } = await given('ready')
    await call('POST')
    expect(service.received).toHaveLength(1)
  })

  test('when the key opens live data, or the data of others, then nothing is asked', async () => {
    const { accounts, service, call } = await given('ready')
    const as = (organization_id: string) =>
      call('GET', { authorization: `Bearer ${accounts.addKey({ organization_id })}` })
    const live = await as(newId('organization'))
    const other = await as(testOrganizationId(newId('organization')))
    expect([live, other].map((answer) => [answer.status, answer.json().code])).toEqual([
      [400, 'mode_mismatch'],
      [404, 'not_found'],
    ])
    expect(service.received).toEqual([])
  })
})

describe('given an operation that is about test data alone', () => {
  test.each(
    OPERATIONS.filter(({ onlyTest, method }) => onlyTest && method === 'get').map(({ path }) => path),
  )('when %s is asked for with a key for live data, then 400, whatever there is', async (path) => {
    const { accounts, url } = await shared()
    const key = accounts.addKey()
    const { status, text } = await send(url + path.replace('{id}', newId('testClock')), { key })
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ code: 'mode_mismatch' })
  })
})
