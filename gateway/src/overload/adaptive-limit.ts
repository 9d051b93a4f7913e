/** Minimum concurrency: keeps a service's several CPUs or few replicas, and the group commit of its writes, busy. */
const MIN = 12
/**
 * Maximum: at {@link STANDING_MS} each these are 10,000 requests a second, more than one gateway can forward. Each is
 * a connection.
 */
const MAX = 256
/** Requests count as queueing in the service when even the quickest answer takes longer, in ms. */
const STANDING_MS = 25
const WINDOW_MS = 100
/** Answers a window needs, and answers of one kind needed to judge that kind. */
const ENOUGH = 20
const ENOUGH_OF_KIND = 5
const MIN_SHRINK_FACTOR = 0.5
/** Growth until requests first queued, as in TCP's slow start (RFC 5681 §3.1), and afterwards. */
const FIRST_GROWTH = 2
const GROWTH = 1.1
/** Weight of the last window in the measured throughput. */
const LAST_WEIGHT = 0.3

/** Reads and writes are judged separately: a service's writes may queue where its reads do not. */
export type Kind = 'read' | 'write'

interface Answers {
  count: number
  quickestMs: number
}

/**
 * Adaptive concurrency limit of a service. As in CoDel (RFC 8289), requests count as queueing when even the quickest
 * of many answers took long: this ignores short bursts and operations that are slow by nature. The limit then shrinks
 * by Little's law to what would not queue that long, but not below what is answered in that time. It grows after each
 * window in which it was reached and nothing queued.
 */
export class AdaptiveLimit {
  #max = MIN
  #growth = FIRST_GROWTH
  #perSecond = 0
  #inFlight = 0
  #peak = 0
  #windowBeganMs = 0
  /** Answers to requests before this reflect a queue that the limit was already lowered for. */
  #loweredAtMs = Number.NEGATIVE_INFINITY
  #answers = noAnswers()
  #answered = 0

  get max(): number {
    return this.#max
  }

  /** Measured throughput: recent successful answers per second. */
  get perSecond(): number {
    return this.#perSecond
  }

  /** Notes the number of requests in flight. */
  noteInFlight(count: number): void {
    this.#inFlight = count
    this.#peak = Math.max(this.#peak, count)
  }

  /** Notes a successful answer; times are monotonic, in ms. */
  noteAnswer(kind: Kind, beganMs: number, nowMs: number): void {
    this.#answered += 1
    if (beganMs < this.#loweredAtMs) return
    const answers = this.#answers[kind]
    answers.count += 1
    answers.quickestMs = Math.min(answers.quickestMs, nowMs - beganMs)
    const { read, write } = this.#answers
    if (nowMs - this.#windowBeganMs >= WINDOW_MS && read.count + write.count >= ENOUGH) this.#adapt(nowMs)
  }

  #adapt(nowMs: number): void {
    this.#measure(nowMs)
    const telling = Object.values(this.#answers).filter(({ count }) => count >= ENOUGH_OF_KIND)
    const waitMs = Math.max(...telling.map(({ quickestMs }) => quickestMs))
    if (waitMs > STANDING_MS) this.#shrink(waitMs, nowMs)
    else if (this.#peak >= this.#max) this.#max = Math.min(MAX, Math.ceil(this.#max * this.#growth))
    this.#windowBeganMs = nowMs
    this.#peak = this.#inFlight
    this.#answers = noAnswers()
  }

  #measure(nowMs: number): void {
    const ofWindow = (1000 * this.#answered) / (nowMs - this.#windowBeganMs)
    this.#perSecond += LAST_WEIGHT * (ofWindow - this.#perSecond)
    this.#answered = 0
  }

  #shrink(waitMs: number, nowMs: number): void {
    const used = Math.min(this.#max, this.#peak)
    const withoutWaiting = Math.floor(used * Math.max(MIN_SHRINK_FACTOR, STANDING_MS / waitMs))
    const atWork = Math.ceil((this.#perSecond * STANDING_MS) / 1000)
    this.#max = Math.min(MAX, Math.max(MIN, withoutWaiting, atWork))
    this.#growth = GROWTH
    this.#loweredAtMs = nowMs
  }
}

const noAnswers = (): Record<Kind, Answers> => ({
  read: { count: 0, quickestMs: Number.POSITIVE_INFINITY },
  write: { count: 0, quickestMs: Number.POSITIVE_INFINITY },
})
