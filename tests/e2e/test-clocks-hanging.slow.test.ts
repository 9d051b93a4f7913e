import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useSharedUsher } from './shared-usher.ts'
import { createTester } from './test-clock.ts'

const START = '2026-03-02T09:00:00.000Z'
const GUESTS = 5
/** In the first day: at once, and after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h. */
const ATTEMPTS = 7

/** Accepts requests and never answers. */
async function startHanging() {
  let requests = 0
  const server = createServer(() => {
    requests += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: () => requests,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a clock arrives after a day with a hanging receiver, with each attempt made once', async () => {
  await using usher = await useSharedUsher()
  using receiver = await startHanging()
  const tester = await createTester(usher)
  await using clock = await tester.startClock(START)
  const endpoint = { url: receiver.url, event_types: ['guest.added'] }
  const hook = await clock.byKey('POST', '/v1/webhook-endpoints', { body: endpoint })
  const queue = await clock.byKey('POST', '/v1/queues', { body: { name: 'Trial' } })
  for (let i = 0; i < GUESTS; i += 1)
    await clock.byKey('POST', `/v1/queues/${queue.body.id}/guests`, { body: { name: `Guest ${i}` } })
  expect((await clock.advance('2026-03-03T09:00:00.000Z')).body).toMatchObject({ status: 'ready' })
  const log = (await clock.byKey('GET', `/v1/webhook-endpoints/${hook.body.id}/deliveries`)).body.data
  expect(log.map(({ attempts }: { attempts: object[] }) => attempts.length)).toEqual(
    Array.from({ length: GUESTS }, () => ATTEMPTS),
  )
  expect(receiver.requests()).toBe(GUESTS * ATTEMPTS)
}, 120_000)
