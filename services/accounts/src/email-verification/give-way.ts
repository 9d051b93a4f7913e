import type { Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { deleteMember } from '../members/delete-member.ts'
import { isVerified } from '../members/member.ts'

/**
 * Takes an address away from a member who never proved that it is theirs, for somebody who has. What their organisation
 * keeps stays; an operator can give it another owner.
 */
export async function giveWay(
  session: ClientSession,
  context: ServiceContext,
  email: string,
  origin: Omit<Origin, 'organizationId' | 'actor'>,
): Promise<void> {
  const member = await context.members.findByEmail(email, session)
  if (!member || isVerified(member)) return
  const { organization_id: organizationId } = member
  await deleteMember(session, context, member, { ...origin, organizationId, actor: 'system' })
}
