/** Milliseconds in which the event of what was just made is here. */
const EVENT_HERE_MS = 2_000
const LOOK_AGAIN_MS = 50

/** Looks for what events tell of; what is not known yet may have been made just now, so it looks again for a while. */
export async function foundSoon<T>(find: () => Promise<T | null>): Promise<T | null> {
  const until = Date.now() + EVENT_HERE_MS
  for (;;) {
    const found = await find()
    if (found || Date.now() >= until) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
