import { Admission, type Leave } from '../../src/overload/admission.ts'

/** A service that works on so many requests at a time and lets the others wait within it, in turn. */
export interface SimulatedService {
  readonly processors: number
  /** Mean of exponentially distributed times. */
  readonly workMs: number
}

export interface Answer {
  readonly holder: string
  readonly sentMs: number
  /** Undefined: refused. */
  readonly latencyMs: number | undefined
}

const SEED = 42

/** Requests through an admission to a service, all on a simulated clock: the same every time. */
export class SimulatedLoad {
  readonly answers: Answer[] = []
  readonly #admission = new Admission({ now: () => this.#nowMs, onRefused: () => {} })
  readonly #service: SimulatedService
  readonly #due: { readonly atMs: number; readonly run: () => void }[] = []
  readonly #queued: (() => void)[] = []
  #busy = 0
  #nowMs = 1_000
  #random = SEED

  constructor(service: SimulatedService) {
    this.#service = service
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Does something at a time. */
  at(atMs: number, run: () => void): void {
    const later = this.#due.findLastIndex((one) => one.atMs <= atMs)
    this.#due.splice(later + 1, 0, { atMs, run })
  }

  /** Sends a request. @param onAnswer is called when it is answered or refused */
  send(holder: string, onAnswer: (answer: Answer) => void = () => {}): void {
    const sentMs = this.#nowMs
    const finish = (latencyMs: number | undefined) => {
      const answer = { holder, sentMs, latencyMs }
      this.answers.push(answer)
      onAnswer(answer)
    }
    const work = (leave: Leave) => {
      this.#work(() => {
        leave()
        finish(this.#nowMs - sentMs)
      })
    }
    try {
      this.#admission.requireRoom(() => holder)
      const entering = this.#admission.enter(() => holder)
      if (entering instanceof Promise) entering.then(work, () => finish(undefined))
      else work(entering)
    } catch {
      finish(undefined)
    }
  }

  /** So many clients, each of which sends its next request when it has its answer, or a second after a refusal. */
  closedLoop(connections: number, seconds: number, holderOf = (i: number) => `org_${i % 20}`): void {
    const endMs = this.#nowMs + seconds * 1000
    const again = (i: number) => {
      if (this.#nowMs >= endMs) return
      this.send(holderOf(i), ({ latencyMs }) =>
        this.at(this.#nowMs + (latencyMs === undefined ? 1_000 : 0), () => again(i)),
      )
    }
    for (let i = 0; i < connections; i += 1) again(i)
  }

  /** Requests at random times, whatever becomes of those before. */
  openLoop(perSecond: number, fromMs: number, seconds: number): void {
    const next = (atMs: number) => {
      if (atMs >= fromMs + seconds * 1000) return
      this.at(atMs, () => {
        this.send(`org_${Math.floor(this.#next() * 20)}`)
        next(atMs + this.#exponential(1000 / perSecond))
      })
    }
    next(fromMs)
  }

  /** Runs until nothing is left to be done. */
  async run(): Promise<void> {
    for (let next = this.#due.shift(); next; next = this.#due.shift()) {
      this.#nowMs = next.atMs
      next.run()
      // Who was admitted or refused by it hears so before the clock goes on.
      for (let i = 0; i < 3; i += 1) await Promise.resolve()
    }
  }

  #work(done: () => void): void {
    if (this.#busy >= this.#service.processors) {
      this.#queued.push(done)
      return
    }
    this.#busy += 1
    this.at(this.#nowMs + this.#exponential(this.#service.workMs), () => {
      this.#busy -= 1
      const next = this.#queued.shift()
      if (next) this.#work(next)
      done()
    })
  }

  #exponential(mean: number): number {
    return -mean * Math.log(1 - this.#next())
  }

  /** A linear congruential generator (Numerical Recipes), from 0 to below 1. */
  #next(): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0
    return this.#random / 2 ** 32
  }
}
