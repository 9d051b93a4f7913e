import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureRun } from '../test/capture-run.ts'

/** Colours, clears, fills the clipboard, makes a link, goes to the start of the line, and writes from the right. */
const HOSTILE =
  '\u001b[31m\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009d8;;http://evil.test\u009c\r\u202e\u061c\u2028\u007f日本'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'usher-cli-'))
})
afterAll(() => rm(home, { recursive: true }))

let asked = 0

async function givenServer(status: number, type: string, body: unknown): Promise<string> {
  asked = 0
  const server = createServer((_, res) => {
    asked += 1
    res.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function usher(args: readonly string[], env: Record<string, string> = {}) {
  const { exitCode, written } = captureRun(args, {
    USHER_API_KEY: 'usk_test',
    USHER_CONFIG_HOME: home,
    ...env,
  })
  return { exitCode: await exitCode, ...written }
}

const queue = {
  id: HOSTILE,
  name: HOSTILE,
  status: HOSTILE,
  waiting_count: 0,
  estimated_wait: 0,
  join_url: HOSTILE,
}
const page = { data: [queue], next_cursor: `c1${HOSTILE}\nDone` }

describe('control characters from a server', () => {
  test('attack: are replaced in tables and texts', async () => {
    const USHER_URL = await givenServer(200, 'application/json', page)
    const { out, err } = await usher(['queues', 'list'], { USHER_URL })
    expect(out + err).not.toMatch(OBEYED)
    expect(err.split('\n')).toHaveLength(2)
    expect(out.split('\n')).toHaveLength(3)
  })

  test('attack: are escaped in JSON, with the same value', async () => {
    const USHER_URL = await givenServer(200, 'application/json', page)
    const { out, err } = await usher(['queues', 'list', '--json'], { USHER_URL })
    expect(out).not.toMatch(OBEYED)
    expect(JSON.parse(out)).toEqual(page)
    expect(err).toBe('')
  })

  test('attack: are replaced in errors of requests, deletions and sign-ins', async () => {
    const problem = { title: HOSTILE, detail: HOSTILE, code: HOSTILE, request_id: HOSTILE }
    const USHER_URL = await givenServer(404, 'application/problem+json', problem)
    for (const args of [['queues', 'get', HOSTILE], ['login']]) {
      const { exitCode, out, err } = await usher(args, { USHER_URL })
      expect(exitCode).toBe(1)
      expect(out + err).not.toMatch(OBEYED)
    }
  })
})

describe('an unset variable', () => {
  test.each([
    [['queues', 'delete', '']],
    [['queues', 'get', '..']],
    [['guests', 'list', '.']],
    [['queues', 'list', '--api-key', '']],
    [['queues', 'list', '--clock', '']],
    [['queues', 'list', '--url', ' ']],
  ])('attack: ends the command with code 2 before any request: %j', async (args) => {
    const USHER_URL = await givenServer(200, 'application/json', page)
    const { exitCode, err } = await usher(args, { USHER_URL })
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/is empty|An id is needed/)])
    expect(asked).toBe(0)
  })

  test('attack: an error about a key with a line break does not show the key', async () => {
    const USHER_URL = await givenServer(200, 'application/json', page)
    const { exitCode, err } = await usher(['queues', 'list'], { USHER_URL, USHER_API_KEY: 'usk_secret\nx' })
    expect([exitCode, err]).toEqual([2, expect.stringContaining('The credential has characters')])
    expect(err).not.toContain('usk_secret')
  })
})

describe('an address without https', () => {
  test.each([
    'http://usher.test',
    'http://10.0.0.1:3000',
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test',
  ])('attack: is refused unless allowed, so no credential is sent in clear: %s', async (USHER_URL) => {
    for (const args of [['queues', 'list'], ['login']]) {
      const { exitCode, err } = await usher(args, { USHER_URL })
      expect([exitCode, err]).toEqual([2, expect.stringContaining('USHER_ALLOW_HTTP=1')])
    }
  })

  test('is used if it is allowed, or on this machine', async () => {
    for (const [USHER_URL, allowed] of [
      ['http://usher.invalid', '1'],
      ['http://[::1]:9', ''],
      ['http://usher.localhost:9', ''],
    ] as const) {
      const { err } = await usher(['login'], { USHER_URL, USHER_ALLOW_HTTP: allowed })
      expect(err).toContain('Cannot sign in at')
    }
  })
})

test('attack: the list of events to trigger is JSON with --json', async () => {
  const { exitCode, out, err } = await usher(['trigger', '--list', '--json'])
  expect([exitCode, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toContainEqual({ event: 'guest.added', reason: null })
})
