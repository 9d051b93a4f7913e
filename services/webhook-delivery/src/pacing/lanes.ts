import {
  isLaneQuick,
  isRecovered,
  type JobResult,
  type Lane,
  type LaneFacts,
  placesOf,
  roomOf,
} from './lane.ts'
import { FULL_PACE, isResting, paceAfter, roomAt } from './pace.ts'
import type { RateGate } from './rate-gate.ts'
import { Turns } from './turns.ts'

/** Maximum concurrent attempts in total. */
const TOTAL_IN_FLIGHT = 1_000
/**
 * Maximum concurrent attempts per organisation: the rest is left to others, however many of its endpoints
 * hang.
 */
const ORGANIZATION_IN_FLIGHT = 250
/** Maximum deliveries waiting in memory in total. */
const TOTAL_WAITING = 10_000
/** Maximum idle endpoints whose pace is remembered. */
const MAX_REMEMBERED = 10_000

interface Options<Job> {
  /** Runs one job; must not reject. */
  run(job: Job): Promise<JobResult>
  /** Called when a full lane has room again. */
  onRoom(): void
  /** Limits the starts per second of a lane. */
  createGate(facts: LaneFacts & { readonly ratePerSecond: number }, onOpen: () => void): RateGate
  /** Milliseconds since 1970. */
  now(): number
}

/** Queues jobs and runs them. */
export type JobLanes<Job> = Pick<
  Lanes<Job>,
  'inFlight' | 'waiting' | 'resting' | 'room' | 'isQuick' | 'add' | 'idle' | 'clear'
>

/**
 * Runs jobs in one lane per endpoint, each at the pace of its receiver, so that a hanging endpoint only fills
 * its own lane. Organisations take turns, and so do the lanes within each.
 */
export class Lanes<Job> {
  readonly #options: Options<Job>
  readonly #lanes = new Map<string, Lane<Job>>()
  readonly #turns = new Turns(ORGANIZATION_IN_FLIGHT)
  /** Lanes that were full when asked for room. */
  readonly #wanted = new Set<string>()
  #inFlight = 0
  /** Finished jobs whose results are not written yet. */
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

  /** Number of paused endpoints: throttled or not responding. */
  get resting(): number {
    const now = this.#options.now()
    return [...this.#lanes.values()].filter(({ pace }) => isResting(pace, now)).length
  }

  /** How many more jobs a lane accepts. */
  room(name: string): number {
    const lane = this.#lanes.get(name)
    const here = lane ? roomOf(lane, this.#options.now()) : roomAt(FULL_PACE, null, 0)
    const room = Math.max(0, Math.min(here, TOTAL_WAITING - this.#waiting))
    if (room === 0) this.#wanted.add(name)
    return room
  }

  /** Whether a new job would run and finish almost at once. */
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

  /** Resolves when nothing is running or waiting. */
  idle(): Promise<void> {
    return this.#idle.promise
  }

  /** Removes and returns the jobs not started. */
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

  /**
   * Whether half of the places are free, in total and of the organisation: the other half is reserved for
   * shares.
   */
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
    void this.#options.run(job).then(({ sample, written }) => {
      const isFull = lane.running >= lane.pace.limit
      if (sample) lane.pace = paceAfter(lane.pace, sample, this.#options.now(), isFull)
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

  /** Forgets an idle lane, unless its pace must be remembered. */
  #drained(lane: Lane<Job>): void {
    if (lane.running > 0 || this.#isResting(lane)) return
    const isUnremarkable = isRecovered(lane, this.#options.now())
    if (isUnremarkable || this.#lanes.size > MAX_REMEMBERED) this.#lanes.delete(lane.facts.name)
  }
}
