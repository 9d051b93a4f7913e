import type { ClientSession } from 'mongoose'
import type { AuditEntry } from './audit-record.ts'
import type { AuditStore } from './audit-store.ts'
import { type AuditHead, type ChainKeys, extendChain, isGenuineHead } from './chain.ts'

export interface Trail {
  readonly audit: AuditStore
  readonly auditKeys: ChainKeys
}

/**
 * Appends entries to an organisation's audit chain, in order of time.
 *
 * @param end result of `lockHead` in this transaction
 * @throws Error if the end of the chain was written without a key: appending would hide the tampering
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
