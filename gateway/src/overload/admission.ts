import type { ProblemError } from '@usher/service-kit'
import { AdaptiveLimit, type Kind } from './adaptive-limit.ts'
import { overloaded } from './overloaded.ts'
import { QueueGrowth } from './queue-growth.ts'
import { type Waiting, WaitingRoom } from './waiting-room.ts'

/** Requests that may wait before they count as overload: a burst of 256, or what is served within 100 ms. */
const BURST = { requests: 256, ms: 100 }
/** The same under overload, when waiting only makes everyone late. */
const OVERLOADED = { requests: 6, ms: 25 }
/** Nobody waits longer, in ms. */
const LONGEST_WAIT_MS = 5_000
/** Whatever takes longer, in ms, waits for somebody else (a receiver, Google), and gives its place to another, unless all are slow. */
const SLOW_MS = 2_000
/** Time between looks at who waits, in ms, for when nobody comes or leaves. */
const LOOK_EVERY_MS = 500
/** Overload is over when nothing was refused for this long, in ms. */
const OVERLOAD_MS = 1_000

/** Gives a place back; tells whether the answer was a success. */
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
  /** Called for every request that is refused. */
  readonly onRefused: () => void
  /** Monotonic, in ms. */
  readonly now?: () => number
}

/**
 * Admits requests to a service: as many at a time as its limit says; the others wait, first come, first served, and their
 * holders (organisations or addresses) take turns; the newest first only while the queue grows. When more come than may wait, or somebody has waited too long, the queue
 * does not drain: the service is overloaded. Then the requests that have waited longest are refused, those of the longest
 * line first, and few may wait. So whoever is served is served soon, and the others learn soon that they are not.
 */
export class Admission {
  readonly #limit = new AdaptiveLimit()
  readonly #waiting = new WaitingRoom<WaitingRequest>()
  readonly #growth = new QueueGrowth()
  readonly #onRefused: () => void
  readonly #now: () => number
  /** In the order in which they were taken. */
  readonly #places = new Set<Place>()
  #overloadedUntilMs = Number.NEGATIVE_INFINITY
  #look: NodeJS.Timeout | undefined

  constructor({ onRefused, now = () => performance.now() }: Options) {
    this.#onRefused = onRefused
    this.#now = now
  }

  get state() {
    return { inFlight: this.#places.size, waiting: this.#waiting.size, most: this.#limit.most }
  }

  /**
   * Refuses a request that would not be admitted for now, before it costs anything.
   *
   * @param holderOf finds who it is for; called under overload only
   * @throws ProblemError `overloaded`
   */
  requireRoom(holderOf: () => string): void {
    if (this.#isOverloaded() && !this.#hasPlace() && !this.#mayWait(holderOf())) throw this.#refusal()
  }

  /**
   * Gives a request a place, at once or by a promise.
   *
   * @param holderOf finds who it is for: an organisation, or an address; called where others wait only
   * @param onWaiting is given what withdraws the request when its client leaves while it waits; its promise then resolves
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
    // Its arrival counted, and it makes nobody wait any more.
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

  /** Reviews the queue when no request comes or leaves. */
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
    return this.#places.size < this.#limit.most
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
      // A refusal may be quick, and a failure slow, whatever waits.
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

  /** Refuses whoever has waited too long and admits others to free places. */
  #reviewWaiting(): void {
    const old = this.#waiting.takeOlderThan(this.#now() - LONGEST_WAIT_MS)
    for (const { refuse } of old) refuse(this.#refusal())
    this.#shed()
    this.#admitWaiting()
  }

  /** Refuses those beyond what may wait. The first refusal begins overload, in which few may. */
  #shed(): void {
    while (this.#waiting.size > this.#room) this.#waiting.takeFromLongest()?.refuse(this.#refusal())
  }

  #refusal(): ProblemError {
    this.#overloadedUntilMs = this.#now() + OVERLOAD_MS
    this.#onRefused()
    return overloaded()
  }
}
