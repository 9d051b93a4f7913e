import { createLogger } from '@usher/service-kit'
import { startSweep, takeDue } from './sweep.ts'

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  jest.useRealTimers()
})

/** A sweep over deliveries of one endpoint that the test plans; those claimed are gone. */
function givenSweep() {
  const due: Date[] = []
  const claimedAt: number[] = []
  let commands = 0
  const counted = <T>(answer: T): Promise<T> => {
    commands += 1
    return Promise.resolve(answer)
  }
  const now = () => new Date(Date.now())
  const ctx = {
    clock: { now },
    log: createLogger('test', 'silent'),
    due: {
      nextDue: () => counted(due.toSorted((a, b) => a.getTime() - b.getTime())[0]),
      webhooksDue: (at: Date, { ordered }: { ordered: boolean }) =>
        counted(!ordered && due.some((one) => one <= at) ? ['whk_1'] : []),
      findDue: (_: string, at: Date) =>
        counted(due.filter((one) => one <= at).map((one) => one.toISOString())),
      findHeads: () => counted([]),
    },
    deliveries: {
      claim(ids: readonly string[]) {
        due.splice(0, due.length, ...due.filter((one) => !ids.includes(one.toISOString())))
        claimedAt.push(...ids.map(() => Date.now()))
        return counted([])
      },
    },
    endpoints: { findByIds: () => counted([]) },
    passed: { has: () => counted([]) },
  } as unknown as Parameters<typeof startSweep>[0]
  const dispatcher = { attempt: async () => {}, room: () => 1_000 }
  const sweep = startSweep(ctx, (webhookId) => takeDue(ctx, dispatcher, webhookId))
  const commandsIn = async (ms: number) => {
    const before = commands
    await jest.advanceTimersByTimeAsync(ms)
    return commands - before
  }
  const planIn = (ms: number) => due.push(new Date(Date.now() + ms))
  return { sweep, claimedAt, commandsIn, planIn }
}

describe('the sweep for due deliveries', () => {
  test('runs at most 25 database commands a minute with nothing pending', async () => {
    const { sweep, commandsIn } = givenSweep()
    await using _ = sweep
    expect(await commandsIn(60_000)).toBeLessThanOrEqual(25)
  })

  test('runs at most 25 database commands a minute with retries due tomorrow', async () => {
    const { sweep, commandsIn, planIn } = givenSweep()
    await using _ = sweep
    planIn(24 * 3_600_000)
    expect(await commandsIn(60_000)).toBeLessThanOrEqual(25)
  })

  test('claims a retry of a dead replica within a second of its due time', async () => {
    const { sweep, claimedAt, commandsIn, planIn } = givenSweep()
    await using _ = sweep
    for (let retry = 0; retry < 20; retry += 1) {
      await commandsIn(60_000 + 377 * retry)
      planIn(5_000)
      const dueAt = Date.now() + 5_000
      await commandsIn(6_000)
      expect((claimedAt.at(-1) ?? 0) - dueAt).toBeLessThanOrEqual(1_000)
      expect(claimedAt).toHaveLength(retry + 1)
    }
  })

  test('claims a delivery released by another replica within five seconds', async () => {
    const { sweep, claimedAt, commandsIn, planIn } = givenSweep()
    await using _ = sweep
    await commandsIn(60_000)
    planIn(0)
    await commandsIn(5_000)
    expect(claimedAt).toHaveLength(1)
  })

  test('claims deliveries due every 10 ms in batches, each within a second', async () => {
    const { sweep, claimedAt, commandsIn, planIn } = givenSweep()
    await using _ = sweep
    for (let i = 1; i <= 1_000; i += 1) planIn(i * 10)
    await commandsIn(11_000)
    expect(claimedAt).toHaveLength(1_000)
    expect(new Set(claimedAt).size).toBeLessThanOrEqual(11)
  })
})
