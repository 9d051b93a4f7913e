import { OPERATIONS, testOrganizationId } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { startService } from './support/fake-service.ts'
import { send } from './support/send.ts'
import { serviceUrlsOf, shareAll, startAll } from './support/start.ts'

const shared = shareAll()
const CLOCK = newId('testClock')

describe('a request that names a test clock', () => {
  test('reaches the service of test clocks with its name, and no other service', async () => {
    await using clocks = await startService()
    await using all = await startAll()
    const serviceUrls = { ...serviceUrlsOf(all.accounts, all.service), 'test-clocks': clocks.url }
    await using gateway = await startAll({ serviceUrls })
    const key = all.accounts.addKey({ organization_id: testOrganizationId(newId('organization')) })
    const headers = { 'usher-test-clock': CLOCK }
    await send(`${gateway.url}/v1/queues`, { key, headers })
    expect(clocks.received.map((request) => request.headers['usher-test-clock'])).toEqual([CLOCK])
    expect(all.service.received).toEqual([])
  })

  test('is refused with a key for live data, and for streams', async () => {
    const { accounts, service, url } = await shared()
    const as = async (organization_id: string, path: string) => {
      const key = accounts.addKey({ organization_id })
      return await send(url + path, { key, headers: { 'usher-test-clock': CLOCK } })
    }
    const live = await as(newId('organization'), '/v1/queues')
    const stream = await as(testOrganizationId(newId('organization')), '/v1/events/stream')
    expect([live, stream].map((answer) => [answer.status, answer.json().code])).toEqual([
      [400, 'mode_mismatch'],
      [400, 'mode_mismatch'],
    ])
    expect(service.received).toEqual([])
  })
})

test.each(OPERATIONS.filter(({ onlyTest, method }) => onlyTest && method === 'get').map(({ path }) => path))(
  'answers 400 to a key for live data at %s, which has test data alone',
  async (path) => {
    const { accounts, url } = await shared()
    const key = accounts.addKey()
    const { status, text } = await send(url + path.replace('{id}', newId('testClock')), { key })
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ code: 'mode_mismatch' })
  },
)
