import type { AuditNote } from '@usher/contracts'
import { type Idempotency, ProblemError } from '@usher/service-kit'
import type { Access } from '../access.ts'

/** Who acts, in events and in the audit trail; which guest it was is told by the resource. */
export const ACTOR = 'guest'

/** What makes a guest's request repeatable, kept as the organisation's, so that it is forgotten with it. */
export const keyWithin = ({ organization_id }: Access, idempotency: Idempotency | undefined) =>
  idempotency && { ...idempotency, id: `${organization_id}:${idempotency.id}` }

/** Has the audit trail told of a refusal, too. */
export async function noting<T>(audit: AuditNote, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new ProblemError(error.code, error.message, { ...error.options, audit })
  }
}
