import { notFound, ProblemError } from '@usher/service-kit'

/** Whose queues and guests may be touched: an organisation's, all of them or those of some queues. */
export interface Access {
  readonly organization_id: string
  /** Absent: all. */
  readonly queue_ids?: readonly string[]
}

interface Place {
  readonly organization_id: string
  readonly queue_id: string
}

/**
 * Checks that somebody may touch a queue, or a guest of it. Everything that reaches for one goes through here.
 *
 * @param what names it to the client
 * @throws ProblemError `not_found` where it is another organisation's, `forbidden` where its queue is closed
 */
export function requireAccess(
  { organization_id, queue_id }: Place,
  access: Access,
  what: 'queue' | 'guest',
): void {
  if (organization_id !== access.organization_id) throw notFound(what)
  if (access.queue_ids && !access.queue_ids.includes(queue_id)) {
    throw new ProblemError('forbidden', `This API key is limited to other queues than that of this ${what}.`)
  }
}
