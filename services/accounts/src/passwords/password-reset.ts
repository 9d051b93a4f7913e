import { newId } from '@usher/service-kit'
import { type MailedToken, newMailedToken } from '../mail/mailed-token.ts'
import type { Member } from '../members/member.ts'

/** A pending password reset. */
export interface PasswordReset extends MailedToken {
  readonly organization_id: string
  readonly member_id: string
}

const LIFETIME_MS = 3_600_000

/**
 * Creates a password reset that is valid for an hour. Without a member, creates an expired one whose token
 * nobody gets.
 */
export function newPasswordReset(member: Member | null, now: Date): { record: PasswordReset; token: string } {
  const _id = newId('passwordReset')
  return newMailedToken({
    _id,
    organization_id: member?.organization_id ?? '',
    member_id: member?._id ?? _id,
    expires_at: member ? new Date(now.getTime() + LIFETIME_MS) : now,
  })
}
