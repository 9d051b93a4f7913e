import { type Done, isLaneQuick, isRested, type Lane, type LaneFacts, placesOf, roomOf } from './lane.ts'
import { FULL_PACE, isResting, paceAfter, roomAt } from './pace.ts'
import type { RateGate } from './rate-gate.ts'
import { Turns } from './turns.ts'

/** Attempts at the same time in all. */
const TOTAL_IN_FLIGHT = 1_000
/** Attempts at the same time for one organisation: others have the rest, however many endpoints hang. */
const ORGANIZATION_IN_FLIGHT = 250
/** Deliveries that wait in memory in all. */
const TOTAL_WAITING = 10_000
/** Endpoints that are remembered while nothing is to be done for them. */
const MOST_REMEMBERED = 10_000

interface Options<Job> {
  /** Does one job; must not reject. */
  run(job: Job): Promise<Done>
  /** A lane that had no room for more has some again. */
  onRoom(): void
  /** Holds a lane to so many starts in a second. */
  createGate(facts: LaneFacts & { readonly ratePerSecond: number }, onOpen: () => void): RateGate
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Runs jobs in lanes, one for each endpoint, each at the pace of its receiver: a lane whose jobs hang fills up
 * alone. Organisations have their turns, and within each its lanes.
 */
export class Lanes<Job> {
  readonly #options: Options<Job>
  readonly #lanes = new Map<string, Lane<Job>>()
  readonly #turns = new Turns(ORGANIZATION_IN_FLIGHT)
  /** Lanes that were asked for room and had none. */
  readonly #wanted = new Set<string>()
  #inFlight = 0
  /** Jobs that are done but not written. */
  #writing = 0
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

  /** Endpoints that rest, because they were asked to or do not answer. */
  get resting(): number {
    const now = this.#options.now()
    return [...this.#lanes.values()].filter(({ pace }) => isResting(pace, now)).length
  }

  /** How many more jobs a lane takes. */
  room(name: string): number {
    const lane = this.#lanes.get(name)
    const here = lane ? roomOf(lane, this.#options.now()) : roomAt(FULL_PACE, null, 0)
    const room = Math.max(0, Math.min(here, TOTAL_WAITING - this.#waiting))
    if (room === 0) this.#wanted.add(name)
    return room
  }

  /** Whether a job would have its turn and its end within moments. */
  isQuick(name: string): boolean {
    const lane = this.#lanes.get(name)
    return lane ? isLaneQuick(lane, this.#options.now()) : this.#waiting < TOTAL_WAITING
  }

  add(facts: LaneFacts, job: Job): void {
    if (this.#isIdle()) this.#idle = Promise.withResolvers()
    const lane = this.#laneOf(facts)
    lane.waiting.push(job)
    this.#waiting += 1
    this.#takeTurn(lane)
  }

  /** Resolves when nothing runs or waits. */
  idle(): Promise<void> {
    return this.#idle.promise
  }

  /** Gives what has not begun; nothing of it is run. */
  clear(): Job[] {
    for (const { wake } of this.#lanes.values()) clearTimeout(wake)
    const left = [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0))
    this.#waiting = 0
    if (this.#isIdle()) this.#idle.resolve()
    return left
  }

  #laneOf(facts: LaneFacts): Lane<Job> {
    const known = this.#lanes.get(facts.name)
    if (known?.facts.ratePerSecond === facts.ratePerSecond) return known
    const { name, ratePerSecond } = facts
    const gate = ratePerSecond
      ? this.#options.createGate({ ...facts, ratePerSecond }, () => this.#reopen(name))
      : undefined
    const fresh = { waiting: [], running: 0, movedAt: 0, pace: FULL_PACE, wake: undefined }
    const lane = Object.assign(known ?? fresh, { facts, gate })
    this.#lanes.set(facts.name, lane)
    return lane
  }

  #reopen(name: string): void {
    const lane = this.#lanes.get(name)
    if (!lane) return
    this.#takeTurn(lane)
    if (this.#wanted.delete(name)) this.#options.onRoom()
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
    this.#run(lane, lane.waiting.shift() as Job)
    return true
  }

  #mayStart(lane: Lane<Job>): boolean {
    if (lane.running >= placesOf(lane, this.#isSpare(lane)) || this.#isResting(lane)) return false
    return lane.gate === undefined || lane.gate.pass(lane.waiting.length)
  }

  /** Whether half of the places are free, of all and of the lane's organisation: the other half is kept for shares. */
  #isSpare({ facts: { organizationId } }: Lane<Job>): boolean {
    const isHalfFree = this.#inFlight + this.#writing < TOTAL_IN_FLIGHT / 2
    return isHalfFree && this.#turns.running(organizationId) < ORGANIZATION_IN_FLIGHT / 2
  }

  #isResting(lane: Lane<Job>): boolean {
    const now = this.#options.now()
    if (!isResting(lane.pace, now)) return false
    clearTimeout(lane.wake)
    lane.wake = setTimeout(() => this.#reopen(lane.facts.name), lane.pace.restsUntil - now).unref()
    return true
  }

  #run(lane: Lane<Job>, job: Job): void {
    this.#waiting -= 1
    this.#inFlight += 1
    lane.running += 1
    lane.movedAt = this.#options.now()
    void this.#options.run(job).then(({ sign, written }) => {
      const isFull = lane.running >= lane.pace.limit
      if (sign) lane.pace = paceAfter(lane.pace, sign, this.#options.now(), isFull)
      this.#writing += 1
      const end = () => this.#written(lane)
      written.then(end, end)
      this.#ended(lane)
    })
  }

  #ended(lane: Lane<Job>): void {
    const { name, organizationId } = lane.facts
    this.#inFlight -= 1
    lane.running -= 1
    lane.movedAt = this.#options.now()
    this.#turns.ended(organizationId)
    this.#takeTurn(lane)
    if (lane.waiting.length > 0) return
    this.#drained(lane)
    if (this.#wanted.delete(name)) this.#options.onRoom()
  }

  #written(lane: Lane<Job>): void {
    this.#writing -= 1
    this.#takeTurn(lane)
    if (this.#isIdle()) this.#idle.resolve()
  }

  #isIdle(): boolean {
    return this.#inFlight === 0 && this.#waiting === 0 && this.#writing === 0
  }

  /** A lane with nothing to do is forgotten, unless there is something to remember of its endpoint. */
  #drained(lane: Lane<Job>): void {
    if (lane.running > 0 || this.#isResting(lane)) return
    const isUnremarkable = isRested(lane, this.#options.now())
    if (isUnremarkable || this.#lanes.size > MOST_REMEMBERED) this.#lanes.delete(lane.facts.name)
  }
}
