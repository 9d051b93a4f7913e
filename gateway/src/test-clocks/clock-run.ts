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

/** How often to report the time to accounts, which renews the lease, in ms. */
const REPORT_EVERY_MS = 2_000

/** Backoff after failures, in ms. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

/** Errors that services answer to one step before the clock fails. A service that does not answer is waited for. */
const MAX_FAILURES = 10

/** Another gateway has taken the clock over. */
class LeaseLost extends Error {}

interface Options {
  readonly owner: string
  readonly accounts: InnerClient
  readonly services: Readonly<Record<ClockService, InnerClient>>
  readonly log: Logger
  readonly stopping: AbortSignal
}

type Outcome = 'going_on' | 'settled' | 'failed' | 'deleted'

/** Drives one test clock until no work is left. */
export class ClockRun {
  readonly #options: Options
  readonly #work: WorldWork
  #task: ClockTask
  /** Time up to which all work is done. */
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
    await using _renewing = startPoller('test-clock-lease', REPORT_EVERY_MS, log, () => this.#renew())
    try {
      this.#work.introduce(this.#task.introduction as CloudEvent[], new Date(this.#task.now))
      while (!stopping.aborted && (await this.#round())) {}
    } catch (err) {
      if (err instanceof LeaseLost || stopping.aborted) return
      log.error({ err, clock: this.#task.organization_id }, 'a test clock cannot go on')
      await this.#report('failed')
    }
  }

  /** Does all work due now, then advances to the target; returns whether there may be more. */
  async #round(): Promise<boolean> {
    if (this.#task.is_deleted) return await this.#delete()
    let now = new Date(this.#task.now)
    const isAdvancing = this.#task.advancing_to !== null
    // Another gateway may not have told yet what its requests have left.
    const touched = isAdvancing ? CLOCK_SERVICES : this.#task.touched
    await this.#retryUntilDone(() => this.#work.settle(now, touched))
    const to = this.#task.advancing_to === null ? now : new Date(this.#task.advancing_to)
    while (now < to && !this.#task.is_deleted) {
      if (this.#options.stopping.aborted) return false
      const due = this.#work.nextDue
      now = due && due < to ? due : to
      await this.#retryUntilDone(() => this.#work.settleDue(now))
      this.#reached = now
    }
    await this.#retryUntilDone(() => this.#work.finish(now))
    return await this.#report('settled')
  }

  async #delete(): Promise<boolean> {
    const { services } = this.#options
    const { organization_id } = this.#task
    for (const service of CLOCK_SERVICES) {
      await this.#retryUntilDone(() => services[service].send(clockDeletion, { organization_id }))
    }
    return await this.#report('deleted')
  }

  /** Retries work with backoff. @throws the tenth error that a service answered */
  async #retryUntilDone(work: () => Promise<void>): Promise<void> {
    for (let failures = 0, pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      if (this.#isLost) throw new LeaseLost()
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

  /** Renews the lease while work takes long. */
  async #renew(): Promise<void> {
    const next = await this.#sendReport('going_on')
    if (next === undefined) this.#isLost = true
    if (next?.is_deleted) this.#task = next
  }

  /** Returns whether there is more to do. @throws LeaseLost if another gateway has the clock */
  async #report(outcome: Exclude<Outcome, 'going_on'>): Promise<boolean> {
    const next = await this.#sendReport(outcome)
    if (next === undefined) throw new LeaseLost()
    if (next === null) return false
    this.#task = next
    return true
  }

  async #sendReport(outcome: Outcome) {
    const { accounts, owner } = this.#options
    const { organization_id } = this.#task
    const now = this.#reached.toISOString()
    return await accounts.ask(clockReport, { owner, organization_id, now, dues: this.#work.dues, outcome })
  }
}
