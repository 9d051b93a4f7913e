import { ProblemError } from '@usher/service-kit'

/** Tests of providers that an organisation may have running in this process: each holds a connection and a mail. */
const MAX_TESTS = 2
const RETRY_AFTER_SECONDS = 10

/** Limits the tests of providers that run at once, per organisation. */
export class TestPlaces {
  readonly #counts = new Map<string, number>()

  /**
   * Takes a place until disposed.
   *
   * @throws ProblemError `rate_limited` if none is left
   */
  take(organizationId: string): Disposable {
    const count = this.#counts.get(organizationId) ?? 0
    if (count >= MAX_TESTS)
      throw new ProblemError(
        'rate_limited',
        'Two tests of message providers are running. Wait for one to end.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      )
    this.#counts.set(organizationId, count + 1)
    return {
      [Symbol.dispose]: () => {
        const left = (this.#counts.get(organizationId) ?? 1) - 1
        if (left > 0) this.#counts.set(organizationId, left)
        else this.#counts.delete(organizationId)
      },
    }
  }
}
