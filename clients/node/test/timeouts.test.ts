import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUsherClient, UsherTimeoutError } from '../src/client/index.ts'

/** A client of a server that answers so, and gives up early. */
async function given(answer: RequestListener, timeoutMs = 200) {
  const counts = { requests: 0 }
  const server = createServer((req, res) => {
    counts.requests += 1
    answer(req, res)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const usher = createUsherClient({ baseUrl, apiKey: 'usk_1', timeoutMs, wait: async () => {} })
  return { usher, counts }
}

const begun =
  (type: string, ms: number): RequestListener =>
  (_req, res) => {
    res.writeHead(200, { 'content-type': type }).write('{')
    const timer = setTimeout(() => res.end('}'), ms)
    res.on('close', () => clearTimeout(timer))
  }

describe('a slow server', () => {
  test('causes a timeout error after the retries', async () => {
    const { usher, counts } = await given(() => {})
    const error = await usher.GET('/v1/queues').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UsherTimeoutError)
    expect(error).toMatchObject({ timeoutMs: 200, message: 'There was no answer within 0.2 s' })
    expect(counts.requests).toBe(4)
  })

  test('causes a timeout when a JSON answer does not end in time', async () => {
    const { usher } = await given(begun('application/json', 60_000))
    await expect(usher.GET('/v1/queues')).rejects.toBeInstanceOf(UsherTimeoutError)
  })

  test('may take any time to send a download', async () => {
    const { usher, counts } = await given(begun('text/csv', 3_000), 2_000)
    expect((await usher.GET('/v1/queues', { parseAs: 'text' })).data).toBe('{}')
    expect(counts.requests).toBe(1)
  })

  test('is waited for without a limit', async () => {
    const { usher } = await given(begun('application/json', 500), Number.POSITIVE_INFINITY)
    expect((await usher.GET('/v1/queues')).data).toEqual({})
  })

  test("rejects with the caller's reason after an abort, without a retry", async () => {
    const { usher, counts } = await given(() => {}, 10_000)
    const mine = new Error('enough')
    const ending = new AbortController()
    const call = usher.GET('/v1/queues', { signal: ending.signal })
    ending.abort(mine)
    await expect(call).rejects.toBe(mine)
    expect(counts.requests).toBeLessThanOrEqual(1)
  })
})
