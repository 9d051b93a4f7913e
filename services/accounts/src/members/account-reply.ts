import type { Member as MemberView, OrganizationView } from '@usher/contracts'
import type { Reply } from '@usher/service-kit'
import { type Organization, presentOrganization } from '../organizations/organization.ts'
import { type Member, presentMember } from './member.ts'

export interface AccountView {
  readonly organization: OrganizationView
  readonly member: MemberView
  readonly email_verified: boolean
}

/**
 * The response for a new member.
 *
 * @param isVerified false if the member must first follow the link of a mail
 * @param resource the resource created with the member
 */
export const accountReply = (
  organization: Organization,
  member: Member,
  { isVerified, resource, publicUrl }: { isVerified: boolean; resource: string; publicUrl: string },
): Reply<AccountView> => ({
  body: {
    organization: presentOrganization(organization, publicUrl),
    member: presentMember(member),
    email_verified: isVerified,
  },
  headers: { location: '/account/me' },
  audit: { organization_id: organization._id, actor: member._id, resource },
})
