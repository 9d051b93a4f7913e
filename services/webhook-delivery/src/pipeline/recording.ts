import type { DeliveryRecord } from '../log/delivery.ts'
import type { ClaimResult } from '../log/delivery-store.ts'
import type { WriteRecord, WriteResult } from './result-writer.ts'

/**
 * A delivery that is attempted before it is in the database. Most attempts end within milliseconds, so this
 * saves a write. Until it is written, the event stays unacknowledged: if this process dies, the broker
 * redelivers it.
 */
export interface Recording {
  readonly record: DeliveryRecord
  /** Resolves once it is in the database, in any state. */
  readonly kept: Promise<void>
  /** Writes it as pending, unless a write has begun. */
  keep(): void
  /** Writes its result. */
  finish(result: ClaimResult): Promise<void>
  /** Gives up if no write has begun, and returns true: the event will be redelivered. */
  abandon(): boolean
}

interface Writers {
  readonly writeRecord: WriteRecord
  readonly writeResult: WriteResult
}

export function createRecording(record: DeliveryRecord, { writeRecord, writeResult }: Writers): Recording {
  const { promise: kept, resolve, reject } = Promise.withResolvers<void>()
  // Callers that await it see the rejection; there may be none.
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
      // Already written: here, or by another process after a redelivery.
      await writeResult(result)
    },
    abandon() {
      if (writing) return false
      reject(new Error('the connection to the broker was lost'))
      return true
    },
  }
}

/** The delivery after its first claim has ended. */
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
