import type { ProblemError } from '@usher/service-kit'
import { overloaded } from './overloaded.ts'

/** Requests given to a service at a time: keeps its processors and the group commit of its writes busy. */
const MAX_IN_FLIGHT = 64
/** Requests that may wait before it counts as overload. */
const MAX_WAITING = 256
/** The same under overload, when waiting only makes everyone late. */
const MAX_WAITING_UNDER_OVERLOAD = 6
/** Longest wait, in ms. */
const MAX_WAIT_MS = 5_000
/**
 * A request slower than this, in ms, waits for another party (a receiver, Google) and releases its place, unless the
 * service is overloaded.
 */
const SLOW_MS = 2_000
/** How often to review the queue when no request comes or leaves, in ms. */
const LOOK_EVERY_MS = 500
/** Overload ends when nothing was refused for this long, in ms. */
const OVERLOAD_MS = 1_000

/** Releases a place. */
export type Leave = () => void

interface WaitingRequest {
  /** Its organisation, or its address without a credential. */
  readonly holder: string
  readonly sinceMs: number
  admit(leave: Leave): void
  refuse(problem: ProblemError): void
}

interface Options {
  /** Called for every refused request. */
  readonly onRefused: () => void
  /** Monotonic, in ms. */
  readonly now?: () => number
}

/**
 * Admits a bounded number of requests to a service at a time. The others wait in one line for each holder (an
 * organisation or an address): first come, first served within a line, and lines take turns, so that one holder's many
 * requests do not delay another's single one. When more wait than may, or one has waited too long, the service is
 * overloaded. Then those who have waited longest are refused, of the longest line first, and few may wait. So requests
 * are either served soon or refused soon.
 */
export class Admission {
  readonly #onRefused: () => void
  readonly #now: () => number
  /** When each request in flight was admitted, in that order. */
  readonly #places = new Set<{ readonly beganMs: number }>()
  /** Waiting requests by holder, in the order of their turns; none is empty. */
  readonly #lines = new Map<string, WaitingRequest[]>()
  #waiting = 0
  #overloadedUntilMs = Number.NEGATIVE_INFINITY
  #look: NodeJS.Timeout | undefined

  constructor({ onRefused, now = () => performance.now() }: Options) {
    this.#onRefused = onRefused
    this.#now = now
  }

  get state() {
    return { inFlight: this.#places.size, waiting: this.#waiting }
  }

  /**
   * Refuses a request that could not be admitted now, before it costs anything.
   *
   * @param holderOf returns its organisation or address; called under overload only
   * @throws ProblemError `overloaded`
   */
  requireRoom(holderOf: () => string): void {
    if (this.#isOverloaded() && !this.#hasPlace() && !this.#mayWait(holderOf())) throw this.#refusal()
  }

  /**
   * Gives a request a place, at once or by a promise.
   *
   * @param holderOf returns its organisation or address; called only if others wait
   * @param onWaiting receives a function that withdraws the request if its client leaves while it waits; its promise
   * then resolves
   * @throws ProblemError `overloaded`, at once or by the promise
   */
  enter(holderOf: () => string, onWaiting?: (withdraw: () => void) => void): Leave | Promise<Leave> {
    if (this.#waiting > 0) this.#reviewWaiting()
    if (this.#waiting === 0 && this.#hasPlace()) return this.#take()
    const holder = holderOf()
    if (this.#isOverloaded() && !this.#mayWait(holder)) throw this.#refusal()
    const { promise, resolve: admit, reject: refuse } = Promise.withResolvers<Leave>()
    const request = { holder, sinceMs: this.#now(), admit, refuse }
    const line = this.#lines.get(holder)
    if (line) line.push(request)
    else this.#lines.set(holder, [request])
    this.#waiting += 1
    onWaiting?.(() => this.#withdraw(request))
    this.#shed()
    this.#lookLater()
    return promise
  }

  #hasPlace(): boolean {
    if (!this.#isOverloaded()) this.#freeSlow()
    return this.#places.size < MAX_IN_FLIGHT
  }

  #freeSlow(): void {
    const latestMs = this.#now() - SLOW_MS
    for (const place of this.#places) {
      if (place.beganMs > latestMs) return
      this.#places.delete(place)
    }
  }

  #take(): Leave {
    const place = { beganMs: this.#now() }
    this.#places.add(place)
    return () => {
      this.#places.delete(place)
      this.#admitWaiting()
    }
  }

  #admitWaiting(): void {
    for (const [holder, line] of this.#lines) {
      if (!this.#hasPlace()) return
      const next = this.#takeFirst(holder, line)
      // Its holder's next turn comes after everybody else's: the loop meets it again at the end.
      if (this.#lines.delete(holder)) this.#lines.set(holder, line)
      next?.admit(this.#take())
    }
  }

  /** Refuses requests that have waited too long, and admits others to free places. */
  #reviewWaiting(): void {
    const latestMs = this.#now() - MAX_WAIT_MS
    for (const [holder, line] of this.#lines)
      while (line[0] && line[0].sinceMs <= latestMs) this.#takeFirst(holder, line)?.refuse(this.#refusal())
    this.#shed()
    this.#admitWaiting()
  }

  /** Schedules a review for when no request comes or leaves. */
  #lookLater(): void {
    if (this.#waiting === 0) return
    this.#look ??= setTimeout(() => {
      this.#look = undefined
      this.#reviewWaiting()
      this.#lookLater()
    }, LOOK_EVERY_MS).unref()
  }

  /** Refuses requests beyond what may wait. The first refusal starts overload, in which few may. */
  #shed(): void {
    while (this.#waiting > this.#room) this.#takeFirst(...this.#longestLine())?.refuse(this.#refusal())
  }

  /** Whether one more of the holder's may wait: there is room, or one of a longer line gives way. */
  #mayWait(holder: string): boolean {
    const length = this.#lines.get(holder)?.length ?? 0
    return this.#waiting < this.#room || length + 1 < this.#longestLine()[1].length
  }

  get #room(): number {
    return this.#isOverloaded() ? MAX_WAITING_UNDER_OVERLOAD : MAX_WAITING
  }

  #longestLine(): [holder: string, line: WaitingRequest[]] {
    let longest: [string, WaitingRequest[]] = ['', []]
    for (const entry of this.#lines) if (entry[1].length > longest[1].length) longest = entry
    return longest
  }

  #takeFirst(holder: string, line: WaitingRequest[]): WaitingRequest | undefined {
    const first = line.shift()
    if (first) this.#waiting -= 1
    if (line.length === 0) this.#lines.delete(holder)
    return first
  }

  #withdraw(request: WaitingRequest): void {
    const line = this.#lines.get(request.holder)
    const index = line?.indexOf(request) ?? -1
    if (!line || index < 0) return
    line.splice(index, 1)
    this.#waiting -= 1
    if (line.length === 0) this.#lines.delete(request.holder)
    request.admit(() => {})
  }

  #isOverloaded(): boolean {
    return this.#now() < this.#overloadedUntilMs
  }

  #refusal(): ProblemError {
    this.#overloadedUntilMs = this.#now() + OVERLOAD_MS
    this.#onRefused()
    return overloaded()
  }
}
