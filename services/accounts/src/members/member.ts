import type { FieldChanges, Member as MemberView, Role } from '@usher/contracts'
import { changesBetween, newId } from '@usher/service-kit'

/** A person who works for an organisation. An e-mail address belongs to one member of one organisation. */
export interface Member {
  readonly _id: string
  readonly organization_id: string
  readonly name: string
  /** In lower case. */
  readonly email: string
  readonly role: Role
  /** Argon2id in the PHC string format, which includes its parameters. */
  readonly password_hash: string
  readonly created_at: Date
  /** Sequence number of the member's last event. */
  readonly sequence: number
  /** Incremented with each sign-in, so that a sign-in and a concurrent password change conflict. */
  readonly sign_ins?: number
}

/** A member before and after a change. */
export interface Changed {
  readonly before: Member
  readonly after: Member
}

export const newMember = (details: Omit<Member, '_id' | 'created_at' | 'sequence'>, now: Date): Member => ({
  _id: newId('member'),
  ...details,
  created_at: now,
  sequence: 0,
})

export const presentMember = ({ _id, name, email, role, created_at }: Member): MemberView => ({
  id: _id,
  name,
  email,
  role,
  created_at: created_at.toISOString(),
})

/** Audited changes of a member. */
export const memberAuditChanges = (before: Member, after: Member | null): FieldChanges =>
  changesBetween(auditFacts(before), after && auditFacts(after), ['name', 'email'])

const auditFacts = ({ name, email, role }: Member) => ({ name, email, role })
