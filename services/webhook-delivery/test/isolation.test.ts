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

describe('given one receiver that hangs and one that answers', () => {
  test('when many events come, then the second gets all of them at once', async () => {
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

describe('given a long backlog of one endpoint', () => {
  test('when a delivery to another is due, then the sweep finds it all the same', async () => {
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

describe('given a receiver that cannot be reached', () => {
  test('when many events come for it, then it is tried a few times and then probed', async () => {
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

describe('given a service without the setting that allows loopback receivers', () => {
  test('when an endpoint has a loopback address, then it is refused with a pointer', async () => {
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

  test('when an endpoint has one all the same, then nothing is sent and the log says why', async () => {
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

describe('given receivers that misbehave', () => {
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

  test('when the connection is closed without an answer, then the log says so', async () => {
    const { attempts, status } = await failing((req) => req.socket.destroy())
    expect(attempts[0]).toMatchObject({
      response: null,
      error: 'The connection was closed before the answer was complete',
    })
    expect(status).toBe('pending')
  })

  test('when the headers are endless, then the log says so', async () => {
    const { attempts } = await failing((_req, res) =>
      res.writeHead(200, { 'x-long': 'x'.repeat(17_000) }).end(),
    )
    expect(attempts[0].error).toBe('The headers of the answer are larger than 16 kB')
  })

  test('when the body is endless, then 4 kB are kept and it acknowledges nothing', async () => {
    const { attempts, status } = await failing((_req, res) => {
      const more = () => res.write('x'.repeat(16_384)) && setImmediate(more)
      res.on('drain', more).on('error', () => {})
      more()
    })
    expect(attempts[0].response.body).toHaveLength(4096)
    expect([attempts[0].error, status]).toEqual(['The answer is longer than 64 kB', 'pending'])
  })

  test('when the body is not compressed as its header says, then it acknowledges nothing', async () => {
    const { attempts, status } = await failing((_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
    )
    expect([attempts[0].response.body, status]).toEqual(['not gzip', 'pending'])
    expect(attempts[0].error).toBe('The answer cannot be decompressed')
  })

  test('when the body is compressed, then the log shows it as it was', async () => {
    const { attempts, status } = await failing((_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('thank you')),
    )
    expect([attempts[0].response.body, status]).toEqual(['thank you', 'delivered'])
  })

  test('when nobody listens, then the log says that the connection was refused', async () => {
    const harness = await shared()
    const receiver = await startReceiver()
    await receiver[Symbol.asyncDispose]()
    const { log } = await givenDelivery(harness, receiver)
    const attempt = await until('the result', async () => (await log())[0]?.attempts[0])
    expect(attempt.error).toBe('The connection was refused')
  })
})
