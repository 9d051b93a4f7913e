import { hash, randomBytes } from 'node:crypto'
import { type CloudEvent, memberEmailVerificationRequested } from '@usher/contracts'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import type { Member } from '../members/member.ts'

const TOKEN_BYTES = 32
/** A day, so that a mail read the next morning still works. */
const LIFETIME_MS = 24 * 3_600_000

/** What is kept of a way to verify an address: enough to recognise its token, not enough to use it. */
export interface EmailVerification {
  readonly _id: string
  readonly organization_id: string
  readonly member_id: string
  /** SHA-256 of the token, in hex. */
  readonly sha256: string
  readonly expires_at: Date
}

export const hashVerificationToken = (token: string): string => hash('sha256', token)

/** Makes a way to verify the address of a member. `token` is the only copy of what the member needs. */
export function newEmailVerification(
  { _id, organization_id }: Member,
  now: Date,
): { record: EmailVerification; token: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const record = {
    _id: newId('emailVerification'),
    organization_id,
    member_id: _id,
    sha256: hashVerificationToken(token),
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  }
  return { record, token }
}

/** The event that has the member sent a mail. It carries no name: a stranger may have typed address and names. */
export const verificationRequested = (
  { _id, expires_at }: EmailVerification,
  { _id: id, organization_id: organizationId, email }: Member,
  {
    sealedLink,
    now,
    origin,
  }: { sealedLink: string; now: Date; origin: Omit<Origin, 'organizationId' | 'actor'> },
): CloudEvent =>
  newEvent(memberEmailVerificationRequested, {
    subject: _id,
    // The first and last event of a request.
    sequence: 1,
    time: now,
    origin: { ...origin, organizationId, actor: id },
    data: { id, email, sealed_link: sealedLink, expires_at: expires_at.toISOString() },
  })
