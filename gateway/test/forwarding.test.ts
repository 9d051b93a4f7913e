import { request } from 'node:http'
import { send } from './support/send.ts'
import { shareAll } from './support/start.ts'

const shared = shareAll()

const GUEST = '/v1/guests/gst_1'

describe('forwarding', () => {
  test('forwards path, query, method and body unchanged', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const target = '/v1/queues/a%2Fb%20c/guests?status=waiting&limit=2'
    await send(all.url + target, { key })
    await send(`${all.url}/v1/queues`, { method: 'POST', key, body: '{"name":"ä"}' })
    await send(`${all.url}/v1/queues`, { method: 'POST', key, body: ['{"na', 'me":"b"}'] })
    expect(all.service.received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', target, ''],
      ['POST', '/v1/queues', '{"name":"ä"}'],
      ['POST', '/v1/queues', '{"name":"b"}'],
    ])
  })

  test('answers a former path with Deprecation, Sunset and the successor link, even on a 401', async () => {
    const all = await shared()
    const answerAt = (path: string) => send(all.url + path, { method: 'DELETE' })
    const { status, headers } = await answerAt('/api/bookings/holds/hld_1')
    expect([status, headers.deprecation, headers.sunset, headers.link]).toEqual([
      401,
      '@1795651200',
      'Wed, 01 Dec 2027 00:00:00 GMT',
      '</api/booking-holds/hld_1>; rel="successor-version"',
    ])
    const hostile = await answerAt('/api/bookings/holds/a%3E%0D%0Ax%3A%20%22y')
    expect(hostile.headers.link).toBe('</api/booking-holds/a%3E%0D%0Ax%3A%20%22y>; rel="successor-version"')
    const current = await answerAt('/api/booking-holds/hld_1')
    expect([current.status, current.headers.deprecation]).toEqual([401, undefined])
  })

  test('forwards only the path and query of an absolute request target', async () => {
    const all = await shared()
    const { port } = new URL(all.url)
    const headers = { authorization: `Bearer ${all.accounts.addKey()}` }
    const path = 'http://evil.test/v1/guests/gst_1?a=b'
    await new Promise((resolve) => request({ host: '127.0.0.1', port, path, headers }, resolve).end())
    expect(all.service.received.map(({ url }) => url)).toEqual(['/v1/guests/gst_1?a=b'])
  })

  test('drops forged and hop-by-hop request headers', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    await send(all.url + GUEST, {
      key,
      headers: {
        'x-usher-caller': 'forged',
        'x-usher-anything': 'forged',
        'x-forwarded-for': '10.0.0.1',
        cookie: 'a=b',
        te: 'trailers',
        connection: 'close, if-match',
        host: 'evil.test',
        accept: 'application/json',
        'idempotency-key': 'once',
      },
    })
    const headers = all.service.received[0]?.headers ?? {}
    expect(Object.keys(headers).sort()).toEqual(
      [
        'accept',
        'connection',
        'host',
        'idempotency-key',
        'traceparent',
        'usher-version',
        'x-request-id',
        'x-usher-caller',
      ].sort(),
    )
    expect(headers['x-usher-caller']).not.toBe('forged')
    expect(headers.host).toBe(new URL(all.service.url).host)
    expect(headers.connection).toBe('keep-alive')
  })

  test('answers 400 to two Authorization headers', async () => {
    const all = await shared()
    const keys = [all.accounts.addKey(), all.accounts.addKey()]
    const authorization = keys.map((key) => `Bearer ${key}`)
    const answer = await send(all.url + GUEST, { headers: { authorization } as never })
    expect([answer.status, answer.json().code]).toEqual([400, 'malformed_request'])
    expect(all.service.received).toHaveLength(0)
  })

  test('passes Accept-Encoding on only for operations whose answer the service may compress', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const headers = { 'accept-encoding': 'gzip, br' }
    for (const path of ['/v1/queues', '/v1/queues/q_1/guests', GUEST])
      await send(all.url + path, { key, headers })
    await send(`${all.url}/v1/queues`, { method: 'POST', key, headers, body: '{}' })
    expect(all.service.received.map((one) => one.headers['accept-encoding'])).toEqual([
      'gzip, br',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('forwards a request without a body as one without a body', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    for (const method of ['GET', 'DELETE', 'POST']) {
      const path = method === 'POST' ? `${GUEST}/seat` : GUEST
      await send(all.url + path, { method, key })
    }
    const lengths = all.service.received.map(({ headers }) => [
      headers['content-length'],
      headers['transfer-encoding'],
    ])
    expect(lengths).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ['0', undefined],
    ])
  })

  test('passes on a valid request id and traceparent, and replaces an invalid request id', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const given = await send(all.url + GUEST, { key, headers: { 'x-request-id': 'mine.1', traceparent } })
    const made = await send(all.url + GUEST, { key, headers: { 'x-request-id': 'not mine' } })
    const [first, second] = all.service.received
    expect([given.headers['x-request-id'], first?.headers['x-request-id']]).toEqual(['mine.1', 'mine.1'])
    expect(first?.headers.traceparent).toBe(traceparent)
    expect(made.headers['x-request-id']).toMatch(/^req_/)
    expect(second?.headers['x-request-id']).toBe(made.headers['x-request-id'])
    expect(second?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })

  test('answers HEAD with the headers of GET and no body', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    all.service.answerWith(({ res }) =>
      res.writeHead(200, { 'content-length': 5, etag: '"1.0"' }).end('12345'),
    )
    const answer = await send(all.url + GUEST, { method: 'HEAD', key })
    expect([answer.status, answer.text, answer.headers['content-length'], answer.headers.etag]).toEqual([
      200,
      '',
      '5',
      '"1.0"',
    ])
  })

  test('passes status, headers and body of any answer on unchanged', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const large = 'é'.repeat(300_000)
    const answers: [number, Record<string, string | number>, string][] = [
      [201, { location: '/v1/guests/gst_2', 'content-length': 4 }, 'ok😀'.slice(0, 4)],
      [304, { etag: '"1.0"' }, ''],
      [200, { 'content-length': Buffer.byteLength(large) }, large],
      [200, { 'content-type': 'text/plain; charset=utf-8' }, large],
      [409, { 'content-type': 'application/problem+json' }, '{"code":"queue_full"}'],
      [500, { 'content-type': 'application/problem+json' }, '{"code":"internal_error"}'],
    ]
    for (const [status, headers, body] of answers) {
      const bytes = Buffer.from(body)
      const length = headers['content-length'] === undefined ? {} : { 'content-length': bytes.length }
      all.service.answerWith(({ res }) => res.writeHead(status, { ...headers, ...length }).end(bytes))
      const answer = await send(all.url + GUEST, { key })
      expect([answer.status, answer.text === body]).toEqual([status, true])
      expect(answer.headers).toMatchObject(JSON.parse(JSON.stringify({ ...headers, ...length }, asText)))
    }
  })

  test('passes each chunk of a streamed answer on at once', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const next = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    all.service.answerWith(async ({ res }) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      for (const { promise } of next) {
        await promise
        res.write('data: x\n\n')
      }
      res.end()
    })
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(all.url + GUEST, { headers })
    const reader = (response.body ?? new ReadableStream()).getReader()
    const pieces: string[] = []
    for (const { resolve } of next) {
      resolve()
      pieces.push(Buffer.from((await reader.read()).value).toString())
    }
    expect(pieces).toEqual(['data: x\n\n', 'data: x\n\n'])
    expect((await reader.read()).done).toBe(true)
  })
})

const asText = (_: string, value: unknown) => (typeof value === 'number' ? String(value) : value)
