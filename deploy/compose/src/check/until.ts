import { setTimeout as delay } from 'node:timers/promises'

const WITHIN_MS = 120_000
const POLL_MS = 100

/**
 * Waits for a condition and returns its value.
 *
 * @throws Error naming the condition, after two minutes
 */
export async function until<T>(what: string, condition: () => Promise<T | undefined | false>): Promise<T> {
  let last: unknown
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await delay(POLL_MS)) {
    try {
      const value = await condition()
      if (value !== undefined && value !== false) return value
    } catch (error) {
      last = error
    }
  }
  throw new Error(`waited ${WITHIN_MS / 1000} s for ${what}`, { cause: last })
}
