import type { Clock, DueWork } from '../clock.ts'
import { UnavailableError } from '../errors.ts'
import { CollectionUse, type Run } from '../store/collection-use.ts'
import { earliest } from '../work/poller.ts'

/** Rounds after which work that is always due again is a fault. */
const MAX_ROUNDS = 1_000

/** Rounds of work that stays due although it was run, before it is retried a second later, as by a real clock. */
const MAX_LEFT_DUE = 25
const RETRY_MS = 1_000

interface Work {
  readonly work: () => Promise<Date | undefined>
  /** The last run. */
  run: Run
  /** Whether it may find something that its last run did not. */
  hasNews: boolean
  /** When it is due, as the last run said. */
  due: Date | undefined
}

/** A clock that stands still until it is moved, and runs the work that is due. */
export class VirtualClock implements Clock, DueWork {
  readonly due = this
  /** What is done to the data: work is only run again once something that it reads has changed. */
  readonly use = new CollectionUse((name, by) => {
    // Whether its own changes are news to work shows at its end.
    for (const work of this.#works) if (work.run !== by && work.run.reads.has(name)) work.hasNews = true
  })
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
    const added: Work = { work, run: newRun(), hasNews: true, due: undefined }
    this.#works.add(added)
    return {
      poke: async () => {
        added.hasNews = true
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
    for (const work of this.#works) work.hasNews = true
  }

  /**
   * Runs all work that is due, and waits for background work.
   *
   * @returns when something is due again
   * @throws UnavailableError if work stays due
   */
  async runDue(): Promise<Date | undefined> {
    for (let round = 0, leftDue = 0; round < MAX_ROUNDS; round += 1) {
      const works = [...this.#works]
      await allOver(works.filter((work) => work.hasNews || this.#isDue(work)).map((work) => this.#run(work)))
      const wasBusy = await this.#waitForBackground()
      if (wasBusy || works.some(({ hasNews }) => hasNews)) continue
      if (!works.some((work) => this.#isDue(work))) return earliest(works.map(({ due }) => due))
      leftDue += 1
      if (leftDue === MAX_LEFT_DUE) return new Date(this.#now.getTime() + RETRY_MS)
    }
    throw new UnavailableError('work of a test clock stays due')
  }

  async #run(work: Work): Promise<void> {
    work.hasNews = false
    work.run = newRun()
    try {
      work.due = await this.use.during(work.run, work.work)
      // It has not seen what it changed after its last look.
      if ([...work.run.reads.values()].includes(true)) work.hasNews = true
    } catch (error) {
      work.hasNews = true
      throw error
    }
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

const newRun = (): Run => ({ reads: new Map(), isOver: false })

/** Waits for all, also when one fails: nothing may run twice at a time. */
async function allOver(runs: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
