import type { UsherClient } from '@usher/sdk'
import { Failure } from '../terminal/failure.ts'

/** Time to wait for something that Usher does on its own, and how often to poll for it, in ms. */
const TIMEOUT_MS = 20_000
const POLL_EVERY_MS = 250

/** What a recipe works with. */
export interface TriggerContext {
  readonly usher: UsherClient
  /** Address of Usher, for requests without a credential. */
  readonly url: string
  /** Deletes something at the end that was created for the event; last created, first deleted. */
  defer(work: () => Promise<unknown>): void
  readonly pause: (ms: number) => Promise<unknown>
}

/** The resource that an event is about. */
export interface EventSubject {
  readonly id: string
}

/** Polls until `look` finds something. @throws Failure after 20 s */
export async function waitUntil<Found>(
  { pause }: TriggerContext,
  what: string,
  look: () => Promise<Found | undefined | null | false>,
): Promise<Found> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += POLL_EVERY_MS) {
    const found = await look()
    if (found) return found
    await pause(POLL_EVERY_MS)
  }
  throw new Failure(`${what} did not come within ${TIMEOUT_MS / 1_000} s.`, { advice: 'Try again.' })
}
