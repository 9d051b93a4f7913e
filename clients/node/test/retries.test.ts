import fc from 'fast-check'
import { retryAfterSeconds } from '../src/client/retry-after.ts'
import { retryUpTo } from '../src/client/retry-policy.ts'
import { retryingFetch } from '../src/client/retrying-fetch.ts'

type Step = number | [status: number, retryAfter: string] | Error

/** A fetch that answers step by step, with the waits and the requests that there were. */
function given(...steps: Step[]) {
  const waits: number[] = []
  const bodies: string[] = []
  const send = async (request: Request) => {
    bodies.push(await request.text())
    const step = steps.shift() ?? 200
    if (step instanceof Error) throw step
    const [status, retryAfter] = typeof step === 'number' ? [step] : step
    return new Response(null, {
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    })
  }
  const wait = async (ms: number) => waits.push(ms)
  return { waits, bodies, fetch: retryingFetch(send, { retry: retryUpTo(3), wait }) }
}

const get = (init: RequestInit = {}) => new Request('http://usher.test/v1/queues', init)
const post = (headers: Record<string, string>) => get({ method: 'POST', body: '{"name":"Door"}', headers })
const lost = new TypeError('fetch failed')

describe('retries of SDK requests', () => {
  test('a GET answered with 503 and 429 is retried until it succeeds', async () => {
    const { fetch, waits } = given(503, [429, '2'], 200)
    expect((await fetch(get())).status).toBe(200)
    expect(waits).toHaveLength(2)
    expect(waits[1]).toBeGreaterThanOrEqual(2000)
  })

  test('returns the last response after three retries', async () => {
    const { fetch, bodies } = given(503, 503, 503, 503, 200)
    expect((await fetch(get())).status).toBe(503)
    expect(bodies).toHaveLength(4)
  })

  test('a POST with an Idempotency-Key is retried with the same body', async () => {
    const { fetch, bodies } = given(503, lost, 201)
    expect((await fetch(post({ 'idempotency-key': 'k1' }))).status).toBe(201)
    expect(bodies).toEqual(Array(3).fill('{"name":"Door"}'))
  })

  test.each<[string, Step, Request]>([
    ['a POST without a key', 503, post({})],
    ['a PATCH with a key', 503, get({ method: 'PATCH', body: '{}', headers: { 'idempotency-key': 'k1' } })],
    ['a PATCH', 429, get({ method: 'PATCH', body: '{}' })],
    ['a DELETE', 503, get({ method: 'DELETE' })],
    ['a GET', 500, get()],
    ['a GET', 404, get()],
    ['a GET', [429, '61'], get()],
  ])('does not retry %s answered with %j', async (_, step, request) => {
    const { fetch, bodies } = given(step, 200)
    expect((await fetch(request)).status).toBe([step].flat()[0])
    expect(bodies).toHaveLength(1)
  })

  test('throws the last connection error when every attempt fails', async () => {
    const { fetch, bodies } = given(lost, lost, lost, new TypeError('the last'))
    await expect(fetch(get())).rejects.toThrow('the last')
    expect(bodies).toHaveLength(4)
  })

  test('does not retry a request that the caller has aborted', async () => {
    const { fetch, bodies } = given(lost, 200)
    await expect(fetch(get({ signal: AbortSignal.abort() }))).rejects.toThrow()
    expect(bodies.length).toBeLessThanOrEqual(1)
  })

  test("throws the caller's abort reason when aborted while waiting to retry", async () => {
    const reason = new Error('changed my mind')
    const caller = new AbortController()
    const send = async () => {
      setImmediate(() => caller.abort(reason))
      return new Response(null, { status: 503, headers: { 'retry-after': '60' } })
    }
    const fetch = retryingFetch(send, { retry: retryUpTo(3) })
    await expect(fetch(get({ signal: caller.signal }))).rejects.toBe(reason)
  })

  test.each([0, -1, Number.NaN])('sends a request once when maxRetries is %i', async (maxRetries) => {
    let sent = 0
    const send = async () => {
      sent += 1
      return new Response(null, { status: 503 })
    }
    expect((await retryingFetch(send, { retry: retryUpTo(maxRetries) })(get())).status).toBe(503)
    expect(sent).toBe(1)
  })
})

describe('delays between retries', () => {
  test('last at least Retry-After and at most 8 seconds more', () => {
    const request = get()
    const random = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(fc.nat(50), fc.nat(60), random, (retries, retryAfterSeconds, random) => {
        const attempt = { request, retries, retryAfterSeconds, random }
        const delay = retryUpTo(51)({ ...attempt, status: 503 }) ?? -1
        expect(delay).toBeGreaterThanOrEqual(retryAfterSeconds * 1000)
        expect(delay).toBeLessThan(retryAfterSeconds * 1000 + 8000)
        expect(retryUpTo(51)({ ...attempt, retries: 0, status: undefined })).toBeLessThan(500)
      }),
    )
  })

  const NOW = Date.parse('2026-11-21T12:00:00Z')

  test.each([
    ['3', 3],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('reads a Retry-After of %j as %j seconds', (value, seconds) => {
    expect(retryAfterSeconds(new Headers({ 'retry-after': value }), NOW)).toBe(seconds)
  })
})
