import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { type LedgerChange, type LedgerRecord, ledgerRange } from './ledger-record.ts'

/** Retention of changes, in seconds: 30 days. */
const KEEP_SECONDS = 30 * 24 * 3600

const schema = collectionSchema<LedgerRecord>('ledger')
  .index({ at: 1 }, { expireAfterSeconds: KEEP_SECONDS })
  // Reasons are free text, and are deleted with the person they concern.
  .index({ 'changes.guest_id': 1 }, { partialFilterExpression: { 'changes.reason': { $type: 'string' } } })

/** A range of a queue's changes, by version. */
interface Extent {
  readonly queue_id: string
  readonly since: number
  /** Inclusive; absent: to the newest. */
  readonly until?: number
}

/** A change, and its position in the ledger. */
export interface Recorded {
  readonly key: string
  readonly change: LedgerChange
}

const AT_ONCE = 500

/** Half a megabyte of text. */
const MAX_REASONS = 2_000

const withReason = (guestIds: readonly string[]) => ({
  changes: { $elemMatch: { guest_id: { $in: [...guestIds] }, reason: { $type: 'string' as const } } },
  // Shows the query planner that the index of reasons is sufficient.
  'changes.reason': { $type: 'string' as const },
})

/** The ledgers of all queues, written by the commits of the line. */
export class LedgerStore {
  readonly #ledger: mongo.Collection<LedgerRecord>

  constructor(connection: Connection) {
    this.#ledger = collectionOf(connection, schema)
  }

  async insert(records: readonly LedgerRecord[], session: ClientSession): Promise<void> {
    await this.#ledger.insertMany([...records], { session })
  }

  /** Guests transferred out of a queue after one of its versions. */
  async transferredSince(queueId: string, version: number): Promise<string[]> {
    const transferred = { type: 'transferred', rank_after: null } as const
    const found = this.#ledger.find({
      _id: ledgerRange(queueId, version + 1),
      changes: { $elemMatch: transferred },
    })
    const changes = (await found.toArray()).flatMap((record) => record.changes)
    return changes
      .filter(({ type, rank_after }) => type === 'transferred' && rank_after === null)
      .map(({ guest_id }) => guest_id)
  }

  /** Changes in order, after a given key. */
  async *changes({ queue_id, since, until }: Extent, behind = ''): AsyncGenerator<Recorded> {
    const [record = '', number = '-1'] = behind.split('#')
    const extent = ledgerRange(queue_id, since, until)
    const records = this.#ledger
      .find({ $and: [{ _id: extent }, { _id: { $gte: record } }] })
      .sort({ _id: 1 })
      .batchSize(AT_ONCE)
    for await (const { _id, changes } of records) {
      for (const [index, change] of changes.entries()) {
        if (_id !== record || index > Number(number)) yield { key: `${_id}#${index}`, change }
      }
    }
  }

  /** Changes of guests with a reason, in order; 2,000 at most. */
  async reasons(guestIds: readonly string[]): Promise<LedgerChange[]> {
    const found = this.#ledger.find(withReason(guestIds)).sort({ _id: 1 }).limit(MAX_REASONS)
    const changes = (await found.toArray()).flatMap((record) => record.changes)
    return changes.filter(({ guest_id, reason }) => reason !== null && guestIds.includes(guest_id))
  }

  /** Deletes the reasons given for changes of guests. */
  async forgetReasons(guestIds: readonly string[]): Promise<void> {
    await this.#ledger.updateMany(
      withReason(guestIds),
      { $set: { 'changes.$[one].reason': null } },
      { arrayFilters: [{ 'one.guest_id': { $in: [...guestIds] } }] },
    )
  }

  async deleteAllOf(queueIds: readonly string[]): Promise<void> {
    for (const id of queueIds) await this.#ledger.deleteMany({ _id: ledgerRange(id, 0) })
  }
}
