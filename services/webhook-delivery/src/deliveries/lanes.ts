/** Attempts to one endpoint at the same time. */
const LANE_IN_FLIGHT = 10
/** Attempts at the same time in all: a hundred endpoints that hang leave room for the others. */
const TOTAL_IN_FLIGHT = 1_000
/** Deliveries to one endpoint that wait in memory; further ones wait in the database. */
const LANE_WAITING = 1_000
/** Deliveries that wait in memory in all. */
const TOTAL_WAITING = 10_000

interface Lane<Job> {
  readonly waiting: Job[]
  running: number
}

interface Options<Job> {
  /** Does one job; must not reject. */
  run(job: Job): Promise<void>
  /** A lane that had no room for more has got through what it had. */
  onRoom(): void
}

/**
 * Runs jobs in lanes, one for each endpoint: a lane whose jobs hang fills up alone, while the others, served
 * in turn, go on.
 */
export class Lanes<Job> {
  readonly #options: Options<Job>
  readonly #lanes = new Map<string, Lane<Job>>()
  /** Lanes that may start a job, in the order of their turns. */
  readonly #turns = new Set<string>()
  /** Lanes that were asked for room and had none. */
  readonly #wanted = new Set<string>()
  #inFlight = 0
  #waiting = 0
  #idle = Promise.withResolvers<void>()

  constructor(options: Options<Job>) {
    this.#options = options
    this.#idle.resolve()
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get waiting(): number {
    return this.#waiting
  }

  /** How many more jobs a lane takes. */
  room(name: string): number {
    const here = LANE_WAITING - (this.#lanes.get(name)?.waiting.length ?? 0)
    const room = Math.max(0, Math.min(here, TOTAL_WAITING - this.#waiting))
    if (room === 0) this.#wanted.add(name)
    return room
  }

  /** Lanes that take no more. */
  full(): string[] {
    return [...this.#lanes.keys()].filter((name) => this.room(name) === 0)
  }

  add(name: string, job: Job): void {
    if (this.#inFlight === 0 && this.#waiting === 0) this.#idle = Promise.withResolvers()
    const lane = this.#lanes.get(name) ?? { waiting: [], running: 0 }
    this.#lanes.set(name, lane)
    lane.waiting.push(job)
    this.#waiting += 1
    this.#turns.add(name)
    this.#start()
  }

  /** Resolves when nothing runs or waits. */
  idle(): Promise<void> {
    return this.#idle.promise
  }

  /** Gives what has not begun; nothing of it is run. */
  clear(): Job[] {
    const left = [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0))
    this.#waiting = 0
    if (this.#inFlight === 0) this.#idle.resolve()
    return left
  }

  #start(): void {
    for (const name of this.#turns) {
      if (this.#inFlight >= TOTAL_IN_FLIGHT) return
      this.#turns.delete(name)
      const lane = this.#lanes.get(name)
      if (!lane || lane.running >= LANE_IN_FLIGHT) continue
      const job = lane.waiting.shift()
      if (job === undefined) continue
      this.#run(name, lane, job)
      this.#turns.add(name)
    }
  }

  #run(name: string, lane: Lane<Job>, job: Job): void {
    this.#waiting -= 1
    this.#inFlight += 1
    lane.running += 1
    void this.#options.run(job).then(() => this.#ended(name, lane))
  }

  #ended(name: string, lane: Lane<Job>): void {
    this.#inFlight -= 1
    lane.running -= 1
    this.#turns.add(name)
    this.#start()
    if (lane.waiting.length > 0) return
    if (this.#wanted.delete(name)) this.#options.onRoom()
    if (lane.running === 0) this.#lanes.delete(name)
    if (this.#inFlight === 0 && this.#waiting === 0) this.#idle.resolve()
  }
}
