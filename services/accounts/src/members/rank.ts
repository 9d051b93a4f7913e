import type { Role } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'

/**
 * Only owners make, change and remove owners.
 *
 * @param own role of who asks, as it is now: the session may be from before it changed
 * @param concerned roles before and after
 * @throws ProblemError `forbidden`
 */
export function requireRankFor(own: Role | undefined, ...concerned: (Role | undefined)[]): void {
  if (own === 'owner' || (own === 'manager' && !concerned.includes('owner'))) return
  throw new ProblemError('forbidden', 'Only an owner may do this.')
}
