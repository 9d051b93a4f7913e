import { setTimeout } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Clock, outside } from '../clock.ts'
import { mintedAt } from '../formats/ids.ts'

/** Pauses between look-ups of something just created, in ms: most events have arrived after the first. */
const PAUSES_MS = [50, 100, 250, 500, 1_000]
/** An id older than this, in ms, is unknown because nothing has it, not because its event is still under way. */
const NEW_MS = 10_000
/**
 * An organisation's waits that are in progress, or were in vain within the last minute. Only made-up ids are waited
 * for in vain, and each wait takes capacity from other requests.
 */
const WAITS = { points: 10, duration: 60 }

const waits = new RateLimiterMemory(WAITS)

/**
 * Finds an organisation's copy of what another service owns. An id minted seconds ago may still have its event under
 * way, so retries for up to 2 s, unless too many of the organisation's waits were in vain. Answers at once for any
 * older id.
 */
export async function findOnceKnown<T>(
  clock: Clock,
  organizationId: string,
  id: string,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const found = await find()
  if (found || !isNew(id, Date.now()) || !(await mayWait(organizationId))) return found
  for (const pause of PAUSES_MS) {
    await outside(clock, () => setTimeout(pause))
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
