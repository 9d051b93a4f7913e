/** There was no whole answer in time. What was asked for may have been done all the same. */
export class UsherTimeoutError extends Error {
  override readonly name = 'UsherTimeoutError'
  /** The limit that was reached. */
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(`There was no answer within ${timeoutMs / 1000} s`)
    this.timeoutMs = timeoutMs
  }
}
