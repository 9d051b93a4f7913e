import type { Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { deleteMember } from '../members/delete-member.ts'
import { isVerified } from '../members/member.ts'

/**
 * Deletes the unverified member with an address, for somebody who verified it or signed up later. Their organisation
 * stays, without a member.
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
