import { readFile } from 'node:fs/promises'
import { apiClient, type Client, sessionClient, until } from '@usher/test-kit'
import { type OwnUsher, startOwnUsher } from './stack.ts'
import { type Clock, createTester, type Tester } from './test-clock.ts'

const START = '2026-03-02T09:00:00.000Z'
const CLOCKS = 20
const QUIET_MS = 5_000
const ATTACK_MS = 20_000

let usher: OwnUsher
let attacker: Tester
let clocks: Clock[]
beforeAll(async () => {
  usher = await startOwnUsher()
  attacker = await createTester(usher)
  clocks = []
  for (let i = 0; i < CLOCKS; i += 1) clocks.push(await attacker.startClock(START))
})
afterAll(() => usher?.[Symbol.asyncDispose]())

/** The requests of somebody else: their statuses, and the median of their times in ms. */
async function measure(isOver: () => boolean) {
  const { stack, demo } = usher
  const session = await sessionClient(stack.url, demo.second)
  const key = apiClient(stack.url, demo.second.api_key)
  const queue = (await key('POST', '/v1/queues', { body: { name: 'Others' } })).body.id
  const requests: (() => ReturnType<Client>)[] = [
    () => key('GET', `/v1/queues/${queue}/guests`),
    () => key('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } }),
    () => session('GET', '/account/organization'),
    () => session('GET', '/account/members'),
  ]
  const times: number[] = []
  const refused: number[] = []
  for (let i = 0; !isOver(); i += 1) {
    const from = performance.now()
    const { status } = await (requests[i % requests.length] as () => ReturnType<Client>)()
    times.push(performance.now() - from)
    if (status >= 300) refused.push(status)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return { count: times.length, refused, p50: at(0.5), p99: at(0.99) }
}

async function measureQuiet() {
  const end = performance.now() + QUIET_MS
  return await measure(() => performance.now() > end)
}

/** Resident memory of a process, in MB. */
async function residentMb(name: string): Promise<number> {
  const status = await readFile(`/proc/${usher.stack.process(name).pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const stateOf = async ({ id }: Clock) => (await attacker.byKey('GET', `/v1/test/clocks/${id}`)).body

test('reading twenty clocks again and again does not grow live services', async () => {
  const before = await residentMb('notification')
  const end = performance.now() + 20_000
  const paths = ['/v1/queues', '/v1/notifications', '/v1/webhook-endpoints', '/v1/test/messages']
  while (performance.now() < end) {
    await Promise.all(
      clocks.flatMap(({ byKey }) =>
        // A busy machine leaves the process of clocks, which has the lowest priority, too little for all of them.
        paths.map(async (path) => expect([200, 503]).toContain((await byKey('GET', path)).status)),
      ),
    )
  }
  const [service, ofClocks] = [await residentMb('notification'), await residentMb('test-clocks')]
  process.stderr.write(
    `notification ${before.toFixed()} → ${service.toFixed()} MB, test-clocks ${ofClocks.toFixed()} MB\n`,
  )
  expect(service - before).toBeLessThan(30)
  expect(ofClocks).toBeLessThan(400)
})

test('advancing two clocks ten times a second refuses no other request', async () => {
  const quiet = await measureQuiet()
  let isOver = false
  const attack = (async () => {
    for (let i = 0; i < 150; i += 1) {
      const clock = clocks[i % 2] as Clock
      const to = new Date(Date.parse(START) + i * 60_000).toISOString()
      void attacker.byKey('POST', `/v1/test/clocks/${clock.id}/advance`, { body: { to } }).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    isOver = true
  })()
  const under = await measure(() => isOver)
  await attack
  process.stderr.write(`quiet ${JSON.stringify(quiet)}, attacked ${JSON.stringify(under)}\n`)
  expect(under.refused).toEqual([])
  expect(under.p50).toBeLessThan(3 * Math.max(quiet.p50, 5))
})

test('advancing twenty clocks by two years does not slow other requests', async () => {
  for (const clock of clocks) {
    const { id } = (await clock.byKey('POST', '/v1/queues', { body: { name: 'Mine' } })).body
    await clock.byKey('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada', phone: '+14155552671' } })
  }
  for (const clock of clocks)
    await until('the clock is ready', async () => (await stateOf(clock)).status === 'ready')
  const quiet = await measureQuiet()
  const to = '2028-02-28T09:00:00.000Z'
  for (const { id } of clocks) await attacker.byKey('POST', `/v1/test/clocks/${id}/advance`, { body: { to } })
  const end = performance.now() + ATTACK_MS
  const under = await measure(() => performance.now() > end)
  const states = await Promise.all(clocks.map(stateOf))
  process.stderr.write(`quiet ${JSON.stringify(quiet)}, attacked ${JSON.stringify(under)}\n`)
  expect(states.map(({ status }) => status)).toContain('advancing')
  expect(under.refused).toEqual([])
  expect(under.p50).toBeLessThan(3 * Math.max(quiet.p50, 5))
})
