import type { DeliveryRecord } from '../log/delivery.ts'
import type { ClaimResult } from '../log/delivery-store.ts'
import type { WriteRecord, WriteResult } from './result-writer.ts'

/**
 * A delivery that is attempted before it is in the database, since most are over within milliseconds and need
 * only one write then. Until it is kept, the broker has its event and gives it to another process if this
 * one dies.
 */
export interface Recording {
  readonly record: DeliveryRecord
  /** Resolves once it is in the database, in whatever state. */
  readonly kept: Promise<void>
  /** Writes it as pending, unless it is being written. */
  keep(): void
  /** Writes what came of it. */
  finish(result: ClaimResult): Promise<void>
  /** Gives it up where nothing has been written: the event comes again. True when that was so. */
  abandon(): boolean
}

interface Writers {
  readonly writeRecord: WriteRecord
  readonly writeResult: WriteResult
}

export function createRecording(record: DeliveryRecord, { writeRecord, writeResult }: Writers): Recording {
  const { promise: kept, resolve, reject } = Promise.withResolvers<void>()
  // Whoever waits for it hears of a failure; nobody may.
  kept.catch(() => {})
  let writing: Promise<boolean> | undefined
  const write = (state: DeliveryRecord): Promise<boolean> => {
    writing = writeRecord(state)
    writing.then(() => resolve(), reject)
    return writing
  }
  return {
    record,
    kept,
    keep() {
      if (!writing) void write(record).catch(() => {})
    },
    async finish(result) {
      if (writing) await writing.catch(() => {})
      else if (await write(finished(record, result))) return
      // It was written before, here or by another process to which the event came again.
      await writeResult(result)
    },
    abandon() {
      if (writing) return false
      reject(new Error('the connection to the broker was lost'))
      return true
    },
  }
}

/** A delivery as it is after the end of its first claim. */
function finished(record: DeliveryRecord, { progress, attempt }: ClaimResult): DeliveryRecord {
  const { due_at: _, ...rest } = record
  return {
    ...rest,
    ...progress,
    ...(attempt && { attempts: [attempt], attempt_count: 1 }),
    ...(progress.next_attempt_at && { due_at: progress.next_attempt_at }),
    claim: null,
  }
}
