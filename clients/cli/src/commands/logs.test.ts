import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@usher/test-kit'
import { captureRun } from '../../test/capture-run.ts'

const entryOf = (number: number) => ({
  ...{ id: `req_${number}`, at: 'now', status: 400, method: 'GET', path: '/', route: '/', duration_ms: 1 },
  ...{ code: null, request_id: `number-${number}`, sender: { id: 's', name: null } },
})

/** A log to which entries are added, and `usher logs tail` that follows it. */
async function givenTail() {
  const log: number[] = []
  const state = { isAway: false, asked: 0 }
  const server = createServer((req, res) => {
    state.asked += 1
    if (state.isAway) return void res.writeHead(500).end()
    const query = new URL(req.url ?? '/', 'http://usher.test').searchParams
    const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))]
    const data = log
      .toReversed()
      .slice(from, from + limit)
      .map(entryOf)
    const next_cursor = from + limit < log.length ? String(from + limit) : null
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, next_cursor }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { written, exitCode, stop } = captureRun(['logs', 'tail'], {
    USHER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    USHER_API_KEY: 'usk_test',
  })
  onTestFinished(async () => {
    stop()
    expect(await exitCode).toBe(0)
    server.closeAllConnections()
    server.close()
  })
  const asked = async () => {
    const before = state.asked
    await until('it asks again', () => state.asked > before + 1)
  }
  return { log, state, written, asked }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('usher logs tail', () => {
  test('attack: shows a burst of requests after an empty log, in order', async () => {
    const { log, written, asked } = await givenTail()
    await asked()
    log.push(...numbers(250))
    await until('the last', () => written.out.includes('number-249\n'))
    expect(written.out.match(/number-\d+/g)).toEqual(numbers(250).map((one) => `number-${one}`))
  })

  test('attack: reports a restart of Usher once, and continues after it', async () => {
    const { log, state, written, asked } = await givenTail()
    log.push(0)
    await until('the first', () => written.out.includes('number-0\n'))
    state.isAway = true
    log.push(1)
    await asked()
    state.isAway = false
    await until('the next', () => written.out.includes('number-1\n'))
    expect(written.err).toBe('Cannot read the log at the moment. Trying again...\n')
  })
})
