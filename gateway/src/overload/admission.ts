import type { ProblemError } from '@usher/service-kit'
import { AdaptiveLimit, type Kind } from './adaptive-limit.ts'
import { overloaded } from './overloaded.ts'
import { QueueGrowth } from './queue-growth.ts'
import { type Waiting, WaitingRoom } from './waiting-room.ts'

/** Requests that may wait before it counts as overload: a burst of 256, or what is served within 100 ms. */
const BURST = { requests: 256, ms: 100 }
/** The same under overload, when waiting only makes everyone late. */
const OVERLOADED = { requests: 6, ms: 25 }
/** Longest wait, in ms. */
const MAX_WAIT_MS = 5_000
/**
 * A request slower than this, in ms, waits for another party (a receiver, Google) and releases its place, unless all
 * are slow.
 */
const SLOW_MS = 2_000
/** How often to review the queue when no request comes or leaves, in ms. */
const LOOK_EVERY_MS = 500
/** Overload ends when nothing was refused for this long, in ms. */
const OVERLOAD_MS = 1_000

/** Releases a place; `isSuccess` tells whether the answer was a success. */
export type Leave = (isSuccess: boolean) => void

interface Place {
  readonly beganMs: number
}

interface WaitingRequest extends Waiting {
  readonly kind: Kind
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
 * Admits requests to a service: as many at a time as its limit allows. The others wait, first come, first served, and
 * their holders (organisations or addresses) take turns; only while the queue grows are the newest served first. When
 * more wait than may, or somebody has waited too long, the service is overloaded. Then the requests that have waited
 * longest are refused, those of the longest line first, and few may wait. So requests are either served soon or
 * refused soon.
 */
export class Admission {
  readonly #limit = new AdaptiveLimit()
  readonly #waiting = new WaitingRoom<WaitingRequest>()
  readonly #growth = new QueueGrowth()
  readonly #onRefused: () => void
  readonly #now: () => number
  /** In order of admission. */
  readonly #places = new Set<Place>()
  #overloadedUntilMs = Number.NEGATIVE_INFINITY
  #look: NodeJS.Timeout | undefined

  constructor({ onRefused, now = () => performance.now() }: Options) {
    this.#onRefused = onRefused
    this.#now = now
  }

  get state() {
    return { inFlight: this.#places.size, waiting: this.#waiting.size, max: this.#limit.max }
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
  enter(
    kind: Kind,
    holderOf: () => string,
    onWaiting?: (withdraw: () => void) => void,
  ): Leave | Promise<Leave> {
    this.#growth.noteArrival()
    if (this.#waiting.size > 0) this.#reviewWaiting()
    if (this.#waiting.size === 0 && this.#hasPlace()) return this.#take(kind)
    const holder = holderOf()
    if (this.#isOverloaded() && !this.#mayWait(holder)) throw this.#refusal()
    const { promise, resolve: admit, reject: refuse } = Promise.withResolvers<Leave>()
    const request = { kind, holder, sinceMs: this.#now(), admit, refuse }
    this.#waiting.add(request)
    onWaiting?.(() => this.#withdraw(request))
    this.#shed()
    this.#lookLater()
    return promise
  }

  #withdraw(request: WaitingRequest): void {
    if (!this.#waiting.remove(request)) return
    // Its arrival was counted, and it no longer makes anybody wait.
    this.#growth.noteServed(this.#now())
    request.admit(() => {})
  }

  #mayWait(holder: string): boolean {
    return this.#waiting.size < this.#room || this.#waiting.staysShorterThanLongest(holder)
  }

  /** How many may wait now. */
  get #room(): number {
    const { requests, ms } = this.#isOverloaded() ? OVERLOADED : BURST
    return Math.max(requests, Math.floor((this.#limit.perSecond * ms) / 1000))
  }

  /** Schedules a review for when no request comes or leaves. */
  #lookLater(): void {
    if (this.#waiting.size === 0) return
    this.#look ??= setTimeout(() => {
      this.#look = undefined
      this.#reviewWaiting()
      this.#lookLater()
    }, LOOK_EVERY_MS).unref()
  }

  #hasPlace(): boolean {
    if (!this.#isOverloaded()) this.#freeSlow()
    return this.#places.size < this.#limit.max
  }

  #freeSlow(): void {
    const latestMs = this.#now() - SLOW_MS
    for (const place of this.#places) {
      if (place.beganMs > latestMs) return
      this.#places.delete(place)
    }
  }

  #isOverloaded(): boolean {
    return this.#now() < this.#overloadedUntilMs
  }

  #take(kind: Kind): Leave {
    const place = { beganMs: this.#now() }
    this.#places.add(place)
    this.#limit.noteInFlight(this.#places.size)
    return (isSuccess) => {
      this.#places.delete(place)
      this.#growth.noteServed(this.#now())
      this.#limit.noteInFlight(this.#places.size)
      // Only successes: a refusal may be quick and a failure slow, whatever the queue.
      if (isSuccess) this.#limit.noteAnswer(kind, place.beganMs, this.#now())
      this.#admitWaiting()
    }
  }

  #admitWaiting(): void {
    while (this.#waiting.size > 0 && this.#hasPlace()) {
      // In a growing queue the oldest may soon be refused; serving them first would make the newer late, too.
      const next = this.#waiting.takeNext(this.#growth.isGrowing ? 'last' : 'first')
      next?.admit(this.#take(next.kind))
    }
  }

  /** Refuses requests that have waited too long, and admits others to free places. */
  #reviewWaiting(): void {
    const old = this.#waiting.takeOlderThan(this.#now() - MAX_WAIT_MS)
    for (const { refuse } of old) refuse(this.#refusal())
    this.#shed()
    this.#admitWaiting()
  }

  /** Refuses requests beyond what may wait. The first refusal starts overload, in which few may. */
  #shed(): void {
    while (this.#waiting.size > this.#room) this.#waiting.takeFromLongest()?.refuse(this.#refusal())
  }

  #refusal(): ProblemError {
    this.#overloadedUntilMs = this.#now() + OVERLOAD_MS
    this.#onRefused()
    return overloaded()
  }
}
