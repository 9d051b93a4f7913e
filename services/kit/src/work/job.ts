import type { Clock } from '../clock.ts'
import type { Logger } from '../observability/logger.ts'

/** Work that runs by itself. */
export interface Job extends AsyncDisposable {
  /** Runs the work now, after any run in progress; resolves when that run is done. */
  run(): Promise<void>
}

/** Pause after a failed run, or one that left due work undone, in ms. */
const RETRY_MS = 1_000

/** Longest time between two runs of a due job, in ms: work that became due unnoticed waits no longer. */
const SWEEP_MS = 60_000

/**
 * Repeats work `everyMs` after the end of the run before, never two at a time. A failed run is logged, and the next
 * comes as usual. For work that is due at a time, see {@link startDueJob}.
 */
export function startPeriodicJob(name: string, everyMs: number, log: Logger, work: () => Promise<void>): Job {
  const job = repeat({ name, log, retryMs: everyMs }, async () => {
    await work()
    return everyMs
  })
  job.wakeIn(everyMs)
  return job
}

/** Nothing to do. */
export const NO_JOB: Job = { run: async () => {}, [Symbol.asyncDispose]: async () => {} }

/** Several jobs as one, which runs all of them. */
export const together = (jobs: readonly Job[]): Job => ({
  run: async () => void (await Promise.all(jobs.map((job) => job.run()))),
  [Symbol.asyncDispose]: async () => void (await Promise.all(jobs.map((job) => job[Symbol.asyncDispose]()))),
})

interface DueOptions {
  /** The clock that due times refer to. */
  readonly clock: Clock
  readonly log: Logger
  /**
   * Longest time between two runs, in ms: a minute by default. Each is shortened at random by up to half, so that
   * replicas do not run together.
   */
  readonly sweepMs?: number
}

/**
 * Runs work when it is due and sleeps in between: runs at once, then at the time the last run returned, when asked to,
 * and at least every `sweepMs`. Never two runs at a time. A failed run is logged and repeated a second later, as is
 * one that leaves something due.
 *
 * Run it when something becomes due sooner than the last run could know. The sweep finds work that another replica
 * planned or a dead one left. A clock that is moved by hand runs the work itself.
 *
 * @param work does all that is due, and returns when the next is; undefined if nothing is planned
 */
export function startDueJob(
  name: string,
  { clock, log, sweepMs = SWEEP_MS }: DueOptions,
  work: () => Promise<Date | undefined>,
): Job {
  if (clock.due) return clock.due.add(work)
  const job = repeat({ name, log, retryMs: Math.min(RETRY_MS, sweepMs) }, async () => {
    const due = await work()
    const maxMs = sweepMs * (1 - Math.random() / 2)
    if (!due) return maxMs
    const untilDueMs = due.getTime() - clock.now().getTime()
    return Math.min(untilDueMs > 0 ? Math.ceil(untilDueMs) : RETRY_MS, maxMs)
  })
  void job.run()
  return job
}

/**
 * Work for {@link startDueJob} that asks when something is due before it looks for what is: most looks find nothing.
 *
 * @param next when something is or was due
 */
export const ifDue =
  (clock: Clock, next: () => Promise<Date | undefined>, work: () => Promise<void>) =>
  async (): Promise<Date | undefined> => {
    const first = await next()
    if (!first || first > clock.now()) return first
    await work()
    // A clock that is moved by hand asks again by itself.
    return clock.due ? first : await next()
  }

/** The earliest of the times at which something is due. */
export const earliest = (dues: readonly (Date | undefined)[]): Date | undefined =>
  dues.filter((at) => at !== undefined).toSorted((a, b) => a.getTime() - b.getTime())[0]

interface Repeated {
  readonly name: string
  readonly log: Logger
  /** Wait after a failed run, in ms. */
  readonly retryMs: number
}

/** @param work returns the wait until the next run, in ms */
function repeat({ name, log, retryMs }: Repeated, work: () => Promise<number>) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  /** The next run, not yet started, shared by everyone who asks for it before it starts. */
  let next: Promise<void> | undefined
  let stopped = false
  const wakeIn = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(runSoon, ms)
  }
  const run = async () => {
    next = undefined
    clearTimeout(timer)
    if (stopped) return
    try {
      wakeIn(await work())
    } catch (err) {
      log.warn({ err, job: name }, 'a periodic run failed and will be repeated')
      wakeIn(retryMs)
    }
  }
  const runSoon = (): Promise<void> => {
    next ??= running = running.then(run)
    return next
  }
  return {
    run: runSoon,
    wakeIn,
    async [Symbol.asyncDispose]() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
