import type { ClientSession } from 'mongoose'
import type { AuditEntry } from './audit-record.ts'
import type { AuditStore } from './audit-store.ts'
import { type AuditHead, type ChainKeys, extendChain, isGenuineHead } from './chain.ts'

export interface Trail {
  readonly audit: AuditStore
  readonly auditKeys: ChainKeys
}

/**
 * Puts entries at the end of an organisation's chain, in the order of their times.
 *
 * @param end as `lockHead` of this transaction gave it
 * @throws Error where the end was set by somebody without a key: going on from there would hide what they did
 */
export async function appendEntries(
  { audit, auditKeys }: Trail,
  end: AuditHead,
  entries: readonly AuditEntry[],
  session: ClientSession,
): Promise<void> {
  if (entries.length === 0) return
  if (end.number > 0 && !isGenuineHead(end, auditKeys)) {
    throw new Error(`The end of the audit trail of ${end._id} is not genuine: verify it.`)
  }
  const inOrder = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const { records, head } = extendChain(end, inOrder, auditKeys)
  await audit.append(records, head, end, session)
}
