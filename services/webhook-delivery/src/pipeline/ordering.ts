import type { WebhookContext } from '../context.ts'
import type { Head } from '../log/due-store.ts'

/**
 * Milliseconds that a delivery waits for an event before it of which nothing has been seen: it may be on its
 * way in another process, or it may have been before the endpoint's time.
 */
const GAP_MS = 10_000

/**
 * Deliveries of an endpoint whose turn it is: of each resource the first that is pending, once the event
 * before it has been seen. Events come through several processes at once, and again after a fault, so that one may
 * be here sooner than the one before it.
 */
export async function headsInTurn(
  { due, passed }: Pick<WebhookContext, 'due' | 'passed'>,
  webhookId: string,
  limit: number,
  now: Date,
): Promise<string[]> {
  const heads = await due.findHeads(webhookId, now, limit)
  const before = heads.map(({ subject, sequence }) => ({ webhookId, subject, sequence: sequence - 1 }))
  const isPassed = await passed.has(before)
  const inTurn = heads.filter((head, i) => isPassed[i] || needsNone(head, now))
  if (inTurn.every(({ sequence }) => sequence === 1)) return inTurn.map(({ _id }) => _id)
  // What has passed was written before: it is in sight of this look at the heads, but may have come after the first.
  const still = new Set((await due.findHeads(webhookId, now, limit)).map(({ _id }) => _id))
  return inTurn.map(({ _id }) => _id).filter((id) => still.has(id))
}

const needsNone = ({ sequence, created_at }: Head, now: Date): boolean =>
  sequence === 1 || now.getTime() - created_at.getTime() >= GAP_MS

/** Does work for a key, once more afterwards when it was asked for meanwhile; never two at a time for one. */
export function oneAtATime(work: (key: string) => Promise<void>): (key: string) => void {
  const wanted = new Map<string, boolean>()
  const begin = async (key: string) => {
    do {
      wanted.set(key, false)
      await work(key)
    } while (wanted.get(key))
    wanted.delete(key)
  }
  return (key) => {
    if (wanted.has(key)) wanted.set(key, true)
    else void begin(key)
  }
}
