import { gzipSync } from 'node:zlib'
import { queuePaused } from '@usher/contracts'
import { startReceiver, until } from '@usher/test-kit'
import {
  anEvent,
  deliveriesOf,
  givenDelivery,
  givenEndpoint,
  shareHarness,
  startHarness,
  startScriptedReceiver,
} from './harness.ts'

const shared = shareHarness()

describe('a hanging receiver next to a healthy one', () => {
  test('the healthy receiver gets all 100 events while the hanging one has ten attempts in flight', async () => {
    const harness = await shared()
    await using hung = await startScriptedReceiver(() => {})
    await using healthy = await startReceiver()
    const api = harness.client()
    await givenEndpoint(api, hung.url)
    await givenEndpoint(api, healthy.url)
    for (let sent = 0; sent < 100; sent += 20) {
      await harness.publish(...Array.from({ length: 20 }, () => anEvent(harness.organizationId)))
    }
    await until('all events at the healthy receiver', () => healthy.received.length === 100)
    expect(hung.count()).toBe(10)
  })
})

describe('a long backlog of one endpoint', () => {
  test('does not keep the sweep from retrying a due delivery of another endpoint', async () => {
    await using harness = await startHarness()
    await using hung = await startScriptedReceiver(() => {})
    await using healthy = await startReceiver()
    const api = harness.client()
    await givenEndpoint(api, hung.url, { event_types: ['queue.paused'] })
    const events = Array.from({ length: 1_500 }, () =>
      anEvent(harness.organizationId, { definition: queuePaused }),
    )
    await harness.publish(...events)
    await until('ten that hang', () => hung.count() === 10)
    const endpoint = await givenEndpoint(api, healthy.url, { event_types: ['guest.added'] })
    healthy.answers.push(500)
    await harness.publish(anEvent(harness.organizationId))
    await until(
      'the first attempt',
      async () => (await deliveriesOf(api, endpoint.id))[0]?.attempts.length === 1,
    )
    harness.clock.advance(5_600)
    await until('the second attempt', () => healthy.received.length === 2)
    expect(hung.count()).toBe(10)
  })
})

describe('an unreachable receiver', () => {
  test('gets fewer than 25 attempts for 100 events', async () => {
    const harness = await shared()
    const gone = await startReceiver()
    await gone[Symbol.asyncDispose]()
    const api = harness.client()
    const endpoint = await givenEndpoint(api, gone.url)
    const path = `/v1/webhook-endpoints/${endpoint.id}/deliveries?limit=100`
    await harness.publish(...Array.from({ length: 100 }, () => anEvent(harness.organizationId)))
    // Five attempts show that it is down; ten were under way together.
    const attempts = await until('all to be written, and the first attempts', async () => {
      const { data } = (await api('GET', path)).body
      const made: unknown[] = data.flatMap((delivery: { attempts: unknown[] }) => delivery.attempts)
      return data.length === 100 && made.length >= 5 && made
    })
    expect(attempts.length).toBeLessThan(25)
  })
})

describe('an installation that allows no loopback receivers', () => {
  test('refuses loopback and private addresses with address_not_allowed', async () => {
    await using harness = await startHarness()
    const strict = await harness.start({ allowedAddresses: [] })
    const api = harness.client({}, strict.url)
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '10.0.0.1', '169.254.169.254']
    for (const host of hosts) {
      const { status, body } = await api('POST', '/v1/webhook-endpoints', {
        body: { url: `http://${host}/` },
      })
      expect([host, status, body.errors?.[0]]).toEqual([
        host,
        400,
        expect.objectContaining({ pointer: '/url', code: 'address_not_allowed' }),
      ])
    }
  })

  test('sends nothing to existing endpoints with a loopback address, and the log says why', async () => {
    await using harness = await startHarness()
    await using receiver = await startReceiver()
    const api = harness.client()
    const literal = await givenEndpoint(api, receiver.url)
    const named = await givenEndpoint(api, receiver.url.replace('127.0.0.1', 'localhost'))
    await harness.service[Symbol.asyncDispose]()
    const strict = await harness.start({ allowedAddresses: [] })
    await harness.publish(anEvent(harness.organizationId))
    const strictApi = harness.client({}, strict.url)
    const errorOf = async ({ id }: { id: string }) =>
      await until('the result', async () => (await deliveriesOf(strictApi, id))[0]?.attempts[0]?.error)
    expect(await errorOf(literal)).toBe(
      'Webhooks are not sent to this URL: it must not be a private or reserved address',
    )
    expect(await errorOf(named)).toBe(
      'Webhooks are not sent to this URL: it must not be a private or reserved address',
    )
    expect(receiver.received).toEqual([])
  })
})

describe('misbehaving receivers', () => {
  const failing = async (onRequest: Parameters<typeof startScriptedReceiver>[0]) => {
    const harness = await shared()
    await using receiver = await startScriptedReceiver(onRequest)
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(anEvent(harness.organizationId))
    const [delivery] = await until('the result', async () => {
      const found = await deliveriesOf(api, endpoint.id)
      return found[0]?.attempts.length === 1 && found
    })
    return delivery
  }

  test('closing the connection without an answer leaves the delivery pending, with the reason in the log', async () => {
    const { attempts, status } = await failing((req) => req.socket.destroy())
    expect(attempts[0]).toMatchObject({
      response: null,
      error: 'The connection was closed before the answer was complete',
    })
    expect(status).toBe('pending')
  })

  test('headers above 16 kB are recorded as the error', async () => {
    const { attempts } = await failing((_req, res) =>
      res.writeHead(200, { 'x-long': 'x'.repeat(17_000) }).end(),
    )
    expect(attempts[0].error).toBe('The headers of the answer are larger than 16 kB')
  })

  test('an endless body is kept up to 4 kB and leaves the delivery pending', async () => {
    const { attempts, status } = await failing((_req, res) => {
      const more = () => res.write('x'.repeat(16_384)) && setImmediate(more)
      res.on('drain', more).on('error', () => {})
      more()
    })
    expect(attempts[0].response.body).toHaveLength(4096)
    expect([attempts[0].error, status]).toEqual(['The answer is longer than 64 kB', 'pending'])
  })

  test('a body that is not compressed as declared leaves the delivery pending', async () => {
    const { attempts, status } = await failing((_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
    )
    expect([attempts[0].response.body, status]).toEqual(['not gzip', 'pending'])
    expect(attempts[0].error).toBe('The answer cannot be decompressed')
  })

  test('a gzip body is shown decompressed in the log', async () => {
    const { attempts, status } = await failing((_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('thank you')),
    )
    expect([attempts[0].response.body, status]).toEqual(['thank you', 'delivered'])
  })

  test('a refused connection is recorded as the error', async () => {
    const harness = await shared()
    const receiver = await startReceiver()
    await receiver[Symbol.asyncDispose]()
    const { log } = await givenDelivery(harness, receiver)
    const attempt = await until('the result', async () => (await log())[0]?.attempts[0])
    expect(attempt.error).toBe('The connection was refused')
  })
})
