import { nativeCollection } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { type LedgerRecord, ledgerModel, ledgerRange } from './ledger-record.ts'

/** Part of the changes of a queue, by its versions. */
interface Extent {
  readonly queue_id: string
  readonly since: number
  /** Included; absent: to the newest. */
  readonly until?: number
}

const AT_ONCE = 500

/** Half a megabyte of text. */
const MOST_REASONS = 2_000

/** Changes of guests with a reason. */
const given = (guestIds: readonly string[]) => ({
  guest_id: { $in: [...guestIds] },
  reason: { $type: 'string' as const },
})

export type LedgerStore = ReturnType<typeof createLedgerStore>

/** The ledgers of all queues; they are written by the commits of the line. */
export function createLedgerStore(connection: Connection) {
  const ledger = nativeCollection(ledgerModel(connection))
  return {
    /** Changes in the order in which they were made, those behind a key. */
    changes({ queue_id, since, until }: Extent, behind = ''): AsyncIterable<LedgerRecord> {
      const extent = ledgerRange(queue_id, since, until)
      return ledger
        .find({ $and: [{ _id: extent }, { _id: { $gt: behind } }] })
        .sort({ _id: 1 })
        .batchSize(AT_ONCE)
    },
    /** Changes of guests for which a reason was given, in the order in which they were made; 2,000 at most. */
    async reasons(guestIds: readonly string[]): Promise<LedgerRecord[]> {
      return await ledger.find(given(guestIds)).sort({ _id: 1 }).limit(MOST_REASONS).toArray()
    },
    /** Deletes the reasons given for changes of guests. */
    async forgetReasons(guestIds: readonly string[]): Promise<void> {
      await ledger.updateMany(given(guestIds), { $set: { reason: null } })
    },
    async deleteAllOf(queueIds: readonly string[]): Promise<void> {
      for (const id of queueIds) await ledger.deleteMany({ _id: ledgerRange(id, 0) })
    },
  }
}
