import { ProblemError } from '@usher/service-kit'
import type { Member } from './member.ts'

/** The error for a failed reauthentication; it does not reveal what was wrong. */
export const wrongProof = ({ _id }: Pick<Member, '_id'>) =>
  new ProblemError('invalid_proof', 'The password or code is wrong.', { audit: { resource: _id } })
