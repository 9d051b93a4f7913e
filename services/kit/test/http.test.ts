import { operations } from '@usher/contracts'
import {
  CALLER_HEADER,
  createApp,
  createCallerVerifier,
  createLogger,
  createMetrics,
  createOperationRouter,
  type HttpServer,
  listen,
  notShuttingDown,
  ProblemError,
} from '@usher/service-kit'
import { createCallers, serviceClient, until } from '@usher/test-kit'

const callers = createCallers()
const token = callers.sign(callers.caller())

/** A service whose one operation does what the test says. */
async function startService(
  handle: () => Promise<never>,
  ready: Record<string, () => boolean> = { database: () => true },
  leaving?: AbortSignal,
): Promise<HttpServer> {
  const metrics = createMetrics('test')
  const routes = createOperationRouter(createCallerVerifier(callers.publicKey), metrics)
  routes.on(operations.getQueue, handle)
  const app = createApp({ log: createLogger('test', 'silent'), metrics, ready, router: routes.router })
  return await listen(app, { host: '127.0.0.1', port: 0, leaving })
}

const fails = async (): Promise<never> => {
  throw new Error('secret detail of the inside')
}

/** A service that answers lists as long as the test says, of queues and of guests. */
async function startLists(items: number, etag?: string) {
  const metrics = createMetrics('test')
  const routes = createOperationRouter(createCallerVerifier(callers.publicKey), metrics)
  const page = {
    data: Array.from({ length: items }, (_, i) => ({ name: `Bistro ${i}`, livemode: true })),
    next_cursor: null,
  }
  const reply = async () => ({ body: page as never, headers: etag === undefined ? {} : { etag } })
  routes.on(operations.listQueues, reply)
  routes.on(operations.listGuests, reply)
  const app = createApp({ log: createLogger('test', 'silent'), metrics, ready: {}, router: routes.router })
  const service = await listen(app, { host: '127.0.0.1', port: 0 })
  return {
    page,
    read: async (path: string, headers: Record<string, string>) =>
      await fetch(service.url + path, { headers: { [CALLER_HEADER]: token, ...headers } }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

const GZIP = { 'accept-encoding': 'br, gzip;q=0.5' }
const PLAIN = { 'accept-encoding': 'identity' }

describe('a list response of several kB', () => {
  test('is compressed with Vary: accept-encoding for a client that accepts gzip', async () => {
    await using service = await startLists(200)
    const answer = await service.read('/v1/queues', GZIP)
    const { headers } = answer
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['gzip', 'accept-encoding'])
    expect(Number(headers.get('content-length'))).toBeLessThan(JSON.stringify(service.page).length / 4)
    expect(await answer.json()).toEqual(service.page)
  })

  test.each([
    ['the client takes none', '/v1/queues', PLAIN, undefined],
    ['the client refuses it', '/v1/queues', { 'accept-encoding': 'gzip;q=0' }, undefined],
    ['the client refuses it of all', '/v1/queues', { 'accept-encoding': 'gzip;q=0, *' }, undefined],
    ['the client takes br alone', '/v1/queues', { 'accept-encoding': 'br' }, undefined],
    ['nothing is left to choose', '/v1/queues', { 'accept-encoding': 'identity;q=0' }, undefined],
    ['the header cannot be read', '/v1/queues', { 'accept-encoding': ';;q=' }, undefined],
    ['it holds links of guests', '/v1/queues/q_1/guests', GZIP, undefined],
    ['a strong entity tag names its bytes', '/v1/queues', GZIP, '"1"'],
  ])('is not compressed when %s', async (_, path, headers, etag) => {
    await using service = await startLists(200, etag)
    const answer = await service.read(path, headers)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.json()).toEqual(service.page)
  })

  test('is answered with an empty 304 when its weak tag matches', async () => {
    await using service = await startLists(200, 'W/"1"')
    expect((await service.read('/v1/queues', GZIP)).headers.get('content-encoding')).toBe('gzip')
    const again = await service.read('/v1/queues', {
      ...GZIP,
      'if-none-match': 'W/"1"',
      'cache-control': 'max-age=0',
    })
    expect([again.status, again.headers.get('content-encoding'), await again.text()]).toEqual([304, null, ''])
  })

  test('is not compressed when it is short', async () => {
    await using service = await startLists(3)
    const { headers } = await service.read('/v1/queues', GZIP)
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null])
  })
})

describe('an HTTP service', () => {
  test('answers an unexpected error with 500 and no internal details', async () => {
    await using service = await startService(fails)
    const answer = await serviceClient(service.url, () => token)('GET', '/v1/queues/x')
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'internal_error', request_id: 'test-request' },
    })
    expect(JSON.stringify(answer.body)).not.toContain('secret')
  })

  test('sends Retry-After with a temporary refusal', async () => {
    await using service = await startService(async () => {
      throw new ProblemError('service_unavailable', 'Later.', { retryAfterSeconds: 7 })
    })
    const { status, headers } = await serviceClient(service.url, () => token)('GET', '/v1/queues/x')
    expect([status, headers.get('retry-after')]).toEqual([503, '7'])
  })

  test('is live but not ready while its database is unavailable', async () => {
    await using service = await startService(fails, { database: () => false })
    const api = serviceClient(service.url, () => token)
    expect((await api('GET', '/healthz')).status).toBe(200)
    expect(await api('GET', '/readyz')).toMatchObject({ status: 503, body: { checks: { database: false } } })
  })

  test('counts requests in the metrics by operation and status', async () => {
    await using service = await startService(fails)
    const api = serviceClient(service.url, () => token)
    await api('GET', '/v1/queues/x')
    const { body } = await api('GET', '/metrics')
    expect(body).toMatch(
      /usher_http_request_duration_seconds_count\{.*operation="getQueue".*status="500".*\} 1/,
    )
  })

  test('reports not ready and closes connections once shutdown has begun', async () => {
    const leaving = new AbortController()
    const { signal } = leaving
    await using service = await startService(fails, notShuttingDown({ leaving: signal }), signal)
    const api = serviceClient(service.url, () => token)
    const connection = async (path: string) => {
      const { status, headers } = await api('GET', path)
      return [status, headers.get('connection')]
    }
    expect(await connection('/readyz')).toEqual([200, 'keep-alive'])
    leaving.abort()
    expect(await connection('/readyz')).toEqual([503, 'close'])
    expect(await connection('/healthz')).toEqual([200, 'close'])
  })

  test('answers requests in flight and refuses new connections while it stops', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    let hasBegun = false
    const service = await startService(async () => {
      hasBegun = true
      await gate
      throw new ProblemError('not_found', 'There is none.')
    })
    const api = serviceClient(service.url, () => token)
    const underWay = api('GET', '/v1/queues/x')
    await until('the request to arrive', () => hasBegun)
    const stopped = service[Symbol.asyncDispose]()
    await until('new connections to be refused', () =>
      fetch(service.url).then(
        () => false,
        () => true,
      ),
    )
    open()
    expect((await underWay).status).toBe(404)
    await stopped
  })
})
