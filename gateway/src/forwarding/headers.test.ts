import { answerHeaders, requestHeaders } from './headers.ts'

const names = (list: readonly unknown[]) => list.filter((_, index) => index % 2 === 0)

describe('headers to a service', () => {
  const introduction = {
    isPassedThrough: false,
    token: 'signed',
    requestId: 'req_1',
    traceparent: '00-a-b-01',
  }

  test('passes the known device to the service and drops device headers and cookies sent by the client', () => {
    const own = { 'x-usher-device': 'forged', cookie: 'usher_device=forged' }
    const told = (device?: string) => requestHeaders(own, { ...introduction, device })
    expect(told().join()).not.toContain('forged')
    expect(told('known').slice(-2)).toEqual(['x-usher-device', 'known'])
  })

  test('forwards only the allowed request headers and adds the caller, request id and traceparent', () => {
    const headers = requestHeaders(
      {
        authorization: 'Bearer usk_1',
        cookie: 'a=b',
        connection: 'keep-alive, x-secret',
        'transfer-encoding': 'chunked',
        'x-usher-caller': 'forged',
        'x-forwarded-for': '10.0.0.1',
        'x-request-id': 'given',
        accept: '*/*',
        'accept-encoding': 'gzip',
        'content-type': 'application/json',
        'if-match': '"1.0"',
        'idempotency-key': 'k',
        'last-event-id': '7',
      },
      introduction,
    )
    expect(headers).toEqual([
      'x-usher-caller',
      'signed',
      'x-request-id',
      'req_1',
      'traceparent',
      '00-a-b-01',
      'accept',
      '*/*',
      'content-type',
      'application/json',
      'if-match',
      '"1.0"',
      'idempotency-key',
      'k',
      'last-event-id',
      '7',
    ])
  })
})

describe('headers to a client', () => {
  test('strips hop-by-hop and internal headers from a response and adds the request id', () => {
    const headers = answerHeaders(
      {
        'content-type': 'application/json',
        etag: '"1.0"',
        connection: 'keep-alive, X-Hop',
        'keep-alive': 'timeout=65',
        'transfer-encoding': 'chunked',
        'x-hop': '1',
        'x-powered-by': 'Express',
        server: 'x',
        'cache-control': 'public',
        'x-request-id': 'other',
        'x-usher-caller': 'secret',
        'x-usher-audit': 'e30',
      },
      'req_1',
    )
    expect(names(headers).slice(-3)).toEqual(['x-request-id', 'content-type', 'etag'])
    expect(headers[headers.indexOf('cache-control') + 1]).toBe('no-store')
    expect(headers[headers.indexOf('x-request-id') + 1]).toBe('req_1')
    expect(new Set(names(headers)).size).toBe(names(headers).length)
  })

  test('keeps the cache-control of a cacheable response and adds no second one', () => {
    const headers = answerHeaders({ 'cache-control': 'private, max-age=60' }, 'req_1')
    expect(headers[headers.indexOf('cache-control') + 1]).toBe('private, max-age=60')
    expect(headers).not.toContain('no-store')
  })
})
