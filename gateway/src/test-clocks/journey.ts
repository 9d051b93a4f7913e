import { setTimeout as delay } from 'node:timers/promises'
import {
  CLOCK_SERVICES,
  type ClockService,
  type ClockTask,
  type CloudEvent,
  clockDeletion,
  clockReport,
} from '@usher/contracts'
import { type Logger, startPoller } from '@usher/service-kit'
import { type InnerClient, InnerError } from './inner-client.ts'
import { workOf } from './service-work.ts'
import { WorldWork } from './world-work.ts'

/** How often to tell accounts where the clock is, in ms: it is leased for longer. */
const REPORT_EVERY_MS = 2_000

/** Pause after a failure, in ms: grows from the first to the last. */
const FIRST_PAUSE_MS = 100
const LAST_PAUSE_MS = 5_000

/** Failures of a service that answers before the clock is given up. One that does not answer is waited for. */
const MAX_FAILURES = 10

/** Another gateway has taken the clock over. */
class Lost extends Error {}

interface Options {
  readonly owner: string
  readonly accounts: InnerClient
  readonly services: Readonly<Record<ClockService, InnerClient>>
  readonly log: Logger
  readonly stopping: AbortSignal
}

type Outcome = 'going_on' | 'settled' | 'failed' | 'deleted'

/** Drives one test clock for as long as there is something to do. */
export class Journey {
  readonly #options: Options
  readonly #work: WorldWork
  #task: ClockTask
  /** Up to where all is done. */
  #reached: Date
  #isLost = false

  constructor(task: ClockTask, options: Options) {
    this.#options = options
    this.#task = task
    this.#reached = new Date(task.now)
    this.#work = new WorldWork(workOf(task.organization_id, options.services), task)
  }

  async run(): Promise<void> {
    const { log, stopping } = this.#options
    await using _keeping = startPoller('test-clock-lease', REPORT_EVERY_MS, log, () => this.#keep())
    try {
      this.#work.introduce(this.#task.introduction as CloudEvent[], new Date(this.#task.now))
      while (!stopping.aborted && (await this.#round())) {}
    } catch (err) {
      if (err instanceof Lost || stopping.aborted) return
      log.error({ err, clock: this.#task.organization_id }, 'a test clock cannot go on')
      await this.#report('failed')
    }
  }

  /** Settles the present, and goes to where the clock is to be; returns whether more may be to do. */
  async #round(): Promise<boolean> {
    if (this.#task.is_deleted) return await this.#delete()
    let now = new Date(this.#task.now)
    const isOnItsWay = this.#task.advancing_to !== null
    // Another gateway may not have told yet what its requests have left.
    const touched = isOnItsWay ? CLOCK_SERVICES : this.#task.touched
    await this.#insist(() => this.#work.settle(now, touched))
    const to = this.#task.advancing_to === null ? now : new Date(this.#task.advancing_to)
    while (now < to && !this.#task.is_deleted) {
      if (this.#options.stopping.aborted) return false
      const due = this.#work.nextDue
      now = due && due < to ? due : to
      await this.#insist(() => this.#work.settleDue(now))
      this.#reached = now
    }
    await this.#insist(() => this.#work.finish(now))
    return await this.#report('settled')
  }

  async #delete(): Promise<boolean> {
    const { services } = this.#options
    const { organization_id } = this.#task
    for (const service of CLOCK_SERVICES) {
      await this.#insist(() => services[service].tell(clockDeletion, { organization_id }))
    }
    return await this.#report('deleted')
  }

  /** Repeats work until it is done: waits for services that do not answer. */
  async #insist(work: () => Promise<void>): Promise<void> {
    for (let failures = 0, pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
      if (this.#isLost) throw new Lost()
      try {
        return await work()
      } catch (err) {
        if (err instanceof InnerError && err.status !== 503) failures += 1
        if (failures >= MAX_FAILURES) throw err
        this.#options.log.warn({ err, clock: this.#task.organization_id }, 'a test clock waits for a service')
        await delay(pauseMs, undefined, { signal: this.#options.stopping })
      }
    }
  }

  /** Keeps the clock while work takes long. */
  async #keep(): Promise<void> {
    const next = await this.#tell('going_on')
    if (next === undefined) this.#isLost = true
    if (next?.is_deleted) this.#task = next
  }

  /** Returns whether there is more to do. @throws Lost if another gateway has the clock */
  async #report(outcome: Exclude<Outcome, 'going_on'>): Promise<boolean> {
    const next = await this.#tell(outcome)
    if (next === undefined) throw new Lost()
    if (next === null) return false
    this.#task = next
    return true
  }

  async #tell(outcome: Outcome) {
    const { accounts, owner } = this.#options
    const { organization_id } = this.#task
    const now = this.#reached.toISOString()
    return await accounts.ask(clockReport, { owner, organization_id, now, dues: this.#work.dues, outcome })
  }
}
