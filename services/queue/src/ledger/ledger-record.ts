import type { TimelineType } from '@usher/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** How long changes are kept, in seconds: 30 days. */
const KEEP_SECONDS = 30 * 24 * 3600

/**
 * One change of one guest, in the order of the queue's changes. With the ranks before and after it tells of
 * everybody else, too, whether they moved up or down: a change costs one document however many stand behind.
 */
export interface LedgerRecord {
  /** From {@link ledgerKey}: changes of a queue sort in the order in which they were made. */
  readonly _id: string
  readonly organization_id: string
  readonly queue_id: string
  readonly guest_id: string
  readonly type: TimelineType
  readonly actor: string
  readonly reason: string | null
  readonly at: Date
  /** null: was not in this line. */
  readonly rank_before: string | null
  /** null: is not in this line any more. */
  readonly rank_after: string | null
  /** Of the guest; of one who was transferred the position in the queue left. */
  readonly position_before: number | null
  readonly position_after: number | null
}

const schema = new Schema<LedgerRecord>(
  {
    _id: String,
    organization_id: String,
    queue_id: String,
    guest_id: String,
    type: String,
    actor: String,
    reason: String,
    at: Date,
    rank_before: String,
    rank_after: String,
    position_before: Number,
    position_after: Number,
  },
  { collection: 'ledger', versionKey: false },
)
  .index({ at: 1 }, { expireAfterSeconds: KEEP_SECONDS })
  // Reasons are words of people, and go with the person whom they are about.
  .index({ guest_id: 1 }, { partialFilterExpression: { reason: { $type: 'string' } } })

export type LedgerModel = Model<LedgerRecord>

export const ledgerModel = (connection: Connection): LedgerModel =>
  connection.models.Ledger ?? connection.model<LedgerRecord>('Ledger', schema)

/**
 * @param version of the queue with the change
 * @param number of the change within that version
 */
export const ledgerKey = (queueId: string, version: number, number = 0): string =>
  `${queueId}:${String(version).padStart(12, '0')}:${String(number).padStart(6, '0')}`

/** Keys of the changes of a queue from one version to another, both included. */
export const ledgerRange = (queueId: string, from: number, to?: number) => ({
  $gte: ledgerKey(queueId, from),
  $lt: to === undefined ? `${queueId};` : ledgerKey(queueId, to + 1),
})
