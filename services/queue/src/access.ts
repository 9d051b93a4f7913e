import { notFound, ProblemError } from '@usher/service-kit'

/** What a caller may access: the queues and guests of an organisation, all or those of some queues. */
export interface Access {
  readonly organization_id: string
  /** Absent: all queues. */
  readonly queue_ids?: readonly string[]
}

interface Place {
  readonly organization_id: string
  readonly queue_id: string
}

/**
 * Checks access to a queue, or to a guest of it. Every access goes through here.
 *
 * @param what what to call it in the error
 * @throws ProblemError `not_found` if it belongs to another organisation, `forbidden` if the caller has no access to
 * its queue
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
