import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@usher/test-kit'
import { answerBrokenRequests } from '../src/http/broken-requests.ts'
import { readBody } from '../src/http/request-body.ts'
import { BodyBudget } from '../src/overload/body-budget.ts'
import { holdOpen, slowPost } from './support/raw-client.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

/** A server that waits briefly for slow senders and has room for one body of 1,000 bytes. */
async function startImpatient() {
  const budget = new BodyBudget({ max: 1_128, maxPerHolder: 1_128 })
  const received: string[] = []
  const server = createServer({ requestTimeout: 100, connectionsCheckingInterval: 20 }, async (req, res) => {
    received.push(String(await readBody(req, res, budget.open('a'))))
    res.end()
  })
  answerBrokenRequests(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    isFree: () => {
      const account = budget.open('b')
      try {
        account.take(1_000)
        return true
      } catch {
        return false
      } finally {
        account.close()
      }
    },
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the attack: slow bodies whose senders never close', () => {
  test('answers 408 to a body that times out, frees its memory and closes the connection', async () => {
    await using server = await startImpatient()
    using slow = holdOpen(server.port, slowPost('/', 900))
    await until('the memory to be taken', () => !server.isFree())
    await until('the answer', () => slow.text.startsWith('HTTP/1.1 408 '))
    expect(server.isFree()).toBe(true)
    await until('the connection to be gone', async () => (await server.connections()) === 0)
  })

  test('ignores the rest of a body that arrives after the 408', async () => {
    await using server = await startImpatient()
    using slow = holdOpen(server.port, slowPost('/', 900))
    await until('the answer', () => slow.text.startsWith('HTTP/1.1 408 '))
    slow.write('x')
    await until('the connection to be gone', async () => (await server.connections()) === 0)
    expect(server.received).toEqual([])
  })
})

describe('the attack: slow bodies without a credential', () => {
  let all: Awaited<ReturnType<typeof startAll>>
  beforeAll(async () => {
    all = await startAll({ trustedProxies: ['loopback'] })
  })
  afterAll(() => all[Symbol.asyncDispose]())

  /** What the stand-in for accounts answers to whatever reaches it. */
  const REACHED = 404
  const SIGN_IN = '/account/sign-in'
  const from = (address: string) => ({ 'x-forwarded-for': address, 'content-type': 'application/json' })
  const signIn = (address: string, length: number) =>
    send(all.url + SIGN_IN, {
      method: 'POST',
      headers: from(address),
      body: JSON.stringify('x'.repeat(length - 2)),
    })

  test('answers 429 to an address with too many slow bodies and still serves a key and another address', async () => {
    const slow = slowPost(SIGN_IN, 15_900, from('203.0.113.1'))
    const held = Array.from({ length: 150 }, () => holdOpen(all.gateway.port, slow))
    await until('the last to be refused', () => held.filter(({ text }) => text.includes(' 429 ')).length > 15)
    const key = all.accounts.addKey()
    const write = await send(`${all.url}/v1/queues`, { method: 'POST', key, body: '{}' })
    expect([write.status, (await signIn('203.0.113.2', 15_000)).status]).toEqual([204, REACHED])
    for (const one of held) one[Symbol.dispose]()
  })

  test('answers 413 to a sign-in over 16 kB before its body arrives, and accepts a callback of 100 kB', async () => {
    const head = slowPost(SIGN_IN, 16_001, from('203.0.113.3')).slice(0, 300)
    using large = holdOpen(all.gateway.port, head)
    await until('the answer', () => large.text.includes('"payload_too_large"'))
    expect((await signIn('203.0.113.3', 16_000)).status).toBe(REACHED)
    const headers = { 'content-type': 'message/rfc822' }
    const mail = { method: 'POST', headers, body: 'x'.repeat(100_000) }
    expect((await send(`${all.url}/callbacks/messages/t/smtp-bounces`, mail)).status).toBe(204)
  })

  test('answers 429 to the 241st sign-in of an address before its body arrives', async () => {
    const address = '203.0.113.4'
    for (let i = 0; i < 240; i += 1) expect((await signIn(address, 2)).status).toBe(REACHED)
    using next = holdOpen(all.gateway.port, slowPost(SIGN_IN, 15_900, from(address)).slice(0, 300))
    await until('the answer', () => next.text.includes(' 429 '))
    expect((await signIn('203.0.113.5', 2)).status).toBe(REACHED)
  })

  test('counts slow forms of guest pages towards the memory share of their address', async () => {
    const headers = { ...from('203.0.113.6'), 'content-type': 'application/x-www-form-urlencoded' }
    const slow = slowPost('/w/t/leave', 15_900, headers)
    const held = Array.from({ length: 150 }, () => holdOpen(all.gateway.port, slow))
    await until('the last to be cut off', () => held.filter(({ isEnded }) => isEnded).length > 15)
    expect((await signIn('203.0.113.6', 15_900)).json().code).toBe('rate_limited')
    for (const one of held) one[Symbol.dispose]()
  })
})
