import type { Clock, DueWork } from '../clock.ts'
import { UnavailableError } from '../errors.ts'
import { CollectionUse, type Reads } from '../store/collection-use.ts'
import { earliest } from '../work/poller.ts'

/** Rounds after which work that is always due again is a fault. */
const MAX_ROUNDS = 1_000

/** Rounds of work that stays due although it was run, before it is retried a second later, as by a real clock. */
const MAX_LEFT_DUE = 25
const RETRY_MS = 1_000

interface Work {
  readonly work: () => Promise<Date | undefined>
  /** What its last run has read. */
  reads: Reads
  /** Whether it may find something that its last run did not, whatever was changed. */
  isPoked: boolean
  /** When it is due, as the last run said. */
  due: Date | undefined
}

/** A clock that stands still until it is moved, and runs the work that is due. */
export class VirtualClock implements Clock, DueWork {
  readonly due = this
  /** What is done to the data: work is only run again once something that it reads has changed. */
  readonly use = new CollectionUse()
  readonly #works = new Set<Work>()
  readonly #backgrounds: (() => Promise<boolean>)[] = []
  #now: Date

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

  add(work: () => Promise<Date | undefined>): { poke(): Promise<void> } & AsyncDisposable {
    const added: Work = { work, reads: new Map(), isPoked: true, due: undefined }
    this.#works.add(added)
    return {
      poke: async () => {
        added.isPoked = true
      },
      [Symbol.asyncDispose]: async () => {
        this.#works.delete(added)
      },
    }
  }

  addBackground(wait: () => Promise<boolean>): void {
    this.#backgrounds.push(wait)
  }

  /** Has all work looked at again, after somebody else may have changed the data. */
  forget(): void {
    for (const work of this.#works) work.isPoked = true
  }

  /**
   * Runs all work that is due, and waits for background work.
   *
   * @returns when something is due again
   * @throws UnavailableError if work stays due
   */
  async runDue(): Promise<Date | undefined> {
    for (let round = 0, leftDue = 0; round < MAX_ROUNDS; round += 1) {
      const wasBusy = await this.#waitForBackground()
      const works = [...this.#works]
      const poked = works.filter(({ isPoked }) => isPoked)
      const others = works.filter((work) => this.#isDue(work) || this.#hasNews(work))
      if (round > 0 && !wasBusy && poked.length === 0) {
        if (others.length === 0) return earliest(works.map(({ due }) => due))
        if (!others.some((work) => this.#hasNews(work))) leftDue += 1
        if (leftDue === MAX_LEFT_DUE) return new Date(this.#now.getTime() + RETRY_MS)
      }
      // Work that was asked for goes first: the others would look again after each change that it makes.
      for (const work of poked.length > 0 ? poked : others) await this.#run(work)
    }
    throw new UnavailableError('work of a test clock stays due')
  }

  async #run(work: Work): Promise<void> {
    work.isPoked = false
    work.reads = new Map()
    try {
      work.due = await this.use.during(work.reads, work.work)
    } catch (error) {
      work.isPoked = true
      throw error
    }
  }

  #hasNews({ reads }: Work): boolean {
    return this.use.haveChanged(reads)
  }

  #isDue({ due }: Work): boolean {
    return due !== undefined && due <= this.#now
  }

  async #waitForBackground(): Promise<boolean> {
    let wasBusy = false
    for (const wait of this.#backgrounds) wasBusy = (await wait()) || wasBusy
    return wasBusy
  }
}
