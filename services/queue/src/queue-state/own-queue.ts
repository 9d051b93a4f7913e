import { notFound } from '@usher/service-kit'
import { type Access, requireAccess } from '../access.ts'
import type { QueueState } from './queue-state.ts'

/** @throws ProblemError `not_found` for a queue that was deleted or is another organisation's, `forbidden` */
export function requireOwnQueue(state: QueueState | null | undefined, access: Access): QueueState {
  if (!state || state.queue.deleted_at) throw notFound('queue')
  const { _id: queue_id, organization_id } = state.queue
  requireAccess({ organization_id, queue_id }, access, 'queue')
  return state
}
