import { type AuditRecord, lostRequestsIn } from './audit-record.ts'
import { type AuditHead, BEFORE_FIRST, type ChainKeys, isGenuine, isGenuineHead } from './chain.ts'
import type { ChainStore } from './chain-store.ts'

/**
 * What is wrong with a chain:
 * - changed: a record was modified
 * - missing: records in the middle are gone
 * - reordered: a genuine record is in the wrong place
 * - cut_off: records at the end are gone
 * - foreign_key: a hash was made with a key that is not configured
 * - head_changed: the end of the chain was modified
 */
type Fault = 'changed' | 'missing' | 'reordered' | 'cut_off' | 'foreign_key' | 'head_changed'

export interface Verdict {
  readonly organization_id: string
  readonly ok: boolean
  /** Number of valid records from the start of the chain. */
  readonly verified: number
  /**
   * Hash of the last valid record. If kept elsewhere, it later proves that the chain up to it was not
   * rewritten.
   */
  readonly hash: string
  /** Number of requests missing from it, according to its records: the gateway could not record them. */
  readonly lost_requests: number
  readonly wrong?: { readonly number: number; readonly kind: Fault }
}

type End = Pick<Verdict, 'verified' | 'hash' | 'lost_requests'>

/**
 * Verifies an organisation's chain from its first record, with one record in memory at a time. The chain may
 * grow meanwhile.
 */
export async function verifyChain(
  chains: ChainStore,
  organizationId: string,
  keys: ChainKeys,
): Promise<Verdict> {
  let end: End = { verified: 0, hash: BEFORE_FIRST, lost_requests: 0 }
  const wrong = (number: number, kind: Fault) => ({
    organization_id: organizationId,
    ok: false,
    ...end,
    wrong: { number, kind },
  })
  for (;;) {
    const head = await chains.head(organizationId)
    const walked = await walk(chains, { organizationId, end, upTo: head?.number ?? Infinity, keys })
    end = walked.end
    if (walked.fault) return wrong(end.verified + 1, walked.fault)
    const fault = head ? faultOfHead(head, end, keys) : end.verified > 0 && 'head_changed'
    if (fault) return wrong(end.verified + 1, fault)
    if (!(await chains.hasRecordsAfter(organizationId, end.verified)))
      return { organization_id: organizationId, ok: true, ...end }
    const now = await chains.head(organizationId)
    if (now?.number === head?.number) return wrong(end.verified + 1, 'head_changed')
  }
}

function faultOfHead(head: AuditHead, end: End, keys: ChainKeys): Fault | false {
  if (head.number > end.verified) return 'cut_off'
  // Just created: its first record is not committed yet.
  if (head.number === 0 && end.verified === 0) return false
  const isRight = isGenuineHead(head, keys)
  if (isRight === undefined) return 'foreign_key'
  return (!isRight || head.hash !== end.hash) && 'head_changed'
}

interface Walk {
  readonly organizationId: string
  /** The end of the part verified so far. */
  readonly end: End
  readonly upTo: number
  readonly keys: ChainKeys
}

async function walk(
  chains: ChainStore,
  { organizationId, end, upTo, keys }: Walk,
): Promise<{ end: End; fault?: Fault }> {
  let last = end
  for await (const record of chains.records(organizationId, end.verified, upTo)) {
    if (record.number !== last.verified + 1) return { end: last, fault: 'missing' }
    const isRight = isGenuine(record, keys)
    if (isRight === undefined) return { end: last, fault: 'foreign_key' }
    if (!isRight || record.previous_hash !== last.hash) {
      const isMoved = await isGenuineElsewhere(chains, record, keys)
      return { end: last, fault: isMoved ? 'reordered' : 'changed' }
    }
    const { number: verified, hash } = record
    last = { verified, hash, lost_requests: last.lost_requests + lostRequestsIn(record) }
  }
  return { end: last }
}

/**
 * Whether a record is genuine except for its number. The next record, or the head, tells where it belongs.
 */
async function isGenuineElsewhere(
  chains: ChainStore,
  record: AuditRecord,
  keys: ChainKeys,
): Promise<boolean> {
  const { organization_id, hash } = record
  const [next, head] = await Promise.all([
    chains.nextAfterHash(organization_id, hash),
    chains.headWithHash(organization_id, hash),
  ])
  const places = [next && next.number - 1, head?.number ?? null]
  return places.some((number) => number !== null && isGenuine({ ...record, number }, keys) === true)
}
