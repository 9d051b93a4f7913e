import type { Role } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'

/** Only owners make, change and remove owners, and managers all others. */
export const hasRankFor = (own: Role | undefined, ...concerned: (Role | undefined)[]): boolean =>
  own === 'owner' || (own === 'manager' && !concerned.includes('owner'))

/**
 * @see hasRankFor
 *
 * @param own role of who asks, as it is now: the session may be from before it changed
 * @param concerned roles before and after
 * @throws ProblemError `forbidden`
 */
export function requireRankFor(own: Role | undefined, ...concerned: (Role | undefined)[]): void {
  if (!hasRankFor(own, ...concerned)) throw new ProblemError('forbidden', 'Only an owner may do this.')
}
