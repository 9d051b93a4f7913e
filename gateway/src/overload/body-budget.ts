import type { ServerResponse } from 'node:http'

/** What bodies of requests may take of memory together, in bytes: 671 of the largest. */
const MOST_BYTES = 64 * 1024 * 1024

/** Bounds the memory for bodies of requests, from their first byte until the answer is over. */
export class BodyBudget {
  readonly #most: number
  #used = 0

  constructor(most = MOST_BYTES) {
    this.#most = most
  }

  /** Opens an account for the body of a request; gives what takes bytes for it, or says that there are none left. */
  open(res: ServerResponse): (bytes: number) => boolean {
    let taken = 0
    let isOver = false
    res.once('close', () => {
      isOver = true
      this.#used -= taken
    })
    return (bytes) => {
      if (isOver || this.#used + bytes > this.#most) return false
      this.#used += bytes
      taken += bytes
      return true
    }
  }
}
