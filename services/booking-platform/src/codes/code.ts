import { randomInt } from 'node:crypto'
import { deriveKey, hmacSha256, newId, type SecretKey, sameBytes } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Contact } from './contact.ts'

/** How long a code can be used, in ms. */
export const CODE_MS = 10 * MINUTE_MS
const DIGITS = 6

/** A code that was sent. Several to one contact are valid side by side. */
export interface CodeRecord {
  /** Id of the request, which the event and the audit trail name; the asker has it as a token. */
  readonly _id: string
  readonly organization_id: string
  /** Hash of organisation and contact. */
  readonly contact: string
  readonly hash: string
  readonly expires_at: Date
}

/** Hashes of contacts and codes. A bare hash of six digits, or of a phone, could be guessed from a copy of the database. */
export interface CodeHashes {
  /** Identifies a contact of an organisation. */
  contact(organizationId: string, contact: Contact): string
  code(id: string, code: string): Buffer
}

/** Under the newest key: codes sent before a rotation have to be asked for again. */
export function createCodeHashes([newest]: readonly SecretKey[]): CodeHashes {
  if (!newest) throw new Error('no secret key')
  const key = deriveKey(newest, 'booking codes')
  const hash = (...parts: readonly string[]) => hmacSha256(key, JSON.stringify(parts))
  return {
    contact: (organizationId, { field, value }) =>
      hash('contact', organizationId, field, value).toString('base64url'),
    code: (id, code) => hash('code', id, code),
  }
}

interface NewCode {
  readonly contact: string
  readonly organizationId: string
  readonly hashes: CodeHashes
  readonly now: Date
}

/** A new code for a contact. */
export function newCode({ contact, organizationId, hashes, now }: NewCode): {
  record: CodeRecord
  code: string
} {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const id = newId('bookingCode')
  const record: CodeRecord = {
    _id: id,
    organization_id: organizationId,
    contact,
    hash: hashes.code(id, code).toString('base64url'),
    expires_at: new Date(now.getTime() + CODE_MS),
  }
  return { record, code }
}

/** Whether the digits are those of the code. */
export const isCode = ({ _id, hash }: CodeRecord, code: string, hashes: CodeHashes): boolean =>
  sameBytes(hashes.code(_id, code), Buffer.from(hash, 'base64url'))
