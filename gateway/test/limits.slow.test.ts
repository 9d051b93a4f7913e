import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { startOnce } from '@usher/test-kit'
import { send, sendRaw } from './support/send.ts'
import { startAll } from './support/start.ts'

const shared = startOnce(startAll)
const untouched = startOnce(startAll)

const QUEUES = '/v1/queues'

describe('bodies that are too large', () => {
  test('answers 413 before the body arrives when the declared length is over 100 kB', async () => {
    await using all = await startAll()
    const headers = { authorization: `Bearer ${all.accounts.addKey()}`, 'content-length': 100_001 }
    const status = await new Promise((resolve, reject) => {
      const req = request(all.url + QUEUES, { method: 'POST', headers }, (res) => {
        resolve(res.statusCode)
        req.destroy()
      })
      req.on('error', reject).flushHeaders()
    })
    expect(status).toBe(413)
    expect(all.service.received).toEqual([])
  })

  test.each([
    ['with its length', 'x'.repeat(100_001)],
    ['in chunks', Array.from({ length: 11 }, () => 'x'.repeat(10_000))],
    ['of half a megabyte', 'x'.repeat(500_000)],
  ])('answers 413 to a body over 100 kB %s and does not forward it', async (_, body) => {
    const all = await shared()
    const key = all.accounts.addKey()
    const answer = await send(all.url + QUEUES, { method: 'POST', key, body })
    expect([answer.status, answer.json().code]).toEqual([413, 'payload_too_large'])
    expect(all.service.received).toEqual([])
  })

  test('forwards a body of exactly 100 kB', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    const sizes = ['x'.repeat(100_000), Array.from({ length: 10 }, () => 'x'.repeat(10_000))]
    for (const body of sizes) {
      expect((await send(all.url + QUEUES, { method: 'POST', key, body })).status).toBe(204)
    }
    expect(all.service.received.map(({ body }) => body.length)).toEqual([100_000, 100_000])
  })

  test('answers the next request on the same connection after a refused body', async () => {
    await using all = await startAll()
    const large = `POST ${QUEUES} HTTP/1.1\r\nhost: a\r\ncontent-length: 200000\r\n\r\n${'x'.repeat(200_000)}`
    const next = `GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
    const text = await sendRaw(all.gateway.port, large + next)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
  })

  test('sends 100 Continue only for a body that is not too large', async () => {
    await using all = await startAll()
    const head = (length: number, key: string) =>
      `POST ${QUEUES} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\nexpect: 100-continue\r\n` +
      `connection: close\r\ncontent-length: ${length}\r\n\r\n`
    const key = all.accounts.addKey()
    expect(await sendRaw(all.gateway.port, head(200_000, key))).toMatch(/^HTTP\/1\.1 413 /)
    const welcome = await sendRaw(all.gateway.port, `${head(2, key)}{}`)
    expect(welcome.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 204'])
  })

  test('closes the connection of a client that sends an endless body', async () => {
    await using all = await startAll()
    const req = request(all.url + QUEUES, { method: 'POST' })
    const over = Promise.withResolvers<string>()
    req.on('error', () => over.resolve('cut off'))
    const more = () => {
      if (req.writable) req.write(Buffer.alloc(65_536), more)
    }
    more()
    expect(await over.promise).toBe('cut off')
  })
})

describe('a compressed request body', () => {
  test.each(['gzip', 'br', 'zstd', 'gzip, identity', 'x-gzip'])(
    'answers 415 to the content encoding %s and does not forward the request',
    async (coding) => {
      const all = await shared()
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      const body = gzipSync('{"name":"Q"}').toString('latin1')
      const answer = await send(all.url + QUEUES, {
        method: 'POST',
        key: all.accounts.addKey(),
        headers,
        body,
      })
      expect([answer.status, answer.json().code]).toEqual([415, 'unsupported_media_type'])
      expect(answer.headers['accept-encoding']).toBe('identity')
      expect(all.service.received).toEqual([])
    },
  )

  test('forwards a body with the content encoding identity', async () => {
    await using all = await startAll()
    const headers = { 'content-encoding': 'identity' }
    const key = all.accounts.addKey()
    expect((await send(all.url + QUEUES, { method: 'POST', key, headers, body: '{}' })).status).toBe(204)
  })
})

describe('the attack: JSON nested deeply', () => {
  test.each([
    ['/v1/queues', 'application/json'],
    ['/account/sign-up', 'application/json; charset=utf-8'],
    ['/callbacks/messages/t/http-events', 'application/json'],
  ])('answers 400 malformed_json to 7,000 nested arrays for %s and calls no service', async (path, type) => {
    await using all = await startAll()
    const body = `${'['.repeat(7_000)}${']'.repeat(7_000)}`
    const headers = { 'content-type': type }
    const answer = await send(all.url + path, { method: 'POST', key: all.accounts.addKey(), headers, body })
    expect([answer.status, answer.json().code]).toEqual([400, 'malformed_json'])
    expect(all.service.received).toEqual([])
  })
})

describe('malformed HTTP requests', () => {
  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['a bad header', 'GET / HTTP/1.1\r\nhost: a\r\na b: c\r\n\r\n', 400, 'malformed_request'],
    [
      'two kinds of length',
      'POST /v1/queues HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: a\r\nHOST: b\r\n\r\n', 400, 'malformed_request'],
    [
      'a transfer coding beside chunked',
      'POST /account/sign-in HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'the same in two headers',
      'POST /w/t/leave HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a transfer coding in HTTP/1.0',
      'POST /account/sign-in HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('answers %s with a problem and closes the connection', async (_, bytes, status, code) => {
    const all = await shared()
    const text = await sendRaw(all.gateway.port, bytes)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(body)).toMatchObject({ status, code })
  })

  test.each([
    '/',
    '/v1',
    '/v1/queues/%',
    '/v1/queues/%ff/guests',
    '/V1/queues',
    '/internal/credentials/resolve',
  ])('answers 404 as a problem to %s and calls no service', async (path) => {
    const all = await untouched()
    const answer = await send(all.url + path, { key: all.accounts.addKey() })
    expect([answer.status, answer.json().code]).toEqual([404, 'not_found'])
    expect(answer.json().request_id).toBe(answer.headers['x-request-id'])
    expect([all.service.received, all.accounts.received]).toEqual([[], []])
  })

  test('refuses TRACE without echoing the request or calling a service', async () => {
    const all = await untouched()
    const headers = { 'x-mine': 'told to nobody' }
    const refusals = [
      ['/', 404, 'not_found'],
      [QUEUES, 405, 'method_not_allowed'],
    ] as const
    for (const [path, status, code] of refusals) {
      const answer = await send(all.url + path, { method: 'TRACE', key: all.accounts.addKey(), headers })
      expect([answer.status, answer.json().code]).toEqual([status, code])
      expect(JSON.stringify([answer.headers, answer.text])).not.toContain('told to nobody')
    }
    expect(all.service.received).toEqual([])
  })
})
