import { notFound } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'

/** @throws ProblemError `not_found`, the same for a slug that is none and for one whose queue is gone */
export async function findBySlug({ queues }: Pick<QueueContext, 'queues'>, slug: string) {
  const queue = await queues.byJoinSlug(slug)
  if (!queue?.join) throw notFound('queue')
  return { queue, country: queue.join.country }
}
