import { hash, randomBytes } from 'node:crypto'
import { type CloudEvent, type InvitationView, memberInvited, type Role } from '@usher/contracts'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import type { Organization } from '../organizations/organization.ts'

const TOKEN_BYTES = 32
/** A week, so that a mail read after the weekend still works. */
const LIFETIME_MS = 7 * 24 * 3_600_000

/** What is kept of an invitation: enough to recognise its token, not enough to use it. */
export interface Invitation {
  readonly _id: string
  readonly organization_id: string
  readonly email: string
  readonly role: Role
  /** SHA-256 of the token, in hex. */
  readonly sha256: string
  readonly created_by: string
  readonly created_at: Date
  readonly expires_at: Date
}

type InvitationDetails = Pick<Invitation, 'organization_id' | 'email' | 'role' | 'created_by'>

export const hashInvitationToken = (token: string): string => hash('sha256', token)

/** Makes an invitation. `token` is the only copy of what the invited person needs. */
export function newInvitation(details: InvitationDetails, now: Date): { record: Invitation; token: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const record = {
    _id: newId('invitation'),
    ...details,
    sha256: hashInvitationToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  }
  return { record, token }
}

/** The event that has the invited person sent a mail. */
export const invited = (
  { _id: id, email, role, created_at, expires_at }: Invitation,
  { name: organization_name }: Organization,
  { sealedLink, origin }: { sealedLink: string; origin: Origin },
): CloudEvent =>
  newEvent(memberInvited, {
    subject: id,
    // The first and last event of an invitation.
    sequence: 1,
    time: created_at,
    origin,
    data: {
      ...{ id, organization_name, email, role },
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
