import { setTimeout as delay } from 'node:timers/promises'
import {
  CLOCK_SERVICES,
  type ClockService,
  type ClockTask,
  type CloudEvent,
  clockDeletion,
  clockReport,
} from '@usher/contracts'
import type { Logger } from '@usher/service-kit'
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
  #reportedAt = performance.now()

  constructor(task: ClockTask, options: Options) {
    this.#options = options
    this.#task = task
    this.#work = new WorldWork(workOf(task.organization_id, options.services), task)
  }

  async run(): Promise<void> {
    const { log, stopping } = this.#options
    try {
      this.#work.introduce(this.#task.introduction as CloudEvent[], new Date(this.#task.now))
      while (!stopping.aborted && (await this.#round())) {}
    } catch (err) {
      if (err instanceof LeaseLost || stopping.aborted) return
      log.error({ err, clock: this.#task.organization_id }, 'a test clock cannot go on')
      await this.#report(new Date(this.#task.now), 'failed')
    }
  }

  /** Does all work due now, then advances to the target; returns whether there may be more. */
  async #round(): Promise<boolean> {
    if (this.#task.is_deleted) return await this.#delete()
    let now = new Date(this.#task.now)
    await this.#retryUntilDone(() => this.#work.settle(now, this.#task.touched), now)
    const to = this.#task.advancing_to === null ? now : new Date(this.#task.advancing_to)
    while (now < to && !this.#task.is_deleted) {
      if (this.#options.stopping.aborted) return false
      const due = this.#work.nextDue
      now = due && due < to ? due : to
      await this.#retryUntilDone(() => this.#work.settleDue(now), now)
      if (performance.now() - this.#reportedAt > REPORT_EVERY_MS) await this.#report(now, 'going_on')
    }
    await this.#retryUntilDone(() => this.#work.finish(now), now)
    return await this.#report(now, 'settled')
  }

  async #delete(): Promise<boolean> {
    const { services } = this.#options
    const { organization_id, now } = this.#task
    for (const service of CLOCK_SERVICES) {
      await this.#retryUntilDone(
        () => services[service].send(clockDeletion, { organization_id }),
        new Date(now),
      )
    }
    return await this.#report(new Date(now), 'deleted')
  }

  /** Retries work with backoff, and keeps the lease meanwhile. @throws the tenth error that a service answered */
  async #retryUntilDone(work: () => Promise<void>, now: Date): Promise<void> {
    for (let failures = 0, pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await work()
      } catch (err) {
        if (err instanceof InnerError && err.status !== 503) failures += 1
        if (failures >= MAX_FAILURES) throw err
        this.#options.log.warn({ err, clock: this.#task.organization_id }, 'a test clock waits for a service')
        await delay(pauseMs, undefined, { signal: this.#options.stopping })
        await this.#report(now, 'going_on').catch((error) => {
          if (error instanceof LeaseLost) throw error
        })
      }
    }
  }

  /** Returns whether there is more to do. @throws LeaseLost if another gateway has taken the clock over */
  async #report(now: Date, outcome: Outcome): Promise<boolean> {
    const { accounts, owner } = this.#options
    const { organization_id } = this.#task
    const next = await accounts.ask(clockReport, {
      owner,
      organization_id,
      now: now.toISOString(),
      dues: this.#work.dues,
      outcome,
    })
    if (next === undefined) throw new LeaseLost()
    this.#reportedAt = performance.now()
    if (next === null) return false
    this.#task = next
    return true
  }
}
