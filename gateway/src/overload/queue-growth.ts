const WINDOW_MS = 100
/** Requests served that a window needs to count. */
const ENOUGH = 10
/** From this many arrivals per request served the queue counts as growing. */
const GROWING = 1.5

/** Tells whether a queue grows, from arrivals and requests served in the last window. */
export class QueueGrowth {
  #windowBeganMs = 0
  #arrived = 0
  #served = 0
  #isGrowing = false

  /** Whether far more arrived than was served in the last full window. */
  get isGrowing(): boolean {
    return this.#isGrowing
  }

  noteArrival(): void {
    this.#arrived += 1
  }

  /** @param nowMs monotonic */
  noteServed(nowMs: number): void {
    this.#served += 1
    if (nowMs - this.#windowBeganMs < WINDOW_MS || this.#served < ENOUGH) return
    this.#isGrowing = this.#arrived >= GROWING * this.#served
    this.#windowBeganMs = nowMs
    this.#arrived = 0
    this.#served = 0
  }
}
