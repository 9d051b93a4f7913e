import { notFound } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'

/** @throws ProblemError `not_found`, the same for an invalid slug and a deleted queue */
export async function findBySlug({ queues }: Pick<QueueContext, 'queues'>, slug: string) {
  const queue = await queues.byJoinSlug(slug)
  if (!queue) throw notFound('queue')
  return { queue, country: queue.join.country }
}
