import type { InvitationAccept } from '@usher/contracts'
import { isDuplicateKey, notFound, ProblemError } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import { type Member, newMember } from '../members/member.ts'
import { hashPassword } from '../members/passwords.ts'
import type { Organization } from '../organizations/organization.ts'
import { hashInvitationToken } from './invitation.ts'

/**
 * Makes the holder of an invitation a member; the invitation is used up with it.
 *
 * @throws ProblemError `not_found`, or `email_taken`, which leaves the invitation as it is
 */
export async function acceptInvitation(
  { connection, organizations, members, invitations, clock }: AccountsContext,
  { token, name, password }: InvitationAccept,
): Promise<{ organization: Organization; member: Member }> {
  const password_hash = await hashPassword(password)
  const now = clock.now()
  try {
    return await connection.transaction(async (session) => {
      const invitation = await invitations.take(hashInvitationToken(token), now, session)
      const organization = invitation && (await organizations.findOpen(invitation.organization_id, session))
      if (!organization) throw notFound('invitation')
      const { organization_id, email, role } = invitation
      const member = newMember({ organization_id, name, email, role, password_hash }, now)
      await members.insert(member, session)
      return { organization, member }
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw new ProblemError('email_taken', 'This person is a member somewhere already.')
  }
}
