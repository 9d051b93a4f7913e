import { createLogger } from '../observability/logger.ts'
import { type Job, startDueJob, startPeriodicJob } from './job.ts'

const log = createLogger('test', 'silent')
const clock = { now: () => new Date() }
const inMs = (ms: number) => new Date(Date.now() + ms)

let poller: Job
beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  jest.useRealTimers()
  await poller[Symbol.asyncDispose]()
})

/** Starts one whose runs give these times, the last one again and again, and gives how often it ran. */
function startGiving(...due: (() => Date | undefined)[]) {
  let runs = 0
  poller = startDueJob('test', { clock, log }, async () => {
    runs += 1
    return (due.length > 1 ? due.shift() : due[0])?.()
  })
  return { runs: () => runs }
}

describe('a poller for due work', () => {
  test('runs at once when it starts', async () => {
    const { runs } = startGiving(() => undefined)
    await jest.advanceTimersByTimeAsync(0)
    expect(runs()).toBe(1)
  })

  test('runs exactly when the next work is due', async () => {
    const { runs } = startGiving(
      () => inMs(7_000),
      () => undefined,
    )
    await jest.advanceTimersByTimeAsync(6_999)
    expect(runs()).toBe(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(runs()).toBe(2)
  })

  test('sleeps between half a minute and a minute when nothing is planned', async () => {
    const { runs } = startGiving(() => undefined)
    await jest.advanceTimersByTimeAsync(29_999)
    expect(runs()).toBe(1)
    await jest.advanceTimersByTimeAsync(30_001)
    expect(runs()).toBe(2)
  })

  test('runs within a minute even when the next work is due later', async () => {
    const { runs } = startGiving(() => inMs(3_600_000))
    await jest.advanceTimersByTimeAsync(60_000)
    expect(runs()).toBe(2)
  })

  test('retries overdue work once a second', async () => {
    const { runs } = startGiving(() => inMs(-5))
    await jest.advanceTimersByTimeAsync(3_500)
    expect(runs()).toBe(4)
  })

  test('runs again a second after a failed run', async () => {
    const { runs } = startGiving(
      () => {
        throw new Error('no database')
      },
      () => undefined,
    )
    await jest.advanceTimersByTimeAsync(1_000)
    expect(runs()).toBe(2)
  })
})

describe('a poller with a run in progress', () => {
  test.each(['poller', 'due poller'])('makes one more run for many requests to a %s', async (kind) => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    const work = async () => {
      await gates[runs++]?.promise
      return undefined
    }
    poller =
      kind === 'poller'
        ? startPeriodicJob('test', 1_000, log, work)
        : startDueJob('test', { clock, log }, work)
    const first = poller.run()
    await jest.advanceTimersByTimeAsync(0)
    const more = [poller.run(), poller.run(), poller.run()]
    gates[0]?.resolve()
    await first
    await jest.advanceTimersByTimeAsync(0)
    expect(runs).toBe(2)
    gates[1]?.resolve()
    await Promise.all(more)
    expect(runs).toBe(2)
  })
})
