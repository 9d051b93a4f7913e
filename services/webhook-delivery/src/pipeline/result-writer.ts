import { createBatchLoader, isMongoUnavailable, type Logger } from '@usher/service-kit'
import type { DeliveryRecord } from '../log/delivery.ts'
import type { ClaimResult, DeliveryStore } from '../log/delivery-store.ts'

/** Tries of a write that the database refuses although it can be reached. */
const TRIES = 5
const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 2_000

/** Writes the end of a claim; resolves once it is kept, or given up. */
export type WriteResult = (result: ClaimResult) => Promise<void>

/** Writes a new delivery; false when it is in the database already. */
export type WriteRecord = (record: DeliveryRecord) => Promise<boolean>

interface Options<Method extends keyof DeliveryStore> {
  readonly deliveries: Pick<DeliveryStore, Method>
  readonly log: Logger
  /** Once aborted, a write that fails is not tried again. */
  readonly stopping: AbortSignal
}

/**
 * Writes results many at a time, and again as long as the database is away. One that is given up is not
 * lost: its claim runs out and the delivery is attempted again.
 */
export function createResultWriter({ deliveries, log, stopping }: Options<'finish'>): WriteResult {
  const write = createBatchLoader<ClaimResult, null>(async (results) => {
    await deliveries.finish(results)
    return results.map(() => null)
  })
  const patiently = createPatience(log, stopping)
  return async (result) => {
    const deliveryId = result.delivery._id
    await patiently(deliveryId, () => write(result)).catch((err) => {
      log.error({ err, deliveryId }, 'the result of an attempt could not be kept: it will be repeated')
    })
  }
}

/**
 * Writes new deliveries in the same way; rejects for one that is given up.
 *
 * @param gatherMs milliseconds for which the first of a batch waits for others
 */
export function createRecordWriter(
  { deliveries, log, stopping }: Options<'insertNew'>,
  gatherMs: number,
): WriteRecord {
  const write = createBatchLoader<DeliveryRecord, boolean>(
    (records) => deliveries.insertNew(records),
    gatherMs,
  )
  const patiently = createPatience(log, stopping)
  return (record) => patiently(record._id, () => write(record))
}

/** Tries a write until the database takes it, refuses it for good, or the process stops. */
function createPatience(log: Logger, stopping: AbortSignal) {
  return async <T>(deliveryId: string, write: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write()
      } catch (err) {
        if (stopping.aborted || (attempt >= TRIES && !isMongoUnavailable(err))) throw err
        log.warn({ err, deliveryId, attempt }, 'a delivery could not be written; trying again')
        await backoff(attempt)
      }
    }
  }
}

const backoff = (attempt: number) => {
  const cap = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1))
  return new Promise((resolve) => setTimeout(resolve, cap * (0.5 + Math.random() / 2)))
}
