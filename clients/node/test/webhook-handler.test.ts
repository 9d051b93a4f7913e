import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebhookEvent, webhookHandler } from '@usher/sdk'
import express, { type ErrorRequestHandler } from 'express'
import { aBody, aSecret, NOW, signed } from './signed.ts'

const SECRET = aSecret(Buffer.from('a key of some bytes'))
const BODY = aBody('"Ada"')

/** A server with a handler that keeps what it is given, and fails as it is told. */
async function given({ wrap = (handler: RequestListener): RequestListener => handler, fails = false } = {}) {
  const events: [WebhookEvent, string][] = []
  const onEvent = async (event: WebhookEvent, { id }: { id: string }) => {
    if (fails) throw new Error('the database is down')
    events.push([event, id])
  }
  const handler = webhookHandler(SECRET, onEvent, { now: NOW })
  const server = createServer(wrap(handler)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    events,
    post: (body: Buffer, headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body: new Uint8Array(body), headers }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const sayError: ErrorRequestHandler = (error, _req, res, _next) => {
  res.status(500).send(`seen: ${error.message}`)
}

const inExpress =
  (...before: express.Handler[]) =>
  (handler: RequestListener): RequestListener => {
    const app = express()
    for (const middleware of before) app.use(middleware)
    return app.post('/', handler).use(sayError)
  }

const json = { 'content-type': 'application/json' }

describe.each([
  ['node:http', undefined],
  ['express', inExpress()],
  ['express with express.raw()', inExpress(express.raw({ type: 'application/json' }))],
])('the webhook handler in %s', (_, wrap) => {
  const settings = wrap ? { wrap } : {}

  test('handles the event of a signed delivery and answers 204', async () => {
    await using server = await given(settings)
    const { status } = await server.post(BODY, { ...json, ...signed(BODY, SECRET) })
    expect(status).toBe(204)
    expect(server.events).toEqual([[JSON.parse(BODY.toString()), 'dlv_1']])
  })

  test('answers 400 to a body that does not match its signature, without handling it', async () => {
    await using server = await given(settings)
    const answer = await server.post(aBody('"Eve"'), { ...json, ...signed(BODY, SECRET) })
    expect([answer.status, await answer.text()]).toEqual([400, 'signature_mismatch'])
    expect(server.events).toEqual([])
  })
})

describe('the webhook handler', () => {
  test('answers 500 with an empty body when handling fails', async () => {
    await using server = await given({ fails: true })
    const answer = await server.post(BODY, signed(BODY, SECRET))
    expect([answer.status, await answer.text()]).toEqual([500, ''])
  })

  test('passes a failure of handling to the error handler of express', async () => {
    await using server = await given({ fails: true, wrap: inExpress() })
    const answer = await server.post(BODY, signed(BODY, SECRET))
    expect([answer.status, await answer.text()]).toEqual([500, 'seen: the database is down'])
  })

  test('reports that it must be mounted before express.json() when the body was already read', async () => {
    await using server = await given({ wrap: inExpress(express.json()) })
    const answer = await server.post(BODY, { ...json, ...signed(BODY, SECRET) })
    expect(await answer.text()).toContain('mount the webhook handler before express.json()')
  })

  test('answers 413 to a body over one megabyte', async () => {
    await using server = await given()
    const { status } = await server.post(Buffer.alloc(1024 * 1024 + 1), signed(BODY, SECRET))
    expect(status).toBe(413)
  })

  test('throws a TypeError for an invalid secret when created', () => {
    expect(() => webhookHandler('secret', () => {})).toThrow(TypeError)
  })
})
