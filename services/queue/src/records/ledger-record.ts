import type { TimelineType } from '@usher/contracts'

/**
 * One change of one guest. The ranks before and after tell for everybody else, too, whether they moved up or down: a
 * change costs one entry however many stand behind.
 */
export interface LedgerChange {
  readonly guest_id: string
  readonly type: TimelineType
  readonly actor: string
  readonly reason: string | null
  readonly at: Date
  /** null: was not in this line. */
  readonly rank_before: string | null
  /** null: is no longer in this line. */
  readonly rank_after: string | null
  /** Position of the guest; for a transferred guest the position in the queue left. */
  readonly position_before: number | null
  readonly position_after: number | null
}

/** The changes of one version of a queue, in one document: it costs the same as one change. */
export interface LedgerRecord {
  /** From {@link ledgerKey}: a queue's records sort by version. */
  readonly _id: string
  readonly organization_id: string
  readonly queue_id: string
  readonly at: Date
  /** In the order they were made. */
  readonly changes: readonly LedgerChange[]
}

/** @param version of the queue with the changes */
export const ledgerKey = (queueId: string, version: number): string =>
  `${queueId}:${String(version).padStart(12, '0')}`

/** Keys of a queue's records from one version to another, both inclusive. */
export const ledgerRange = (queueId: string, from: number, to?: number) => ({
  $gte: ledgerKey(queueId, from),
  $lt: to === undefined ? `${queueId};` : ledgerKey(queueId, to + 1),
})
