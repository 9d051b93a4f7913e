import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs, createBatchLoader, isMongoUnavailable, type Logger } from '@usher/service-kit'
import type { ClaimResult, DeliveryStore } from '../log/delivery-store.ts'

/** Attempts at a write that a reachable database rejects. */
const TRIES = 5
const BACKOFF = { firstMs: 100, maxMs: 2_000 }

/** How long a result waits for others if nothing waits for it, in ms. */
const GATHER_MS = 15

/**
 * Writes the result of a claim; resolves once it is written or given up.
 *
 * @param isAwaited something waits for it, such as the next ordered delivery
 */
export type WriteResult = (result: ClaimResult, isAwaited: boolean) => Promise<void>

interface Options {
  readonly deliveries: Pick<DeliveryStore, 'finish'>
  readonly log: Logger
  /** Once aborted, failed writes are not retried. */
  readonly stopping: AbortSignal
}

/**
 * Writes results in batches and retries while the database is unavailable. A result that is given up costs
 * only a repeated attempt: its claim expires and the delivery is attempted again.
 */
export function createResultWriter({ deliveries, log, stopping }: Options): WriteResult {
  const finish = async (results: readonly ClaimResult[]) => {
    await deliveries.finish(results)
    return results.map(() => null)
  }
  const writeSoon = createBatchLoader(finish)
  const writeLater = createBatchLoader(finish, GATHER_MS)
  return async (result, isAwaited) => {
    const write = isAwaited ? writeSoon : writeLater
    const deliveryId = result.delivery._id
    for (let attempt = 1; ; attempt += 1) {
      try {
        await write(result)
        return
      } catch (err) {
        if (stopping.aborted || (attempt >= TRIES && !isMongoUnavailable(err))) {
          log.error({ err, deliveryId }, 'the result of an attempt could not be kept: it will be repeated')
          return
        }
        log.warn({ err, deliveryId, attempt }, 'the result of an attempt could not be written; trying again')
        await delay(backoffMs(attempt, BACKOFF))
      }
    }
  }
}
