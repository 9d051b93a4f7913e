import { deriveKey, hmacSha256, newId, type SecretKey } from '@usher/service-kit'
import canonicalize from 'canonicalize'
import type { AuditEntry, AuditRecord } from './audit-record.ts'

/** The previous hash of the first record. */
export const BEFORE_FIRST = '0'.repeat(64)

/** The end of an organisation's chain, sealed so that nobody without a key can set it back. */
export interface AuditHead {
  /** Id of the organisation. */
  readonly _id: string
  /** Number and hash of the last record. */
  readonly number: number
  readonly hash: string
  readonly key_id: string
  readonly seal: string
}

/** Keys derived from each secret key for records and heads, by key id. */
export type ChainKeys = ReadonlyMap<string, { readonly record: Buffer; readonly head: Buffer }>

/** Newest first, as configured. Keep old keys as long as records made with them are verified. */
export const chainKeys = (secrets: readonly SecretKey[]): ChainKeys =>
  new Map(
    secrets.map((secret) => [
      secret.id,
      { record: deriveKey(secret, 'audit record'), head: deriveKey(secret, 'audit head') },
    ]),
  )

/**
 * The canonical form of a record that its hash covers: all fields except the hash, `at` in ISO 8601, by the
 * JSON Canonicalization Scheme (RFC 8785). Including `previous_hash` makes the chain.
 */
function canonicalRecord({ hash: _, ...fields }: Omit<AuditRecord, 'hash'> & { hash?: string }): string {
  return canonicalize({ ...fields, at: fields.at.toISOString() }) ?? ''
}

const canonicalHead = ({ _id, number, hash }: Pick<AuditHead, '_id' | 'number' | 'hash'>): string =>
  canonicalize({ organization_id: _id, number, hash }) ?? ''

/**
 * Whether a record is unchanged. HMAC-SHA256, since somebody who can only change the database must not be
 * able to compute hashes. undefined: the key is not configured.
 */
export function isGenuine(record: AuditRecord, keys: ChainKeys): boolean | undefined {
  const key = keys.get(record.key_id)
  if (!key) return undefined
  try {
    return hmacSha256(key.record, canonicalRecord(record)).toString('hex') === record.hash
  } catch {
    // A field's type was changed.
    return false
  }
}

/** Whether a head is genuine. undefined: its key is not configured. */
export function isGenuineHead(head: AuditHead, keys: ChainKeys): boolean | undefined {
  const key = keys.get(head.key_id)
  return key && hmacSha256(key.head, canonicalHead(head)).toString('hex') === head.seal
}

/** Appends entries to the end of a chain; returns the records and the new end. */
export function extendChain(
  end: Pick<AuditHead, '_id' | 'number' | 'hash'>,
  entries: readonly AuditEntry[],
  keys: ChainKeys,
): { records: AuditRecord[]; head: AuditHead } {
  const [newest] = keys
  if (!newest) throw new Error('no secret key')
  const [key_id, key] = newest
  let { number, hash } = end
  const records = entries.map((entry): AuditRecord => {
    number += 1
    const place = { _id: newId('auditRecord'), organization_id: end._id, number, key_id, previous_hash: hash }
    hash = hmacSha256(key.record, canonicalRecord({ ...entry, ...place })).toString('hex')
    return { ...entry, ...place, hash }
  })
  const last = { _id: end._id, number, hash }
  return {
    records,
    head: { ...last, key_id, seal: hmacSha256(key.head, canonicalHead(last)).toString('hex') },
  }
}
