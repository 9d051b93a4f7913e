import { type AuditNote, type Credential, ROLES, type Session as SessionView } from '@usher/contracts'
import { changesBetween, csrfTokenOf, hashSessionToken, newId, newSessionToken } from '@usher/service-kit'
import type { Member } from '../members/member.ts'
import type { Organization } from '../organizations/organization.ts'

/** A working day: people sign in again after 12 hours (OWASP ASVS 4.0.3, 3.3.2, level 2). */
export const SESSION_SECONDS = 12 * 3600

const MAX_USER_AGENT = 200

/** A session as stored: enough to recognise its token, not enough to use it. */
export interface Session {
  readonly _id: string
  readonly organization_id: string
  readonly member_id: string
  /** SHA-256 of the token, in hex. */
  readonly sha256: string
  /** Useless without the cookie; stored so that a page can read it again after a reload. */
  readonly csrf_token: string
  readonly address: string | null
  readonly user_agent: string | null
  readonly created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
}

interface Origin {
  readonly clientAddress: string
  readonly userAgent: string | null
}

/** Creates a session. `token` is returned only here, for the browser. */
export function newSession(
  member: Member,
  { clientAddress, userAgent }: Origin,
  now: Date,
): { record: Session; token: string } {
  const token = newSessionToken()
  const record = {
    _id: newId('session'),
    organization_id: member.organization_id,
    member_id: member._id,
    sha256: hashSessionToken(token),
    csrf_token: csrfTokenOf(token),
    address: clientAddress || null,
    user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000),
  }
  return { record, token }
}

/** The caller behind a session, as reported to the gateway: the member with the scopes of their role. */
export const sessionCredential = (
  session: Session,
  member: Member,
  organization: Organization,
): Credential => ({
  organization_id: organization._id,
  actor: member._id,
  session_id: session._id,
  scopes: [...ROLES[member.role]],
  plan: organization.plan,
  early_access: organization.early_access,
  country: organization.country,
  timezone: organization.timezone,
  expires_at: session.expires_at.toISOString(),
  revoked_with: [session._id, member._id],
})

export const presentSession = (session: Session, currentId: string | undefined): SessionView => ({
  id: session._id,
  is_current: session._id === currentId,
  address: session.address,
  user_agent: session.user_agent,
  created_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
  expires_at: session.expires_at.toISOString(),
})

/** Audit note for the end of a session. */
export function endedSessionNote(session: Session): AuditNote {
  const { _id: resource, address, user_agent, created_at, expires_at } = session
  const before = { address, user_agent, created_at, expires_at }
  return { resource, changes: changesBetween(before, null, ['address', 'user_agent']) }
}

/** Audit note for a sign-in. */
export const signedInNote = ({ _id, organization_id, member_id }: Session): AuditNote => ({
  organization_id,
  actor: member_id,
  resource: _id,
})
