import { ProblemError } from '../errors.ts'

/**
 * Entity tag of a resource with parts that clients change and parts that change by themselves (a place in line moves
 * when others leave). `If-Match` compares only the former: it guards against lost updates.
 */
export const entityTag = (version: number, ...surroundings: readonly number[]): string =>
  `"${version}.${surroundings.join('-')}"`

/**
 * Refuses a write whose `If-Match` (RFC 9110 §13.1.1) names another version of the resource. A weak tag matches none.
 *
 * @throws ProblemError `precondition_failed`
 */
export function requireMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const versions = [...ifMatch.matchAll(/(?<!W\/)"(\d+)\.[\d-]*"/gi)].map(([, given]) => Number(given))
  if (!versions.includes(version)) {
    throw new ProblemError(
      'precondition_failed',
      'The resource has changed since you read it. Read it again.',
    )
  }
}
