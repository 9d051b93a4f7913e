import type { Caller, PasswordChange } from '@usher/contracts'
import type { Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { endGrants } from '../grants/end-grants.ts'
import type { Member } from '../members/member.ts'
import { hashPassword, isPassword } from '../members/passwords.ts'
import { wrongProof } from '../members/wrong-proof.ts'
import { setPassword } from './set-password.ts'

/**
 * Changes the password of a member who knows the current one. The current session stays; all others end, and so do the
 * grants to applications: whoever knew the old password may have added their own.
 *
 * @param self as read before the transaction: hashing is slow and would keep it open
 * @throws ProblemError `invalid_proof`, also if the password was changed meanwhile
 */
export async function changePassword(
  session: ClientSession,
  context: ServiceContext,
  self: Member,
  { current_password, new_password }: PasswordChange,
  { caller, origin }: { caller: Caller; origin: Origin },
): Promise<void> {
  if (!(await isPassword(current_password, self.password_hash))) throw wrongProof(self)
  const password_hash = await hashPassword(new_password)
  const member = await context.members.find(self.organization_id, self._id, session)
  if (member?.password_hash !== self.password_hash) throw wrongProof(self)
  await setPassword(session, context, member, { password_hash, keptSession: caller.session_id, origin })
  const owner = { organizationId: self.organization_id, memberId: self._id }
  await endGrants(session, context, owner, origin)
}
