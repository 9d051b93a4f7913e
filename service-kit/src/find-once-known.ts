import { setTimeout } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { mintedAt } from './ids.ts'

/** Pauses between the looks for what was just created, in ms: most events are here after the first. */
const PAUSES_MS = [50, 100, 250, 500, 1_000]
/** An id older than this is unknown because there is nothing, not because its event is under way. In ms. */
const NEW_MS = 10_000
/**
 * Waits of one organisation under way and, of the last minute, in vain. Only made-up ids are waited for in vain, and each
 * wait keeps a request of others from its place.
 */
const WAITS = { points: 10, duration: 60 }

const waits = new RateLimiterMemory(WAITS)

/**
 * Finds an organisation's copy of what another service owns. When the id was minted seconds ago its event may still be under
 * way, so it looks again for up to 2 s, unless too many looks of the organisation were in vain; for any other id it answers
 * at once.
 */
export async function findOnceKnown<T>(
  organizationId: string,
  id: string,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const found = await find()
  if (found || !isNew(id, Date.now()) || !(await mayWait(organizationId))) return found
  for (const pause of PAUSES_MS) {
    await setTimeout(pause)
    const late = await find()
    if (!late) continue
    await waits.reward(organizationId)
    return late
  }
  return null
}

const mayWait = (organizationId: string): Promise<boolean> =>
  waits.consume(organizationId).then(
    () => true,
    () => false,
  )

/** Clocks of two machines may differ, so an id can also come from the near future. */
function isNew(id: string, now: number): boolean {
  const minted = mintedAt(id)
  return minted !== undefined && Math.abs(now - minted) < NEW_MS
}
