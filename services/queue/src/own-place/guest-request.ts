import type { AuditNote } from '@usher/contracts'
import { type Idempotency, ProblemError } from '@usher/service-kit'
import type { Access } from '../access.ts'

/** The actor in events and in the audit trail; the resource says which guest. */
export const ACTOR = 'guest'

/** Scopes a guest's idempotency key to the organisation, so that it is deleted with it. */
export const keyWithin = ({ organization_id }: Access, idempotency: Idempotency | undefined) =>
  idempotency && { ...idempotency, id: `${organization_id}:${idempotency.id}` }

/** Adds the audit note to refusals too. */
export async function withAuditNote<T>(audit: AuditNote, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new ProblemError(error.code, error.message, { ...error.options, audit })
  }
}
