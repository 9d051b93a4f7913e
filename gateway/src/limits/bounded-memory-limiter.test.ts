import { RateLimiterRes } from 'rate-limiter-flexible'
import { memoryLimiter } from './limiters.ts'

afterEach(() => jest.useRealTimers())

const dumped = (limiter: object) => (limiter as { dump(): { storage: unknown[] } }).dump().storage

async function flood(limiter: ReturnType<typeof memoryLimiter>, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await limiter.consume(`2001:db8:${(i >> 16).toString(16)}:${(i & 65_535).toString(16)}::/64`)
}

test('the in-memory limiter keeps at most 40,000 entries after requests from 60,000 addresses', async () => {
  const limiter = memoryLimiter('guests', { requests: 2, seconds: 60 })
  await flood(limiter, 60_000)
  expect(dumped(limiter).length).toBeLessThanOrEqual(40_000)
})

test('an address over its limit stays refused after requests from 60,000 other addresses', async () => {
  const limiter = memoryLimiter('guests', { requests: 2, seconds: 60 })
  await limiter.consume('192.0.2.1')
  await limiter.consume('192.0.2.1')
  await expect(limiter.consume('192.0.2.1')).rejects.toBeInstanceOf(RateLimiterRes)
  await flood(limiter, 60_000)
  await expect(limiter.consume('192.0.2.1')).rejects.toBeInstanceOf(RateLimiterRes)
})

test('the count of an address restarts at one once its window has ended', async () => {
  jest.useFakeTimers()
  const limiter = memoryLimiter('guests', { requests: 1, seconds: 60 })
  await limiter.consume('192.0.2.1')
  await expect(limiter.consume('192.0.2.1')).rejects.toBeInstanceOf(RateLimiterRes)
  await jest.advanceTimersByTimeAsync(60_000)
  expect((await limiter.consume('192.0.2.1')).consumedPoints).toBe(1)
})
