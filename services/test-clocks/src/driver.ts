import type { ClockService } from '@usher/contracts'
import { type Clock, isUnavailable, type Job, type Logger, newId, startPeriodicJob } from '@usher/service-kit'
import type { TestClock } from './clocks/test-clock.ts'
import { LEASE_MS, type TestClockStore } from './clocks/test-clock-store.ts'
import type { Introduce } from './introduce.ts'
import type { Part } from './part.ts'
import { Run } from './run.ts'
import type { ServedClock, Stage } from './stage.ts'

/** How often to report the time reached, which renews the lease, in ms. */
const REPORT_EVERY_MS = 2_000

/** Clocks driven at once, one per organisation. They take turns on stage, but wait for receivers in parallel. */
const MAX_AT_ONCE = 4

/** Length of a turn, in ms; then the clock that has waited longest is next. */
const SLICE_MS = 1_000

/** Delay before driving a clock after a request, in ms: one turn serves the requests that tests send in a row. */
const GATHER_MS = 20

interface Options {
  readonly clocks: TestClockStore
  /** The real time. */
  readonly clock: Clock
  readonly parts: readonly Part[]
  readonly stage: Stage
  readonly introduce: Introduce
  readonly log: Logger
}

/** Drives clocks that have work to do. */
export interface Driver extends Job {
  /** Soon drives the clock to do the work that a request left in a service. */
  driveSoon(clock: TestClock, service: ClockService): void
}

/** Drives test clocks: does what is due, and moves their time. A lease keeps each to one process at a time. */
export function startDriver(options: Options): Driver {
  const { clocks, clock, log } = options
  const stopping = new AbortController()
  const busy = new Map<string, Promise<void>>()
  /** Services in which requests have left work, by clock. */
  const left = new Map<string, Set<ClockService>>()
  let planned: NodeJS.Timeout | undefined
  let isWanted = false
  let claiming: Promise<void> | undefined

  const claimAll = async () => {
    while (isWanted && busy.size < MAX_AT_ONCE && !stopping.signal.aborted) {
      // A new owner for each turn: a turn that lost its lease must not renew that of the next.
      const owner = newId('request')
      isWanted = false
      const claimed = await clocks.claim(owner, [...busy.keys()], clock.now())
      if (!claimed) continue
      isWanted = true
      begin(claimed, owner)
    }
  }
  const drive = () => {
    isWanted = true
    claiming ??= claimAll()
      .catch((err) =>
        log.warn({ err }, 'test clocks with work could not be claimed; the next sweep tries again'),
      )
      .finally(() => {
        claiming = undefined
      })
  }
  const begin = (claimed: TestClock, owner: string) => {
    const services = left.get(claimed._id)
    left.delete(claimed._id)
    const turn = new Turn(claimed, owner, { ...options, services, stopping: stopping.signal })
    const done = turn
      .take()
      .catch((err) =>
        log.warn({ err, clock: claimed._id }, 'driving a test clock stopped; the next sweep resumes it'),
      )
      .finally(() => {
        busy.delete(claimed.organization_id)
        if (!stopping.signal.aborted) drive()
      })
    busy.set(claimed.organization_id, done)
  }
  // Finds clocks of processes that died.
  const sweep = startPeriodicJob('test-clocks', LEASE_MS, log, async () => drive())
  drive()
  return {
    run: async () => drive(),
    driveSoon({ _id }, service) {
      left.set(_id, (left.get(_id) ?? new Set()).add(service))
      planned ??= setTimeout(() => {
        planned = undefined
        drive()
      }, GATHER_MS)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      clearTimeout(planned)
      await sweep[Symbol.asyncDispose]()
      await claiming
      await Promise.all(busy.values())
    },
  }
}

interface TurnOptions extends Options {
  /** Services in which work was left; undefined: it may be anywhere. */
  readonly services: ReadonlySet<ClockService> | undefined
  readonly stopping: AbortSignal
}

/** One turn of driving a clock: until it has arrived and nothing is due, or it has taken long enough. */
class Turn {
  readonly #options: TurnOptions
  readonly #owner: string
  readonly #served: ServedClock
  readonly #startedAt = performance.now()
  readonly #clock: TestClock
  /** Time up to which all work is done. */
  #reached: Date
  #isLost = false
  #isDeleted: boolean

  constructor(clock: TestClock, owner: string, options: TurnOptions) {
    this.#clock = clock
    this.#owner = owner
    this.#options = options
    this.#reached = clock.now
    this.#isDeleted = clock.deleted_at !== null
    this.#served = options.stage.open(clock.data_organization_id, clock.now)
  }

  async take(): Promise<void> {
    const { clocks, log, stage, stopping } = this.#options
    const renewing = startPeriodicJob('test-clock-lease', REPORT_EVERY_MS, log, () => this.#renew())
    try {
      await stage.enter(this.#served)
      try {
        await this.#work()
      } finally {
        stage.leave()
      }
    } catch (err) {
      if (this.#isLost) return
      log.warn({ err, clock: this.#clock._id }, 'a turn of a test clock failed and will be repeated')
      // An unavailable database is not a failure of the clock.
      const isFailure = !isUnavailable(err) && !stopping.aborted
      await clocks.putOff(this.#report(), isFailure)
    } finally {
      await renewing[Symbol.asyncDispose]()
      stage.close(this.#served)
    }
  }

  async #work(): Promise<void> {
    const { clocks, introduce, parts, services, stage, stopping } = this.#options
    const run = new Run(parts, stage, this.#served)
    if (this.#isDeleted) {
      await run.erase()
      return await clocks.remove(this.#report())
    }
    await introduce(this.#clock)
    const to = this.#clock.advancing_to
    run.poke(to ? undefined : services)
    let due = await run.settle()
    while (to && this.#reached < to) {
      const isOver = stopping.aborted || performance.now() - this.#startedAt > SLICE_MS
      if (isOver || this.#isDeleted) return await clocks.giveBack(this.#report())
      if (this.#isLost) return
      // Let waiting clocks take the stage.
      if (stage.isWanted) await stage.outside(async () => {})
      const next = due && due < to ? due : to
      this.#served.moveTo(next)
      due = await run.settle()
      this.#reached = next
    }
    await clocks.settle(this.#report())
  }

  async #renew(): Promise<void> {
    const renewed = await this.#options.clocks.renew(this.#report())
    this.#isLost ||= renewed === null
    this.#isDeleted ||= renewed?.deleted_at != null
  }

  #report() {
    return { clock: this.#clock, owner: this.#owner, at: this.#options.clock.now(), now: this.#reached }
  }
}
