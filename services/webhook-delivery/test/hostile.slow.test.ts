import { until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, type Harness, startHarness } from './harness.ts'
import { HOSTILE, startHostile } from './hostile-receivers.ts'

/** Events for each receiver: two, as the second may come over the connection of the first. */
const EVENTS = 2

interface Attempt {
  readonly error: string | null
  readonly duration_ms: number
}

const stack = new AsyncDisposableStack()
let harness: Harness
const attempts = new Map<string, Attempt[]>()
const open = new Map<string, () => number>()

beforeAll(async () => {
  harness = stack.use(await startHarness())
  const api = harness.client()
  const endpoints = new Map<string, string>()
  for (const hostile of HOSTILE) {
    const receiver = stack.use(await startHostile(hostile))
    open.set(hostile.name, receiver.open)
    endpoints.set(hostile.name, (await givenEndpoint(api, receiver.url)).id)
  }
  await harness.publish(...Array.from({ length: EVENTS }, () => anEvent(harness.organizationId)))
  for (const [name, id] of endpoints) {
    const found = await until(`the results of ${name}`, async () => {
      const deliveries = await deliveriesOf(api, id)
      const first: Attempt[] = deliveries.flatMap((delivery: { attempts: Attempt[] }) =>
        delivery.attempts.slice(0, 1),
      )
      return first.length === EVENTS && first
    })
    attempts.set(name, found)
  }
})
afterAll(() => stack.disposeAsync())

describe('hostile receivers', () => {
  test.each(HOSTILE.map(({ name, error }) => [name, error] as const))(
    'that send %s are recorded with the error %j',
    (name, error) => {
      expect(attempts.get(name)?.map((attempt) => attempt.error)).toEqual(Array(EVENTS).fill(error))
    },
  )

  test('that never end their answer are cut off after 15 s', () => {
    const longest = Math.max(...[...attempts.values()].flat().map(({ duration_ms }) => duration_ms))
    expect(longest).toBeGreaterThanOrEqual(15_000)
  })

  test('that send endlessly are disconnected', async () => {
    const endless = HOSTILE.map(({ name }) => name).filter((name) => name.startsWith('endless'))
    const isClosed = () => endless.every((name) => open.get(name)?.() === 0)
    expect(await until('no connection with an endless answer', isClosed)).toBe(true)
  })
})
