import { randomBytes, randomInt } from 'node:crypto'
import { deriveKey, hmacSha256, newId, ProblemError, type SecretKey, sameBytes } from '@usher/service-kit'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { Contact } from './contact.ts'

/** How long a code can be used, in ms. */
export const CODE_MS = 10 * MINUTE_MS
/** Guesses at one code. */
export const MAX_ATTEMPTS = 5
/** Codes sent to one contact: one a minute, and at most so many in a time. */
const MAX_SENT = [
  { ms: MINUTE_MS, max: 1 },
  { ms: HOUR_MS, max: 5 },
  { ms: DAY_MS, max: 10 },
] as const

const DIGITS = 6
const SALT_BYTES = 16

/** The last code that a contact of an organisation was sent. */
export interface CodeRecord {
  /** Hash of organisation and contact. */
  readonly _id: string
  readonly organization_id: string
  /** Id of the request, which the event and the audit trail name. */
  readonly code_id: string
  readonly salt: string
  /** null: it was used. */
  readonly hash: string | null
  /** Wrong guesses, and one under way. */
  readonly attempts: number
  readonly expires_at: Date
  /** When codes were sent, in the last day. */
  readonly sent_at: readonly Date[]
  /** When the record is deleted. */
  readonly purge_at: Date
}

/** Hashes of contacts and codes. A bare hash of six digits, or of a phone, could be guessed from a copy of the database. */
export interface CodeHashes {
  /** Identifies a contact of an organisation. */
  contact(organizationId: string, contact: Contact): string
  code(contactId: string, salt: string, code: string): Buffer
}

/** Under the newest key: codes sent before a rotation have to be asked for again. */
export function createCodeHashes([newest]: readonly SecretKey[]): CodeHashes {
  if (!newest) throw new Error('no secret key')
  const key = deriveKey(newest, 'booking codes')
  const hash = (...parts: readonly string[]) => hmacSha256(key, JSON.stringify(parts))
  return {
    contact: (organizationId, { field, value }) =>
      hash('contact', organizationId, field, value).toString('base64url'),
    code: (contactId, salt, code) => hash('code', contactId, salt, code),
  }
}

interface Sending {
  readonly contactId: string
  readonly organizationId: string
  readonly hashes: CodeHashes
  readonly now: Date
}

/**
 * The next code of a contact, in place of the one before.
 *
 * @throws ProblemError `rate_limited` if too many were sent
 */
export function newCode(
  before: CodeRecord | null,
  { contactId, organizationId, hashes, now }: Sending,
): { record: CodeRecord; code: string } {
  const sent = (before?.sent_at ?? []).filter((at) => at.getTime() > now.getTime() - DAY_MS)
  for (const { ms, max } of MAX_SENT) requireFewer(sent, max, ms, now)
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const record: CodeRecord = {
    ...{ _id: contactId, organization_id: organizationId, code_id: newId('bookingCode'), salt },
    hash: hashes.code(contactId, salt, code).toString('base64url'),
    attempts: 0,
    expires_at: new Date(now.getTime() + CODE_MS),
    sent_at: [...sent, now],
    purge_at: new Date(now.getTime() + DAY_MS),
  }
  return { record, code }
}

function requireFewer(sent: readonly Date[], max: number, ms: number, now: Date): void {
  const oldest = sent.at(-max)
  const left = oldest ? oldest.getTime() + ms - now.getTime() : 0
  if (left <= 0) return
  throw new ProblemError('rate_limited', 'A code was sent there already. Wait before you ask for another.', {
    retryAfterSeconds: Math.ceil(left / 1_000),
  })
}

/** When another code can be asked for, after one that was just sent. */
export const resendAt = ({ sent_at }: CodeRecord): Date =>
  new Date(
    Math.max(
      ...MAX_SENT.flatMap(({ ms, max }) => {
        const oldest = sent_at.at(-max)
        return oldest ? [oldest.getTime() + ms] : []
      }),
    ),
  )

/** Whether the digits are those of the code. */
export const isCode = ({ _id, salt, hash }: CodeRecord, code: string, hashes: CodeHashes): boolean =>
  hash !== null && sameBytes(hashes.code(_id, salt, code), Buffer.from(hash, 'base64url'))
