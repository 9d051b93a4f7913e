import { hash, randomBytes } from 'node:crypto'
import { newId } from '@usher/service-kit'
import type { Member } from '../members/member.ts'

const TOKEN_BYTES = 32
const LIFETIME_MS = 3_600_000

/** What is kept of a way to set a new password: enough to recognise its token, not enough to use it. */
export interface PasswordReset {
  readonly _id: string
  readonly organization_id: string
  readonly member_id: string
  /** SHA-256 of the token, in hex. */
  readonly sha256: string
  readonly expires_at: Date
}

export const hashResetToken = (token: string): string => hash('sha256', token)

/**
 * Makes a way to set a new password, good for an hour. `token` is the only copy of what the member needs.
 * For nobody it makes one that has expired and whose token nobody gets.
 */
export function newPasswordReset(member: Member | null, now: Date): { record: PasswordReset; token: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const _id = newId('passwordReset')
  const record = {
    _id,
    organization_id: member?.organization_id ?? '',
    member_id: member?._id ?? _id,
    sha256: hashResetToken(token),
    expires_at: member ? new Date(now.getTime() + LIFETIME_MS) : now,
  }
  return { record, token }
}
