import { retryPolicy } from './client.ts'

const [read, write] = ['GET', 'PATCH'].map((method) => new Request('http://usher.test/', { method }))

/** Milliseconds until the retry after an attempt, in the middle of the jitter. */
const delayAfter = (
  attempt: { status?: number; retryAfterSeconds?: number; retries?: number },
  request = write,
) =>
  retryPolicy({
    ...{ retries: 0, status: undefined, retryAfterSeconds: undefined, random: 0.5 },
    ...{ request: request as Request, ...attempt },
  })

describe('retrying a request that got no response', () => {
  test('retries a write for minutes and a read three times', () => {
    expect(delayAfter({})).toBe(300)
    expect(delayAfter({ retries: 100 })).toBe(3750)
    expect(delayAfter({ retries: 120 })).toBeUndefined()
    expect(delayAfter({ retries: 2 }, read)).toBe(1200)
    expect(delayAfter({ retries: 3 }, read)).toBeUndefined()
  })
})

describe('retrying after a response', () => {
  test.each([200, 400, 401, 404, 409, 412, 500])('does not retry after status %i', (status) => {
    expect(delayAfter({ status })).toBeUndefined()
  })

  test('waits at least as long as Retry-After says, and gives up when that is too long', () => {
    expect(delayAfter({ status: 429, retryAfterSeconds: 2 })).toBe(2300)
    expect(delayAfter({ status: 409, retryAfterSeconds: 1 })).toBe(1300)
    expect(delayAfter({ status: 503 })).toBe(300)
    expect(delayAfter({ status: 503, retries: 3 })).toBeUndefined()
    expect(delayAfter({ status: 429, retryAfterSeconds: 600 })).toBeUndefined()
  })
})
