import { newId } from '@usher/service-kit'
import { collectEvents } from '@usher/test-kit'
import { freezeTime } from './support/frozen-time.ts'
import { untilRecorded } from './support/records.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const ORGANIZATION = newId('organization')

const PLACE = {
  organization_id: ORGANIZATION,
  ...{
    name: 'Ada',
    display_label: 'A. 47',
    party_size: 2,
    status: 'waiting',
    position: 3,
    estimated_wait: 10,
  },
  estimated_wait_range: { low: 10, high: 20 },
  queue: {
    name: 'Terrace',
    status: 'active',
    pause_reason: null,
    timezone: 'Europe/Berlin',
    join_slug: null,
  },
  ...{ delay: null, usually_early: null },
  ...{ place_change: null, arrived_at: null, away_until: null, locale: 'fr', timezone: null },
  ...{
    created_at: '2026-11-22T16:00:00Z',
    updated_at: '2026-11-22T16:00:00Z',
    notified_at: null,
    desk: null,
  },
}

const ADDRESS = '203.0.113.7'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let all: Awaited<ReturnType<typeof startAll>>
beforeAll(async () => {
  all = await startAll({ trustedProxies: ['loopback'] })
})
afterAll(() => all[Symbol.asyncDispose]())

const answerJson = (status: number, body: object, headers: object = {}) =>
  all.service.answerWith(({ res }) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  )

const problem = (status: number, code: string) =>
  ({ type: `urn:usher:problem:${code}`, title: 'x', status, instance: '/', code, request_id: 'r' }) as const

describe('the guest pages behind the gateway', () => {
  test("reads the guest as the gateway and renders the page in the guest's language", async () => {
    answerJson(200, PLACE)
    const { status, text } = await send(`${all.url}/w/a%2Fb?lang=`)
    expect([status, text.includes('<h1>Votre place dans la file</h1>')]).toEqual([200, true])
    const asked = all.service.received.find(({ url }) => url === '/public/guests/a%2Fb')
    expect(asked?.method).toBe('GET')
    expect(asked?.headers['x-usher-caller']).toEqual(expect.any(String))
    expect(asked?.headers['x-forwarded-for']).toBeUndefined()
  })

  test('records a submitted form with its operation, address and browser', async () => {
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const organization_id = newId('organization')
    const note = Buffer.from(JSON.stringify({ organization_id, actor: 'guest', resource: 'gst_1' }))
    answerJson(200, PLACE, { 'x-usher-audit': note.toString('base64url') })
    const headers = { ...FORM, 'x-forwarded-for': ADDRESS, 'user-agent': 'Phone', 'x-request-id': 'one' }
    const answer = await send(`${all.url}/w/t/leave`, { method: 'POST', body: 'key=12345678', headers })
    expect([answer.status, answer.headers.location]).toEqual([303, '/w/t'])
    const told = all.service.received.at(-1)?.headers
    expect([told?.['idempotency-key'], told?.['x-usher-client-address']]).toEqual(['12345678', ADDRESS])
    const [record] = await untilRecorded(collector, 1)
    expect(record).toMatchObject({
      ...{ organization_id, actor: 'guest', operation: 'leaveLine', status: 200, request_id: 'one' },
      audit: { resource: 'gst_1', address: ADDRESS, user_agent: 'Phone' },
    })
  })

  test("redirects to the guest's page when the place has changed in the meantime", async () => {
    answerJson(409, problem(409, 'invalid_transition'))
    const { status, headers } = await send(`${all.url}/w/t/arrived`, { method: 'POST', headers: FORM })
    expect([status, headers.location]).toEqual([303, '/w/t'])
  })

  test('shows a readable error page with 503 while the service is down', async () => {
    all.service.answerWith(({ req }) => req.socket.destroy())
    const { status, headers, text } = await send(`${all.url}/w/t`, { headers: { 'accept-language': 'de' } })
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(headers['retry-after']).toEqual(expect.any(String))
    expect(text).toContain('Das hat nicht geklappt')
    expect(text).not.toMatch(/upstream|ECONN|service/i)
  })

  test('answers 429 to an address over its limit, on pages and API alike, and not to another address', async () => {
    freezeTime()
    answerJson(200, PLACE)
    const from = (address: string, path: string) =>
      send(all.url + path, { headers: { 'x-forwarded-for': address } })
    let last = await from('198.51.100.1', '/w/t')
    for (let i = 0; i < 700 && last.status === 200; i += 1)
      last = await from('198.51.100.1', '/public/guests/t')
    expect(last.status).toBe(429)
    const page = await from('198.51.100.1', '/w/t')
    expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(page.text).toContain('One moment, please')
    expect(page.headers['retry-after']).toEqual(expect.any(String))
    expect((await from('198.51.100.2', '/w/t')).status).toBe(200)
  })

  test('shows an error page with 413 for a form that is too large', async () => {
    const tooLarge = { method: 'POST', body: `reason=${'x'.repeat(50_000)}`, headers: FORM }
    const { status, text } = await send(`${all.url}/b/t/cancel`, tooLarge)
    expect([status, text.includes('That did not work')]).toEqual([413, true])
  })

  test('serves the page assets as immutable and lists every module that they import', async () => {
    answerJson(200, PLACE)
    const { text } = await send(`${all.url}/w/t`)
    const files = text.match(/\/guest-assets\/[\w./-]+/g) ?? []
    expect(files).toHaveLength(5)
    for (const file of files) {
      const { status, headers, text: content } = await send(all.url + file)
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
      for (const [, imported = ''] of content.matchAll(/^import .*'(.+)'$/gm)) {
        expect(files).toContain(new URL(imported, all.url + file).pathname)
      }
    }
  })
})
