import type { DueWork } from '@usher/service-kit'
import type { JobResult, LaneFacts } from './lane.ts'
import type { JobLanes } from './lanes.ts'

/** Jobs of one endpoint accepted at a time: a batch. */
const ROOM = 500

/** Lanes for test clocks: an attempt takes no time there, so that jobs run at once and no pace is learnt. */
export class OpenLanes<Job> implements JobLanes<Job> {
  readonly #run: (job: Job) => Promise<JobResult>
  readonly #due: Pick<DueWork, 'background'>
  readonly #running = new Set<Promise<unknown>>()
  readonly waiting = 0
  readonly resting = 0

  /** @param run must not reject */
  constructor(run: (job: Job) => Promise<JobResult>, due: Pick<DueWork, 'background'>) {
    this.#run = run
    this.#due = due
  }

  get inFlight(): number {
    return this.#running.size
  }

  room(): number {
    return ROOM
  }

  /** Never: deliveries are written before they are attempted, as an event must not wait for its attempts. */
  isQuick(): boolean {
    return false
  }

  add(_: LaneFacts, job: Job): void {
    const running = this.#run(job)
      .then(({ written }) => written)
      .catch(() => {})
    this.#running.add(running)
    void running.then(() => this.#running.delete(running))
    this.#due.background(running)
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  clear(): Job[] {
    return []
  }
}
