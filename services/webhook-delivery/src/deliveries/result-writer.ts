import { createBatchLoader, isMongoUnavailable, type Logger } from '@usher/service-kit'
import type { ClaimResult, DeliveryStore } from './delivery-store.ts'

/** Tries of a write that the database refuses although it can be reached. */
const TRIES = 5
const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 2_000

/** Writes the end of a claim; resolves once it is kept, or given up. */
export type WriteResult = (result: ClaimResult) => Promise<void>

interface Options {
  readonly deliveries: Pick<DeliveryStore, 'finish'>
  readonly log: Logger
  /** Once aborted, a write that fails is not tried again. */
  readonly stopping: AbortSignal
}

/**
 * Writes results many at a time, and again as long as the database is away. One that is given up is not
 * lost: its claim runs out and the delivery is attempted again.
 */
export function createResultWriter({ deliveries, log, stopping }: Options): WriteResult {
  const write = createBatchLoader<ClaimResult, null>(async (results) => {
    await deliveries.finish(results)
    return results.map(() => null)
  })
  return async (result) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await write(result)
        return
      } catch (err) {
        const deliveryId = result.delivery._id
        if (stopping.aborted || (attempt >= TRIES && !isMongoUnavailable(err))) {
          log.error({ err, deliveryId }, 'the result of an attempt could not be kept: it will be repeated')
          return
        }
        log.warn({ err, deliveryId, attempt }, 'the result of an attempt could not be kept; trying again')
        await backoff(attempt)
      }
    }
  }
}

const backoff = (attempt: number) => {
  const cap = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1))
  return new Promise((resolve) => setTimeout(resolve, cap * (0.5 + Math.random() / 2)))
}
