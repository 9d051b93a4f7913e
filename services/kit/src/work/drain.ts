/** How long shutdown waits for work in flight, in ms; the whole shutdown has 10 s. */
const DRAIN_MS = 7_000

/** Waits for work in flight at shutdown, but not for ever; what is unfinished then is taken over by another replica. */
export async function withinDrainTime(work: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DRAIN_MS)
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
