import type { InvitationAccept } from '@usher/contracts'
import { type Idempotency, isDuplicateKey, notFound, ProblemError, type Reply } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { type AccountView, accountReply } from '../members/account-reply.ts'
import { newMember } from '../members/member.ts'
import { hashPassword } from '../members/passwords.ts'
import { hasRankFor } from '../members/rank.ts'
import type { Invitation } from './invitation.ts'

/**
 * Makes the holder of an invitation a member and uses up the invitation. It is void once its inviter may no
 * longer invite.
 *
 * @throws ProblemError `not_found`, or `email_taken`, which leaves the invitation unchanged
 */
export async function acceptInvitation(
  context: ServiceContext,
  { token, name, password }: InvitationAccept,
  { idempotency }: { idempotency: Idempotency | undefined },
): Promise<Reply<AccountView>> {
  const { organizations, members, invitations, clock, idempotency: answers } = context
  const password_hash = await hashPassword(password)
  const now = clock.now()
  try {
    return await answers.once(idempotency, async (session) => {
      const invitation = await invitations.take(token, now, session)
      const organization = invitation && (await organizations.findOpen(invitation.organization_id, session))
      if (!organization || !(await canStillInvite(context, invitation, session))) throw notFound('invitation')
      const { organization_id, email, role } = invitation
      const person = { organization_id, name, email, role, password_hash }
      const member = newMember(person, now)
      await members.insert(member, session)
      return accountReply(organization, member, {
        isVerified: true,
        resource: member._id,
        publicUrl: context.publicUrl,
      })
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw new ProblemError('email_taken', 'This person is already a member of an organisation.')
  }
}

/**
 * Whether the inviter is still a member with the rank to invite. Otherwise, a removed member could come back.
 */
async function canStillInvite(
  { members }: ServiceContext,
  { organization_id, created_by, role }: Invitation,
  session: ClientSession,
): Promise<boolean> {
  const inviter = await members.find(organization_id, created_by, session)
  return hasRankFor(inviter?.role, role)
}
