import { ProblemError } from '@usher/service-kit'
import type { Member } from './member.ts'

/** Refuses somebody who is signed in but could not show again who they are; it does not tell what was wrong. */
export const wrongProof = ({ _id }: Pick<Member, '_id'>) =>
  new ProblemError('invalid_proof', 'What proves that it is you is wrong.', { audit: { resource: _id } })
