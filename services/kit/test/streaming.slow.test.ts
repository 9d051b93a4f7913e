import { connect } from 'node:net'
import { openApiDocument, operations } from '@usher/contracts'
import {
  CALLER_HEADER,
  createApp,
  createCallerVerifier,
  createLogger,
  createMetrics,
  createOperationRouter,
  EventStream,
  formatEvent,
  type HttpServer,
  listen,
} from '@usher/service-kit'
import { createCallers, serviceClient, until } from '@usher/test-kit'

const callers = createCallers()
const token = callers.sign(callers.caller({ scopes: ['audit:read'] }))
const PATH = '/account/audit/export'

/** A service that answers with pieces of text. */
async function startService(body: AsyncIterable<string>): Promise<HttpServer> {
  const metrics = createMetrics('test')
  const routes = createOperationRouter(createCallerVerifier(callers.publicKey), metrics)
  routes.on(operations.exportAuditRecords, async () => ({ body, headers: { 'content-type': 'text/csv' } }))
  const log = createLogger('test', 'silent')
  return await listen(createApp({ log, metrics, ready: {}, router: routes.router }), {
    host: '127.0.0.1',
    port: 0,
  })
}

const open = (service: HttpServer, signal?: AbortSignal) =>
  fetch(service.url + PATH, { headers: { [CALLER_HEADER]: token }, ...(signal && { signal }) })

describe('an operation that streams its answer', () => {
  test('sends the pieces as one text of its content type', async () => {
    const pieces = async function* () {
      yield 'a,b\r\n'
      yield '1,2\r\n'
    }
    await using service = await startService(pieces())
    const { status, headers, body } = await serviceClient(service.url, () => token)('GET', PATH)
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      expect.stringContaining('text/csv'),
      'a,b\r\n1,2\r\n',
    ])
  })

  test('breaks the connection off when it fails after the start', async () => {
    const pieces = async function* () {
      yield 'x'.repeat(100_000)
      throw new Error('secret detail of the inside')
    }
    await using service = await startService(pieces())
    const response = await open(service)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('stops reading its source when the client disconnects', async () => {
    let isReading = true
    const pieces = async function* () {
      try {
        for (;;) yield 'x'.repeat(100_000)
      } finally {
        isReading = false
      }
    }
    await using service = await startService(pieces())
    const leaving = new AbortController()
    const reader = (await open(service, leaving.signal)).body?.getReader()
    await reader?.read()
    expect(isReading).toBe(true)
    leaving.abort()
    await until('the end of reading', () => !isReading)
  })

  test('is documented with its media types', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
    const document: any = openApiDocument('http://localhost:8080')
    expect(Object.keys(document.paths[PATH].get.responses[200].content)).toEqual([
      'text/csv',
      'application/jsonl',
    ])
  })
})

describe('an event stream', () => {
  test('is cut off when its client does not read', async () => {
    let isOver = false
    const events = new EventStream(() => {
      isOver = true
    })
    await using service = await startService(events)
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).pause()
    socket.write(`GET ${PATH} HTTP/1.1\r\nhost: a\r\n${CALLER_HEADER}: ${token}\r\n\r\n`)
    const text = formatEvent({ name: 'a', data: 'x'.repeat(50_000) })
    await until('the end', () => {
      events.push(text)
      return isOver
    })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {}).resume()
    await closed
    expect(events.cutOff.aborted).toBe(true)
  })

  test('delivers all events pushed before its end and none after it', async () => {
    const events = new EventStream(() => {})
    await using service = await startService(events)
    events.push('a')
    const response = await open(service)
    events.push('b')
    events.push('c')
    events.end()
    events.push('d')
    expect(await response.text()).toBe('abc')
  })
})
