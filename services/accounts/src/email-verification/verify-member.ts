import { appendToOutbox, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import { isVerified, type Member } from '../members/member.ts'
import { versionOf } from '../organizations/organization.ts'
import { organizationChanged } from '../organizations/update-organization.ts'

/**
 * Notes that a member has proved to read the mail of their address. By an owner's the organisation is verified, too,
 * which others learn by its event.
 */
export async function verifyMember(
  session: ClientSession,
  { members, organizations, emailVerifications, outbox, clock }: AccountsContext,
  member: Member,
  origin: Omit<Origin, 'organizationId' | 'actor'>,
): Promise<void> {
  if (isVerified(member)) return
  const { _id, organization_id: organizationId, role } = member
  const time = clock.now()
  await members.setVerified(member, time, session)
  await emailVerifications.deleteOf(organizationId, _id, session)
  const organization = await organizations.findOpen(organizationId, session)
  if (role !== 'owner' || organization?.verified_at !== null) return
  const after = { ...organization, verified_at: time, version: versionOf(organization) + 1 }
  await organizations.set(organizationId, { verified_at: time, version: after.version }, session)
  const facts = { changes: {}, time, origin: { ...origin, organizationId, actor: _id } }
  await appendToOutbox(outbox, [organizationChanged(after, facts)], session)
}
