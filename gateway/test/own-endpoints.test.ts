import { startOnce } from '@usher/test-kit'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const shared = startOnce(startAll)
const GUEST = '/v1/guests/gst_1'

describe("the gateway's own endpoints", () => {
  test('serves health, readiness and the API descriptions without a credential', async () => {
    await using all = await startAll()
    expect((await send(`${all.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect((await send(`${all.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
    const document = await send(`${all.url}/openapi.json`)
    expect(document.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://usher.test' }] })
    expect((await send(`${all.url}/asyncapi.json`)).json()).toMatchObject({ asyncapi: '3.0.0' })
    const { etag = '' } = document.headers
    const again = await send(`${all.url}/openapi.json`, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const packed = await send(`${all.url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.etag).not.toBe(etag)
    expect(Number(packed.headers['content-length'])).toBeLessThan(
      Number(document.headers['content-length']) / 10,
    )
  })

  test('serves metrics only on the metrics port, with a count for each operation and status', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    await send(all.url + GUEST, { key })
    await send(all.url + GUEST)
    expect((await send(`${all.url}/metrics`, { key })).status).toBe(404)
    const { text } = await send(`${all.gateway.metricsUrl}/metrics`)
    const counts = text.split('\n').filter((line) => line.includes('duration_seconds_count'))
    expect(counts.join('\n')).toMatch(/operation="getGuest",status="2xx".* 1/)
    expect(counts.join('\n')).toMatch(/operation="getGuest",status="4xx".* 1/)
  })

  test('answers OPTIONS with the allowed methods and without CORS headers', async () => {
    await using all = await startAll()
    const headers = { origin: 'https://evil.test', 'access-control-request-method': 'POST' }
    const answer = await send(`${all.url}/v1/queues`, { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    const ours = await send(`${all.url}/healthz`, { method: 'OPTIONS', headers })
    expect([ours.status, ours.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect((await send(`${all.url}/v1/nothing`, { method: 'OPTIONS' })).status).toBe(404)
  })

  test.each([
    ['PUT', '/v1/queues', 'GET, HEAD, OPTIONS, POST'],
    ['PROPFIND', '/v1/guests/gst_1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['GET', '/oauth/token', 'OPTIONS, POST'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/asyncapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/readyz', 'GET, HEAD, OPTIONS'],
  ])('answers 405 with Allow to %s %s and calls no service', async (method, path, allow) => {
    const all = await shared()
    const answer = await send(all.url + path, { method, body: '{}' })
    expect([answer.status, answer.json().code]).toEqual([405, 'method_not_allowed'])
    expect(answer.headers.allow).toBe(allow)
    expect([all.service.received, all.accounts.received]).toEqual([[], []])
  })

  test('sends the security headers with every answer and nothing that identifies the server', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    all.service.answerWith(({ res }) => {
      res.writeHead(200, { 'x-powered-by': 'Express', server: 'x', 'cache-control': 'public' }).end()
    })
    const answers = [
      await send(all.url + GUEST, { key, headers: { origin: 'https://other.test' } }),
      await send(all.url + GUEST),
      await send(`${all.url}/nothing`),
      await send(`${all.url}/healthz`),
      await send(`${all.url}/v1/queues`, { method: 'OPTIONS' }),
    ]
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      expect(headers['x-request-id']).toBeDefined()
      const telling = ['x-powered-by', 'server', 'access-control-allow-origin']
      expect(telling.filter((name) => name in headers)).toEqual([])
    }
  })
})
