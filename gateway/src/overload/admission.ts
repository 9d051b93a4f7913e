import type { ProblemError } from '@usher/service-kit'
import { AdaptiveLimit, type Kind } from './adaptive-limit.ts'
import { overloaded } from './overloaded.ts'

/** So many may wait for a place: a burst is served, if not at once. */
const MOST_WAITING = 256
/** The same under overload, when waiting only makes everyone late. */
const MOST_WAITING_OVERLOADED = 6
/** Nobody waits longer, in ms. */
const LONGEST_WAIT_MS = 5_000
/** Whatever takes longer, in ms, waits for somebody else (a receiver, Google), and gives its place to another, unless all are slow. */
const SLOW_MS = 2_000
/** How often is looked at who waits, in ms, for when nobody comes or leaves. */
const LOOK_EVERY_MS = 500
/** Overload is over when nothing was refused for so long, in ms. */
const OVERLOAD_MS = 1_000

/** Gives a place back; tells whether the answer was a success. */
export type Leave = (isSuccess: boolean) => void

interface Place {
  readonly beganMs: number
}

interface Waiting {
  readonly kind: Kind
  readonly sinceMs: number
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
 * Admits requests to a service: as many at a time as its limit says, the newest first of a burst of others. When more come
 * than may wait, the service is overloaded: then all who have waited but the last few are refused at once, and few may wait.
 * So whoever is served is served soon, and the others learn soon that they are not.
 */
export class Admission {
  readonly #limit = new AdaptiveLimit()
  readonly #waiting: Waiting[] = []
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
    return { inFlight: this.#places.size, waiting: this.#waiting.length, most: this.#limit.most }
  }

  /**
   * Refuses a request that would not be admitted for now, before it costs anything.
   *
   * @throws ProblemError `overloaded`
   */
  requireRoom(): void {
    const hasRoom = this.#hasPlace() || this.#waiting.length < MOST_WAITING_OVERLOADED
    if (!hasRoom && this.#isOverloaded()) throw this.#refusal()
  }

  /**
   * Gives a request a place, at once or by a promise.
   *
   * @throws ProblemError `overloaded`, at once or by the promise
   */
  enter(kind: Kind): Leave | Promise<Leave> {
    if (this.#hasPlace()) {
      const leave = this.#take(kind)
      this.#admitWaiting()
      return leave
    }
    this.#dropOld()
    this.requireRoom()
    const { promise, resolve: admit, reject: refuse } = Promise.withResolvers<Leave>()
    this.#waiting.push({ kind, sinceMs: this.#now(), admit, refuse })
    if (this.#waiting.length > MOST_WAITING) this.#refuseOldest(MOST_WAITING - MOST_WAITING_OVERLOADED + 1)
    this.#lookLater()
    return promise
  }

  /** Releases slots held longer than SLOW_MS to waiting requests. */
  #lookLater(): void {
    if (this.#waiting.length === 0) return
    this.#look ??= setTimeout(() => {
      this.#look = undefined
      this.#admitWaiting()
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
      this.#limit.noteInFlight(this.#places.size)
      // A refusal may be quick, and a failure slow, whatever waits.
      if (isSuccess) this.#limit.noteAnswer(kind, place.beganMs, this.#now())
      this.#admitWaiting()
    }
  }

  #admitWaiting(): void {
    while (this.#waiting.length > 0 && this.#hasPlace()) {
      const next = this.#isOverloaded() ? this.#waiting.shift() : this.#waiting.pop()
      next?.admit(this.#take(next.kind))
    }
    this.#dropOld()
  }

  #dropOld(): void {
    const latestMs = this.#now() - LONGEST_WAIT_MS
    const old = this.#waiting.findIndex(({ sinceMs }) => sinceMs > latestMs)
    this.#refuseOldest(old < 0 ? this.#waiting.length : old)
  }

  #refuseOldest(count: number): void {
    for (const { refuse } of this.#waiting.splice(0, count)) refuse(this.#refusal())
  }

  #refusal(): ProblemError {
    this.#overloadedUntilMs = this.#now() + OVERLOAD_MS
    this.#onRefused()
    return overloaded()
  }
}
