import type { WebhookContext } from '../context.ts'
import type { Head } from '../log/due-store.ts'

/**
 * How long a delivery waits for a missing earlier event, in ms: it may still be in another process, or
 * predate the endpoint.
 */
const GAP_MS = 10_000

/**
 * Ordered deliveries of an endpoint that may be attempted: the first pending one of each resource, once the
 * event before it has been seen. Needed because several processes handle events, and redelivery reorders
 * them.
 */
export async function nextInOrder(
  { due, passed }: Pick<WebhookContext, 'due' | 'passed'>,
  webhookId: string,
  limit: number,
  now: Date,
): Promise<string[]> {
  const heads = await due.findHeads(webhookId, now, limit)
  const before = heads.map(({ subject, sequence }) => ({ webhookId, subject, sequence: sequence - 1 }))
  const isPassed = await passed.has(before)
  const inTurn = heads.filter((head, i) => isPassed[i] || isFirstOrOverdue(head, now))
  if (inTurn.every(({ sequence }) => sequence === 1)) return inTurn.map(({ _id }) => _id)
  // Read the heads again: an earlier event may have been written between the first read and the check.
  const still = new Set((await due.findHeads(webhookId, now, limit)).map(({ _id }) => _id))
  return inTurn.map(({ _id }) => _id).filter((id) => still.has(id))
}

const isFirstOrOverdue = ({ sequence, created_at }: Head, now: Date): boolean =>
  sequence === 1 || now.getTime() - created_at.getTime() >= GAP_MS
