import { until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, shareHarness, startScriptedReceiver } from './harness.ts'

const shared = shareHarness()

const ANSWER_MS = 200

describe('a receiver that answers after 200 ms', () => {
  test('gets more than 30 deliveries at a time, each once', async () => {
    const harness = await shared()
    let open = 0
    let max = 0
    const seen: unknown[] = []
    await using slow = await startScriptedReceiver((req, res) => {
      open += 1
      max = Math.max(max, open)
      seen.push(req.headers['webhook-id'])
      setTimeout(() => {
        open -= 1
        res.end()
      }, ANSWER_MS)
    })
    await givenEndpoint(harness.client(), slow.url)
    await harness.publish(...Array.from({ length: 600 }, () => anEvent(harness.organizationId)))
    await until('all deliveries', () => seen.length === 600)
    expect(max).toBeGreaterThan(30)
    expect(new Set(seen).size).toBe(600)
  })
})

describe('a receiver that closes every connection', () => {
  test('gets an attempt for each of 40 events within 15 rounds of probes', async () => {
    const harness = await shared()
    await using gone = await startScriptedReceiver((req) => req.socket.destroy())
    const api = harness.client()
    const endpoint = await givenEndpoint(api, gone.url)
    await harness.publish(...Array.from({ length: 40 }, () => anEvent(harness.organizationId)))
    const attempted = async () => {
      const { data } = (await api('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries?limit=100`)).body
      return data.filter(({ attempts }: { attempts: unknown[] }) => attempts.length > 0).length
    }
    await until('all to be kept, and the first attempts', async () => {
      const kept = await deliveriesOf(api, endpoint.id)
      return kept.length === 25 && (await attempted()) >= 10
    })
    let rounds = 0
    while ((await attempted()) < 40 && rounds < 30) {
      harness.clock.advance(30_000)
      await harness.service.jobs.dispatcher.drain()
      rounds += 1
    }
    expect(await attempted()).toBe(40)
    expect(rounds).toBeLessThanOrEqual(15)
  })
})
