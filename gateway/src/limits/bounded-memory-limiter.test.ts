import { RateLimiterRes } from 'rate-limiter-flexible'
import { memoryLimiter } from './limiters.ts'

afterEach(() => jest.useRealTimers())

const dumped = (limiter: object) => (limiter as { dump(): { storage: unknown[] } }).dump().storage

async function flood(limiter: ReturnType<typeof memoryLimiter>, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await limiter.consume(`2001:db8:${(i >> 16).toString(16)}:${(i & 65_535).toString(16)}::/64`)
}

test('given requests from many addresses, when they are counted, then memory is bounded', async () => {
  const limiter = memoryLimiter('guests', { requests: 2, seconds: 60 })
  await flood(limiter, 60_000)
  expect(dumped(limiter).length).toBeLessThanOrEqual(40_000)
})

test('given an address that is refused, when many fresh ones send, then it is still refused', async () => {
  const limiter = memoryLimiter('guests', { requests: 2, seconds: 60 })
  await limiter.consume('192.0.2.1')
  await limiter.consume('192.0.2.1')
  await expect(limiter.consume('192.0.2.1')).rejects.toBeInstanceOf(RateLimiterRes)
  await flood(limiter, 60_000)
  await expect(limiter.consume('192.0.2.1')).rejects.toBeInstanceOf(RateLimiterRes)
})

test('given an address whose window has ended, when it sends again, then it counts anew', async () => {
  jest.useFakeTimers()
  const limiter = memoryLimiter('guests', { requests: 1, seconds: 60 })
  await limiter.consume('192.0.2.1')
  await expect(limiter.consume('192.0.2.1')).rejects.toBeInstanceOf(RateLimiterRes)
  await jest.advanceTimersByTimeAsync(60_000)
  expect((await limiter.consume('192.0.2.1')).consumedPoints).toBe(1)
})
