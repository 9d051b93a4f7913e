import { mintedAt } from './ids.ts'

/** Longest wait for the event of what was just created, in ms. */
const EVENT_HERE_MS = 2_000
const LOOK_AGAIN_MS = 50
/** An id older than this is unknown because there is nothing, not because its event is under way. In ms. */
const NEW_MS = 10_000

/**
 * Finds a copy of what another service owns. When the id was minted seconds ago its event may still be under way, so
 * it looks again for a while; for any other id it answers at once.
 */
export async function findOnceKnown<T>(id: string, find: () => Promise<T | null>): Promise<T | null> {
  const startedAt = Date.now()
  const until = isNew(id, startedAt) ? startedAt + EVENT_HERE_MS : startedAt
  for (;;) {
    const found = await find()
    if (found || Date.now() >= until) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** Clocks of two machines may differ, so an id can also come from the near future. */
function isNew(id: string, now: number): boolean {
  const minted = mintedAt(id)
  return minted !== undefined && Math.abs(now - minted) < NEW_MS
}
