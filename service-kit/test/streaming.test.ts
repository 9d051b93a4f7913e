import { describe, expect, test } from '@jest/globals'
import { openApiDocument, operations } from '@usher/contracts'
import {
  CALLER_HEADER,
  createApp,
  createCallerVerifier,
  createLogger,
  createMetrics,
  createOperationRouter,
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
  return await listen(createApp({ log, metrics, ready: {}, routers: [routes.router] }), '127.0.0.1', 0)
}

const open = (service: HttpServer, signal?: AbortSignal) =>
  fetch(service.url + PATH, { headers: { [CALLER_HEADER]: token }, ...(signal && { signal }) })

describe('given an operation that streams its answer', () => {
  test('when it is asked, then the pieces come as one text of its type', async () => {
    const pieces = async function* () {
      yield 'a,b\r\n'
      yield '1,2\r\n'
    }
    await using service = await startService(pieces())
    const { status, headers, body } = await serviceClient(service.url, token)('GET', PATH)
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      expect.stringContaining('text/csv'),
      'a,b\r\n1,2\r\n',
    ])
  })

  test('when it fails half-way, then the answer breaks off, so that it does not look whole', async () => {
    const pieces = async function* () {
      yield 'x'.repeat(100_000)
      throw new Error('secret detail of the inside')
    }
    await using service = await startService(pieces())
    const response = await open(service)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('when its reader leaves, then it stops reading, too', async () => {
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

  test('when it is documented, then with its media types', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
    const document: any = openApiDocument('http://localhost:8080')
    expect(Object.keys(document.paths[PATH].get.responses[200].content)).toEqual([
      'text/csv',
      'application/jsonl',
    ])
  })
})
