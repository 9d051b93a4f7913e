import {
  FULL_PACE,
  isDown,
  isQuick,
  isResting,
  type Pace,
  type PaceSample,
  paceAfter,
  roomAt,
  SHARE,
} from './pace.ts'
import type { RateGate } from './rate-gate.ts'
import { Turns } from './turns.ts'

/** Maximum concurrent attempts in total. */
const TOTAL_IN_FLIGHT = 1_000
/**
 * Maximum concurrent attempts per organisation: the rest is left to others, however many of its endpoints
 * hang.
 */
const ORGANIZATION_IN_FLIGHT = 250
/** Deliveries waiting in memory in total; beyond it each endpoint gets no more than its share. */
const TOTAL_WAITING = 10_000
/** Maximum idle endpoints whose pace is remembered. */
const MAX_REMEMBERED = 10_000

/** Facts about the endpoint of a lane. */
export interface LaneFacts {
  readonly name: string
  readonly organizationId: string
  readonly ratePerSecond: number | null
}

/** Outcome of a job. */
export interface JobResult {
  /** How the receiver responded, if an attempt was made. */
  readonly sample?: PaceSample | undefined
  /** Settles once the result is written; the next job need not wait for it. */
  readonly written: Promise<unknown>
}

interface Options<Job> {
  /** Runs one job; must not reject. */
  run(job: Job): Promise<JobResult>
  /** Returns jobs whose turn will not come soon to the database; must not reject. */
  giveBack(jobs: readonly Job[]): Promise<void>
  /** Called when a lane has room again that had too little when asked. */
  onRoom(name: string): void
  /** Limits the starts per second of a lane. */
  createGate(facts: LaneFacts & { readonly ratePerSecond: number }, onOpen: () => void): RateGate
  /** Milliseconds since 1970. */
  now(): number
  /** Starts every job at once, at no pace: for test clocks, which wait for each attempt. */
  readonly isUnlimited?: boolean
}

interface Waiting<Job> {
  readonly job: Job
  /** Called once the job's result is written, or the job given back. */
  readonly end: () => void
}

/** The jobs for one endpoint and the pace at which it is served. */
interface Lane<Job> {
  facts: LaneFacts
  readonly waiting: Waiting<Job>[]
  running: number
  pace: Pace
  gate: RateGate | undefined
  /** It had too little room when last asked. */
  isShort: boolean
  wake: NodeJS.Timeout | undefined
}

/**
 * Runs jobs in one lane per endpoint, each at the pace of its receiver, so that a hanging endpoint only fills
 * its own lane. Organisations take turns, and so do the lanes within each.
 */
export class Lanes<Job> {
  readonly #options: Options<Job>
  readonly #lanes = new Map<string, Lane<Job>>()
  readonly #turns = new Turns(ORGANIZATION_IN_FLIGHT)
  readonly #unended = new Set<Promise<void>>()
  #isClosed = false
  #inFlight = 0
  /** Finished jobs whose results are not written yet. */
  #writing = 0
  #waiting = 0

  constructor(options: Options<Job>) {
    this.#options = options
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Number of paused endpoints: throttled or not responding. */
  get resting(): number {
    const now = this.#options.now()
    return [...this.#lanes.values()].filter(({ pace }) => isResting(pace, now)).length
  }

  /**
   * How many more jobs a lane accepts.
   *
   * @param ratePerSecond limit of the endpoint, if known
   */
  room(name: string, ratePerSecond?: number | null): number {
    const lane = this.#lanes.get(name)
    const { pace = FULL_PACE, running = 0, waiting = [] } = lane ?? {}
    const accepted = roomAt(pace, ratePerSecond ?? lane?.facts.ratePerSecond ?? null, this.#options.now())
    const most = this.#waiting < TOTAL_WAITING ? accepted : Math.min(accepted, SHARE)
    const room = Math.max(0, most - waiting.length - (isDown(pace) ? running : 0))
    if (lane && room === 0) lane.isShort = true
    return this.#isClosed ? 0 : room
  }

  /** Runs a job in its turn. Resolves once its result is written, or the job was given back. */
  add(facts: LaneFacts, job: Job): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#unended.add(ended)
    void ended.then(() => this.#unended.delete(ended))
    const lane = this.#laneOf(facts)
    lane.waiting.push({ job, end })
    this.#waiting += 1
    if (this.#isClosed || isResting(lane.pace, this.#options.now())) void this.#giveBackAllOf(lane)
    else if (this.#options.isUnlimited) this.#runNext(lane)
    else this.#takeTurn(lane)
    return ended
  }

  /** Resolves when nothing is running or waiting. */
  async idle(): Promise<void> {
    while (this.#unended.size > 0) await Promise.all(this.#unended)
  }

  /** Gives back the jobs that have not started, and all that are added later. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { wake } of this.#lanes.values()) clearTimeout(wake)
    await Promise.all([...this.#lanes.values()].map((lane) => this.#giveBackAllOf(lane)))
  }

  async #giveBackAllOf({ waiting }: Lane<Job>): Promise<void> {
    const given = waiting.splice(0)
    this.#waiting -= given.length
    await this.#options.giveBack(given.map(({ job }) => job))
    for (const { end } of given) end()
  }

  #laneOf(facts: LaneFacts): Lane<Job> {
    const known = this.#lanes.get(facts.name)
    if (known?.facts.ratePerSecond === facts.ratePerSecond) return known
    const lane = known ?? newLane<Job>(facts)
    lane.facts = facts
    lane.gate = this.#gateOf(facts)
    this.#lanes.set(facts.name, lane)
    return lane
  }

  #gateOf(facts: LaneFacts): RateGate | undefined {
    const { name, ratePerSecond } = facts
    if (!ratePerSecond) return undefined
    return this.#options.createGate({ ...facts, ratePerSecond }, () => {
      const lane = this.#lanes.get(name)
      if (lane) this.#takeTurn(lane)
    })
  }

  #takeTurn({ facts: { name, organizationId } }: Lane<Job>): void {
    this.#turns.add(organizationId, name)
    this.#turns.give(
      () => this.#inFlight + this.#writing < TOTAL_IN_FLIGHT,
      (next) => this.#startOne(next),
    )
  }

  #startOne(name: string): boolean {
    const lane = this.#lanes.get(name)
    if (!lane || lane.waiting.length === 0 || !this.#mayStart(lane)) return false
    this.#runNext(lane)
    return true
  }

  #mayStart(lane: Lane<Job>): boolean {
    if (isResting(lane.pace, this.#options.now()) || lane.running >= this.#placesOf(lane)) return false
    return lane.gate === undefined || lane.gate.pass(lane.waiting.length)
  }

  /**
   * Maximum concurrent jobs of a lane. Places beyond its share are there while half of all places are free, in total
   * and of the organisation: the other half is reserved for shares. An endpoint that is down then gets one place:
   * several such endpoints would otherwise take all places of their organisation.
   */
  #placesOf({ pace, facts: { organizationId } }: Lane<Job>): number {
    const isHalfFree = this.#inFlight + this.#writing < TOTAL_IN_FLIGHT / 2
    if (isHalfFree && this.#turns.running(organizationId) < ORGANIZATION_IN_FLIGHT / 2) return pace.limit
    return isDown(pace) ? 1 : Math.min(pace.limit, SHARE)
  }

  #runNext(lane: Lane<Job>): void {
    const next = lane.waiting.shift()
    if (!next) return
    this.#waiting -= 1
    this.#inFlight += 1
    lane.running += 1
    void this.#options.run(next.job).then(({ sample, written }) => {
      this.#writing += 1
      const end = () => {
        this.#writing -= 1
        next.end()
        this.#takeTurn(lane)
      }
      written.then(end, end)
      if (sample) this.#learn(lane, sample)
      this.#ended(lane)
    })
  }

  /** Adapts the pace. Jobs do not wait here for a rest to end: their claims could. */
  #learn(lane: Lane<Job>, sample: PaceSample): void {
    const now = this.#options.now()
    const wasResting = isResting(lane.pace, now)
    lane.pace = paceAfter(lane.pace, sample, now, lane.running >= lane.pace.limit)
    if (wasResting || !isResting(lane.pace, now)) return
    void this.#giveBackAllOf(lane)
    clearTimeout(lane.wake)
    const { name } = lane.facts
    lane.wake = setTimeout(() => this.#options.onRoom(name), lane.pace.restsUntil - now).unref()
  }

  #ended(lane: Lane<Job>): void {
    this.#inFlight -= 1
    lane.running -= 1
    if (!this.#options.isUnlimited) this.#turns.ended(lane.facts.organizationId)
    this.#takeTurn(lane)
    if (lane.waiting.length > 0) return
    const { isShort, facts } = lane
    lane.isShort = false
    this.#forgetUnremarkable(lane)
    if (isShort) this.#options.onRoom(facts.name)
  }

  /** Forgets an idle lane, unless its pace must be remembered. */
  #forgetUnremarkable({ facts, pace, running }: Lane<Job>): void {
    const now = this.#options.now()
    if (running > 0 || isResting(pace, now)) return
    const isNormal = pace.limit >= SHARE && isQuick(pace, now)
    if (isNormal || this.#lanes.size > MAX_REMEMBERED) this.#lanes.delete(facts.name)
  }
}

const newLane = <Job>(facts: LaneFacts): Lane<Job> => ({
  facts,
  waiting: [],
  running: 0,
  pace: FULL_PACE,
  gate: undefined,
  isShort: false,
  wake: undefined,
})
