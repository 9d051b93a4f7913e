import { until } from '@usher/test-kit'
import { EventSource } from 'undici'
import { startService } from './support/fake-service.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const OF_GUEST = '/public/guests/token/events'
const STREAM = '/v1/queues/q_1/events'
const LISTENING = { accept: 'text/event-stream' }

type Fake = Awaited<ReturnType<typeof startService>>

/** Streams one event with an id, and goes on. */
const streaming = (service: Fake, id: number) =>
  service.answerWith(({ res }) => {
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    res.write(`id: ${id}\ndata: ${id}\n\n`)
  })

describe('an EventSource client', () => {
  test('reconnects after the service was killed and continues from the last event id', async () => {
    await using all = await startAll()
    streaming(all.service, 1)
    const source = new EventSource(all.url + OF_GUEST)
    const heard: string[] = []
    let tries = 0
    source.onmessage = ({ data }) => heard.push(data)
    source.onerror = () => {
      tries += 1
    }
    await until('the first event', () => heard.length === 1)
    await all.service[Symbol.asyncDispose]()
    // Not by the loss of the connection alone, but by an answer of the gateway, too.
    await until('two tries', () => tries >= 2)
    expect(source.readyState).not.toBe(EventSource.CLOSED)
    await using back = await startService(undefined, all.service.port)
    streaming(back, 2)
    await until('the next event', () => heard.length === 2)
    expect(heard).toEqual(['1', '2'])
    expect(back.received.at(-1)?.headers['last-event-id']).toBe('1')
    source.close()
  })

  test('receives a retry delay of 1 to 10 s while the service answers 503', async () => {
    await using all = await startAll()
    all.service.answerWith(({ res }) =>
      res.writeHead(503, { 'content-type': 'application/problem+json' }).end('{}'),
    )
    const answer = await send(all.url + OF_GUEST, { headers: LISTENING })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } })
    const [, wait] = /^retry: (\d+)\n\n$/.exec(answer.text) ?? []
    expect(Number(wait)).toBeGreaterThanOrEqual(1_000)
    expect(Number(wait)).toBeLessThanOrEqual(10_000)
  })

  test('receives 401 without a valid credential', async () => {
    await using all = await startAll()
    expect(await send(all.url + STREAM, { headers: LISTENING })).toMatchObject({ status: 401 })
  })
})

describe('a client that requests a stream without accepting text/event-stream', () => {
  test('receives 503 while the service is down', async () => {
    await using all = await startAll()
    await all.service[Symbol.asyncDispose]()
    const answer = await send(all.url + OF_GUEST)
    expect([answer.status, answer.json().code]).toEqual([503, 'service_unavailable'])
  })
})
