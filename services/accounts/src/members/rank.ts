import type { Role } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'

/** Only owners may add, change and remove owners; managers may do so for all other roles. */
export const hasRankFor = (own: Role | undefined, ...concerned: (Role | undefined)[]): boolean =>
  own === 'owner' || (own === 'manager' && !concerned.includes('owner'))

/**
 * @see hasRankFor
 *
 * @param own current role of the caller: the session may be older than a role change
 * @param concerned roles before and after
 * @throws ProblemError `forbidden`
 */
export function requireRankFor(own: Role | undefined, ...concerned: (Role | undefined)[]): void {
  if (!hasRankFor(own, ...concerned)) throw new ProblemError('forbidden', 'Only an owner may do this.')
}
