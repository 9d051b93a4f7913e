import type { Caller } from '@usher/contracts'
import { findOnceKnown, notFound, ProblemError } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'

/** @throws ProblemError `not_found` for another organisation's queue, `forbidden` if the key has no access to it */
export async function requireQueue(ctx: NotificationContext, caller: Caller, id: string): Promise<void> {
  const queue = await findOnceKnown(ctx.clock, caller.organization_id, id, () =>
    ctx.queues.find(caller.organization_id, id),
  )
  if (!queue) throw notFound('queue')
  if (caller.queue_ids && !caller.queue_ids.includes(id)) {
    throw new ProblemError('forbidden', 'This API key is limited to other queues.')
  }
}
