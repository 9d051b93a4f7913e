import { inspect } from 'node:util'

/** It polls often at first and less often later, so that polling does not slow down what takes long. */
const FIRST_POLL_MS = 10
const MAX_POLL_MS = 100

type NotYet = undefined | null | false

/**
 * Waits for a condition and returns its value.
 *
 * @param condition returns undefined, null or false (or throws) until it is met
 * @param withinMs milliseconds after which the wait fails, saying what was awaited and what it last saw: long, because
 *   machines that run tests are often busy, but shorter than a test's timeout, which would end it without this message
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T | NotYet> | T | NotYet,
  withinMs = 150_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  let seen: unknown
  let error: unknown
  let pollMs = FIRST_POLL_MS
  while (Date.now() < deadline) {
    try {
      const value = await condition()
      if (value !== undefined && value !== null && value !== false) return value
      seen = value
      error = undefined
    } catch (thrown) {
      error = thrown
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    pollMs = Math.min(pollMs * 1.2, MAX_POLL_MS)
  }
  const last = error === undefined ? inspect(seen, { depth: 4, maxStringLength: 500 }) : String(error)
  throw new Error(`waited ${withinMs} ms for ${what}; last seen: ${last}`, { cause: error })
}
