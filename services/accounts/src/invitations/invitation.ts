import { type CloudEvent, type InvitationView, memberInvited, type Role } from '@usher/contracts'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import { type MailedToken, newMailedToken } from '../mail/mailed-token.ts'
import type { Organization } from '../organizations/organization.ts'

/** A week, so that a mail still works after the weekend. */
const LIFETIME_MS = 7 * 24 * 3_600_000

/** An invitation as stored. */
export interface Invitation extends MailedToken {
  readonly organization_id: string
  readonly email: string
  readonly role: Role
  readonly created_by: string
  readonly created_at: Date
}

type InvitationDetails = Pick<Invitation, 'organization_id' | 'email' | 'role' | 'created_by'>

/** Creates an invitation. `token` is returned only here, for the invited person. */
export function newInvitation(details: InvitationDetails, now: Date): { record: Invitation; token: string } {
  const expires_at = new Date(now.getTime() + LIFETIME_MS)
  return newMailedToken({ _id: newId('invitation'), ...details, created_at: now, expires_at })
}

/** The event that requests the invitation mail. */
export const invited = (
  { _id: id, email, role, created_at, expires_at }: Invitation,
  { name: organization_name }: Organization,
  { invitedBy, sealedLink, origin }: { invitedBy: string; sealedLink: string; origin: Origin },
): CloudEvent =>
  newEvent(memberInvited, {
    subject: id,
    // An invitation has only this event.
    sequence: 1,
    time: created_at,
    origin,
    data: {
      id,
      organization_name,
      invited_by: invitedBy,
      email,
      role,
      sealed_link: sealedLink,
      expires_at: expires_at.toISOString(),
    },
  })

export const presentInvitation = (invitation: Invitation): InvitationView => ({
  id: invitation._id,
  email: invitation.email,
  role: invitation.role,
  created_by: invitation.created_by,
  created_at: invitation.created_at.toISOString(),
  expires_at: invitation.expires_at.toISOString(),
})
