import { SETTLING_MS } from './record-events.ts'
import { startSettling } from './settle.ts'

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  jest.useRealTimers()
})

/** Settling of events that the test keeps as pending; what is found due is settled. */
function givenSettling() {
  const pending: Date[] = []
  const lateMs: number[] = []
  let commands = 0
  const context = {
    clock: { now: () => new Date(Date.now()) },
    audit: {
      async duePending(now: Date) {
        commands += 1
        const due = pending.filter((one) => one <= now)
        lateMs.push(...due.map((one) => Date.now() - one.getTime()))
        pending.splice(0, pending.length, ...pending.filter((one) => one > now))
        return []
      },
      async nextDue() {
        commands += 1
        return pending.toSorted((a, b) => a.getTime() - b.getTime())[0]
      },
    },
  } as unknown as Parameters<typeof startSettling>[0]
  const settling = startSettling(context)
  const keep = () => pending.push(new Date(Date.now() + SETTLING_MS))
  return { settling, lateMs, keep, commands: () => commands }
}

test('makes at most 10 database commands in a minute when no event is pending', async () => {
  const { settling, commands } = givenSettling()
  await using _ = settling
  await jest.advanceTimersByTimeAsync(60_000)
  expect(commands()).toBeLessThanOrEqual(10)
})

test('settles events kept by another replica within five seconds after they are due', async () => {
  const { settling, lateMs, keep } = givenSettling()
  await using _ = settling
  for (let i = 0; i < 200; i += 1) {
    keep()
    await jest.advanceTimersByTimeAsync(i % 20 === 0 ? 47_000 : 777)
  }
  await jest.advanceTimersByTimeAsync(SETTLING_MS + 5_000)
  expect(lateMs).toHaveLength(200)
  expect(Math.max(...lateMs)).toBeLessThanOrEqual(5_000)
})
