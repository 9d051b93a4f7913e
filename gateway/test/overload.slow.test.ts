import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { newId } from '@usher/service-kit'
import { readEvents, until } from '@usher/test-kit'
import { type Answer, send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'
const ENDPOINT = '/v1/webhook-endpoints/whk_1'
const STREAM = '/v1/queues/q_1/events'
const DEVELOPMENT = { plan: 'development' } as const

/** A gateway in front of services of which the queue service answers nothing about guests until it is told to. */
async function startStuck() {
  const all = await startAll()
  const key = all.accounts.addKey(DEVELOPMENT)
  const held: ServerResponse[] = []
  let isStuck = true
  all.service.answerWith(({ url, res }) => {
    if (url === STREAM)
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: a\ndata: 1\n\n')
    else if (url === GUEST && isStuck) held.push(res)
    else res.writeHead(204).end()
  })
  return {
    ...all,
    key,
    release() {
      isStuck = false
      for (const res of held.splice(0)) res.writeHead(204).end()
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

/** Sends requests, whether or not any is answered, until the first is refused; gives what becomes of all. */
async function sendUntilRefused(url: string, key: string): Promise<Promise<Answer>[]> {
  const sent: Promise<Answer>[] = []
  let isRefused = false
  await until('a request to be refused', async () => {
    for (let i = 0; i < 100; i += 1) {
      const answer = send(url + GUEST, { key })
      sent.push(answer)
      answer.then(({ status }) => {
        isRefused ||= status === 503
      })
    }
    // Connections are taken in turn, so those before were taken when this is answered.
    await send(`${url}/healthz`)
    return isRefused
  })
  return sent
}

describe('an overloaded service', () => {
  test('answers 503 with Retry-After when too many requests wait, and finishes those it accepted', async () => {
    await using all = await startStuck()
    const sent = await sendUntilRefused(all.url, all.key)
    const refused = await send(all.url + GUEST, { key: all.key })
    expect(refused.status).toBe(503)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(refused.json()).toMatchObject({ code: 'overloaded', status: 503, instance: GUEST })
    expect(refused.json().request_id).toBe(refused.headers['x-request-id'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)

    all.release()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([204, 503]))
    const finished = statuses.filter((status) => status === 204).length
    expect(finished).toBe(all.service.received.length)
    expect(finished).toBeGreaterThanOrEqual(64)
    expect((await send(all.url + GUEST, { key: all.key })).status).toBe(204)
  })

  test('serves a single request of another organisation while one organisation overloads the service', async () => {
    await using all = await startStuck()
    const other = all.accounts.addKey({ ...DEVELOPMENT, organization_id: newId('organization') })
    const sent = await sendUntilRefused(all.url, all.key)
    const single = send(all.url + GUEST, { key: other })
    const known = send(all.url + ENDPOINT, { key: other })
    expect((await known).status).toBe(204)
    expect((await send(all.url + GUEST, { key: all.key })).status).toBe(503)
    all.release()
    expect((await single).status).toBe(204)
    await Promise.all(sent)
  })

  test('keeps health, metrics, other services and open streams available while one service is overloaded', async () => {
    await using all = await startStuck()
    const stream = await readEvents(all.url + STREAM, { authorization: `Bearer ${all.key}` })
    await stream.count(1)
    const sent = await sendUntilRefused(all.url, all.key)
    for (const path of ['/healthz', '/readyz', '/openapi.json'])
      expect((await send(all.url + path)).status).toBe(200)
    expect((await send(all.url + ENDPOINT, { key: all.key })).status).toBe(204)
    const { text } = await send(`${all.gateway.metricsUrl}/metrics`)
    expect(Number(/usher_requests_shed_total\{upstream="queue".*\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toMatch(/usher_upstream_requests\{upstream="queue".*\} 64/)
    expect(text).toMatch(/usher_requests_shed_total\{upstream="webhook-delivery".*\} 0/)
    expect(stream.isOver).toBe(false)
    stream.leave()
    all.release()
    await Promise.all(sent)
  })

  test('does not forward waiting requests whose clients have disconnected', async () => {
    await using all = await startStuck()
    const first = Array.from({ length: 64 }, () => send(all.url + GUEST, { key: all.key }))
    await until('all places to be taken', () => all.service.received.length === 64)
    const leaving = Array.from({ length: 20 }, () => connect(all.gateway.port, '127.0.0.1'))
    const request = `GET ${GUEST} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${all.key}\r\n\r\n`
    for (const socket of leaving) socket.write(request)
    const shows = (metric: RegExp) =>
      until(String(metric), async () => metric.test((await send(`${all.gateway.metricsUrl}/metrics`)).text))
    await shows(/usher_upstream_requests_waiting\{upstream="queue".*\} 20$/m)
    for (const socket of leaving) socket.destroy()
    await shows(/duration_seconds_count\{.*operation="getGuest",status="4xx".*\} 20$/m)
    all.release()
    await Promise.all(first)
    await shows(/usher_upstream_requests_waiting\{upstream="queue".*\} 0$/m)
    expect(all.service.received).toHaveLength(64)
  })
})

describe('slow clients', () => {
  test('serves other requests while 100 bodies are incomplete, and each of the 100 once its body is complete', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey(DEVELOPMENT)
    const head = `POST ${GUEST}/seat HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{`
    const sockets = Array.from({ length: 100 }, () => connect(all.gateway.port, '127.0.0.1'))
    for (const socket of sockets) socket.write(head)
    for (let i = 0; i < 5; i += 1) expect((await send(all.url + GUEST, { key })).status).toBe(204)
    const answers = sockets.map(async (socket) => {
      socket.write('}')
      let text = ''
      for await (const chunk of socket) text += chunk
      return text.slice(0, 12)
    })
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 204']))
  })

  test('serves other requests while 40 clients do not read their answers', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey(DEVELOPMENT)
    const large = Buffer.alloc(8_000_000)
    all.service.answerWith(({ url, res }) => (url === GUEST ? res.end(large) : res.writeHead(204).end()))
    const request = `GET ${GUEST} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`
    const sockets = Array.from({ length: 40 }, () => connect(all.gateway.port, '127.0.0.1').pause())
    for (const socket of sockets) socket.write(request)
    await until('all answers to have begun', () => all.service.received.length === 40)
    expect((await send(`${all.url}/v1/queues/q_1`, { key })).status).toBe(204)
    for (const socket of sockets) socket.destroy()
  })

  test('answers 408 to incomplete headers and closes the connection', async () => {
    await using all = await startAll()
    const socket = connect(all.gateway.port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n')
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toContain('request_timeout')
  })
})
