import { until } from '@usher/test-kit'
import { holdOpen, slowPost } from './support/raw-client.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

/**
 * So many slow bodies of a length, as long as one may be without a credential: the first fill the 2 MiB of an address,
 * the next what is left of it, to the last 100 bytes. All are fewer than the 240 sign-ins that it may begin.
 */
const SLOW_BODIES: readonly (readonly [count: number, length: number])[] = [
  [140, 15_900],
  [40, 1_000],
  [40, 100],
]
/** Fewer than fit into the memory of an address. */
const MIN_HELD = 100
const CONNECTIONS = 2_500
const SLOW_HEADERS = 300
const REQUESTS = 200

/** Attacks from one address; is under way when it cannot take more. */
async function attack(port: number, address: string) {
  const open = (count: number, bytes?: string) =>
    Array.from({ length: count }, () => holdOpen(port, bytes, address))
  const headers = open(SLOW_HEADERS, 'GET / HTTP/1.1\r\nhost: a\r\nx')
  const bodies: typeof headers = []
  for (const [count, length] of SLOW_BODIES) {
    const some = open(count, slowPost('/account/sign-in', length))
    bodies.push(...some)
    await until('one to be refused', () => some.some(({ text }) => text !== ''))
  }
  expect(bodies.filter(({ text }) => text === '').length).toBeGreaterThan(MIN_HELD)
  return [...headers, ...bodies, ...open(CONNECTIONS)]
}

describe('the attacks at the same time: slow bodies, slow headers, a flood of connections', () => {
  test("at least 99 % of a customer's requests from another address succeed during two attacks in a row", async () => {
    await using all = await startAll()
    const key = all.accounts.addKey({ plan: 'development' })
    const statuses: number[] = []
    const ask = async (method: string) => {
      const body = method === 'POST' ? { body: JSON.stringify({ name: 'x'.repeat(300) }) } : {}
      const options = { method, key, localAddress: '127.0.0.2', ...body }
      statuses.push(
        await send(`${all.url}/v1/queues`, options).then(
          ({ status }) => status,
          () => 0,
        ),
      )
    }
    for (let round = 1; round <= 2; round += 1) {
      const held = await attack(all.gateway.port, `127.0.0.${10 + round}`)
      for (let i = 0; i < REQUESTS; i += 1) await ask(i % 2 === 0 ? 'POST' : 'GET')
      for (const one of held) one[Symbol.dispose]()
    }
    const succeeded = statuses.filter((status) => status === 204).length
    expect(succeeded / statuses.length).toBeGreaterThanOrEqual(0.99)
  })
})
