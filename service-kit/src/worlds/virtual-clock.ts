import type { Clock, DueWork } from '../clock.ts'
import { UnavailableError } from '../errors.ts'

/** Rounds after which work that is always due again is a fault. */
const MAX_ROUNDS = 1_000

/** Rounds of work that stays due although it was run, before it is retried a second later, as by a real clock. */
const MAX_LEFT_DUE = 25
const RETRY_MS = 1_000

/** A clock that stands still until it is moved, and runs the work that is due. */
export class VirtualClock implements Clock, DueWork {
  readonly due = this
  readonly #works = new Set<() => Promise<Date | undefined>>()
  readonly #backgrounds: (() => Promise<boolean>)[] = []
  #now: Date
  #isPoked = false

  constructor(now: Date) {
    this.#now = now
  }

  now(): Date {
    return new Date(this.#now)
  }

  /** Moves the clock forwards; it never goes back. */
  moveTo(time: Date): void {
    if (time > this.#now) this.#now = time
  }

  add(run: () => Promise<Date | undefined>): { poke(): Promise<void> } & AsyncDisposable {
    this.#works.add(run)
    return {
      poke: async () => {
        this.#isPoked = true
      },
      [Symbol.asyncDispose]: async () => {
        this.#works.delete(run)
      },
    }
  }

  addBackground(wait: () => Promise<boolean>): void {
    this.#backgrounds.push(wait)
  }

  /**
   * Runs all work that is due, and waits for background work.
   *
   * @returns when something is due again
   * @throws UnavailableError if work stays due
   */
  async runDue(): Promise<Date | undefined> {
    for (let round = 0, leftDue = 0; round < MAX_ROUNDS; round += 1) {
      this.#isPoked = false
      const next = await this.#runOnce()
      const wasBusy = await this.#waitForBackground()
      if (wasBusy || this.#isPoked) continue
      if (!next || next > this.#now) return next
      leftDue += 1
      if (leftDue === MAX_LEFT_DUE) return new Date(this.#now.getTime() + RETRY_MS)
    }
    throw new UnavailableError('work of a test clock stays due')
  }

  async #runOnce(): Promise<Date | undefined> {
    const dues = await Promise.all([...this.#works].map((work) => work()))
    let next: Date | undefined
    for (const due of dues) if (due && (!next || due < next)) next = due
    return next
  }

  async #waitForBackground(): Promise<boolean> {
    let wasBusy = false
    for (const wait of this.#backgrounds) wasBusy = (await wait()) || wasBusy
    return wasBusy
  }
}
