import { generateApiKey } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { startGateway } from '../src/service.ts'
import { startRedis } from './support/redis.ts'
import { type Answer, send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'

let redis: Awaited<ReturnType<typeof startRedis>>

beforeAll(async () => {
  redis = await startRedis()
})

afterAll(async () => {
  await redis[Symbol.asyncDispose]()
})

/** Three gateways that share a Redis. */
async function startThree() {
  const stack = new AsyncDisposableStack()
  stack.defer(redis.open)
  const all = stack.use(await startAll({ redisUrl: redis.url }))
  const others = [stack.use(await startGateway(all.config)), stack.use(await startGateway(all.config))]
  return {
    accounts: all.accounts,
    urls: [all.url, ...others.map(({ url }) => url)].map((url) => url + GUEST),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Few at once: with many, a busy machine takes longer than a gateway waits for Redis. */
const AT_ONCE = 10

async function flood(urls: readonly string[], key: string, count: number): Promise<Answer[]> {
  const answers: Answer[] = []
  let sent = 0
  const worker = async () => {
    while (sent < count) {
      sent += 1
      answers.push(await send(urls[sent % urls.length] as string, { key }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}

const servedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 204).length
const leftOf = ({ headers }: Answer) => headers.ratelimit

describe('rate limits of several gateways', () => {
  test('three gateways with a shared Redis enforce the limit of a key within 2 %', async () => {
    await using all = await startThree()
    const answers = await flood(all.urls, all.accounts.addKey({ plan: 'standard' }), 1_000)
    const served = servedOf(answers)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1_000 - served)
    // Exact as long as Redis answers in time, which a busy machine cannot promise for every request.
    expect(served).toBeGreaterThanOrEqual(700)
    expect(served).toBeLessThanOrEqual(714)
  })

  test('three gateways with a shared Redis count the rate limit headers down together', async () => {
    await using all = await startThree()
    const key = all.accounts.addKey({ plan: 'standard' })
    for (let i = 0; i < 30; i += 1) {
      const answer = await send(all.urls[i % 3] as string, { key })
      expect(leftOf(answer)).toMatch(new RegExp(`^"credential";r=${599 - i};t=\\d+$`))
    }
  })

  test('three gateways with a shared Redis count guessed keys together', async () => {
    await using all = await startThree()
    const statuses: number[] = []
    for (let i = 0; i < 70; i += 1) {
      statuses.push((await send(all.urls[i % 3] as string, { key: generateApiKey() })).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  })
})

describe('the loss of Redis', () => {
  test('a gateway enforces the limit by itself while Redis is cut off', async () => {
    await using all = await startThree()
    const key = all.accounts.addKey({ plan: 'standard' })
    await Promise.all(all.urls.map((url) => send(url, { key })))
    redis.cut()
    const [first = ''] = all.urls
    const answers = await flood([first], key, 800)
    expect(servedOf(answers)).toBe(700)
    expect(answers.every(({ status }) => status === 204 || status === 429)).toBe(true)
    expect((await send(first, { key })).status).toBe(429)
  })

  test('gateways use Redis again once it is back', async () => {
    await using all = await startThree()
    const key = all.accounts.addKey({ plan: 'standard' })
    for (const url of all.urls) expect(leftOf(await send(url, { key }))).toMatch(/r=59[789];/)
    redis.cut()
    for (const url of all.urls) expect(leftOf(await send(url, { key }))).toMatch(/r=599;/)
    redis.open()
    for (const url of all.urls) {
      await until(
        'Redis to be used',
        async () => leftOf(await send(url, { key }))?.includes('r=59') === false,
      )
    }
  })

  test('most requests do not wait for a Redis that accepts connections but does not answer', async () => {
    await using all = await startThree()
    const key = all.accounts.addKey({ plan: 'standard' })
    const [first = ''] = all.urls
    await send(first, { key })
    redis.silence()
    const took: number[] = []
    for (let i = 0; i < 50; i += 1) {
      const startedAt = performance.now()
      expect((await send(first, { key })).status).toBe(204)
      took.push(performance.now() - startedAt)
    }
    // If each waited for Redis, each would take half a second.
    expect(took.filter((ms) => ms > 400).length).toBeLessThan(took.length / 2)
  })

  test('a gateway starts without Redis and enforces the limit by itself', async () => {
    redis.cut()
    await using all = await startThree()
    const key = all.accounts.addKey({ plan: 'standard' })
    expect(servedOf(await flood(all.urls.slice(0, 1), key, 750))).toBe(700)
  })
})
