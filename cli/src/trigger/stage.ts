import type { UsherClient } from '@usher/sdk'
import { Failure } from '../terminal/failure.ts'

/** How long something that follows by itself is waited for, and how often it is looked for, in ms. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 250

export interface Stage {
  readonly usher: UsherClient
  /** Where Usher is, for requests of people without a credential. */
  readonly url: string
  /** Has something made for an event taken away again, after what was made later. */
  clear(work: () => Promise<unknown>): void
  readonly pause: (ms: number) => Promise<unknown>
}

/** What an event is about. */
export interface Happened {
  readonly id: string
}

/** Waits until there is something. @throws Failure if it does not come */
export async function waitUntil<Found>(
  { pause }: Stage,
  what: string,
  look: () => Promise<Found | undefined | null | false>,
): Promise<Found> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    const found = await look()
    if (found) return found
    await pause(LOOK_EVERY_MS)
  }
  throw new Failure(`${what} did not come within ${PATIENCE_MS / 1_000} s.`, { advice: 'Try again.' })
}
