import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs, createBatchLoader, isMongoUnavailable, type Logger } from '@usher/service-kit'
import type { DeliveryRecord } from '../log/delivery.ts'
import type { ClaimResult, DeliveryStore } from '../log/delivery-store.ts'

/** Attempts at a write that a reachable database rejects. */
const TRIES = 5
const BACKOFF = { firstMs: 100, maxMs: 2_000 }

/** Writes the result of a claim; resolves once it is written or given up. */
export type WriteResult = (result: ClaimResult) => Promise<void>

/** Writes a new delivery; false if it already exists. */
export type WriteRecord = (record: DeliveryRecord) => Promise<boolean>

interface Options<Method extends keyof DeliveryStore> {
  readonly deliveries: Pick<DeliveryStore, Method>
  readonly log: Logger
  /** Once aborted, failed writes are not retried. */
  readonly stopping: AbortSignal
}

/**
 * Writes results in batches and retries while the database is unavailable. A result that is given up costs
 * only a repeated attempt: its claim expires and the delivery is attempted again.
 */
export function createResultWriter({ deliveries, log, stopping }: Options<'finish'>): WriteResult {
  const write = createBatchLoader<ClaimResult, null>(async (results) => {
    await deliveries.finish(results)
    return results.map(() => null)
  })
  const retrying = createRetrier(log, stopping)
  return async (result) => {
    const deliveryId = result.delivery._id
    await retrying(deliveryId, () => write(result)).catch((err) => {
      log.error({ err, deliveryId }, 'the result of an attempt could not be kept: it will be repeated')
    })
  }
}

/**
 * Writes new deliveries likewise; rejects if it gives up.
 *
 * @param gatherMs how long the first of a batch waits for others, in ms
 */
export function createRecordWriter(
  { deliveries, log, stopping }: Options<'insertNew'>,
  gatherMs: number,
): WriteRecord {
  const write = createBatchLoader<DeliveryRecord, boolean>(
    (records) => deliveries.insertNew(records),
    gatherMs,
  )
  const retrying = createRetrier(log, stopping)
  return (record) => retrying(record._id, () => write(record))
}

/** Retries a write until it succeeds, the database rejects it for good, or the process stops. */
function createRetrier(log: Logger, stopping: AbortSignal) {
  return async <T>(deliveryId: string, write: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write()
      } catch (err) {
        if (stopping.aborted || (attempt >= TRIES && !isMongoUnavailable(err))) throw err
        log.warn({ err, deliveryId, attempt }, 'a delivery could not be written; trying again')
        await delay(backoffMs(attempt, BACKOFF))
      }
    }
  }
}
