import { setTimeout as delay } from 'node:timers/promises'
import type { Idempotency, Reply } from '@usher/service-kit'
import type { Change } from '../queue-state/queue-state.ts'
import type { BatchOptions, Command, Waiting } from './command.ts'
import { busy, processBatch } from './process-batch.ts'

/** Decisions per transaction. */
const MAX_BATCH = 256
/**
 * How long to wait after a commit of several decisions, as a share of the time it took: clients that were answered ask
 * again at once, and join those who waited meanwhile. Saves a third of the commits of 8 busy clients.
 */
const GATHER_SHARE = 0.6
/** Longest such wait, in ms: a commit during a failover may take seconds. */
const MAX_GATHER_MS = 10
/** Decisions that may wait; more are refused, so that a slow database cannot fill the memory. */
const MAX_WAITING = 5_000

export interface QueueWriter {
  /** Decides and commits with the events; resolves once durable. */
  submit<C extends Change>(command: Command<C>): Promise<C>
  /** Like submit, for a request: returns its answer, or the stored one if the request is a repeat. */
  answer<C extends Change, Body>(
    command: Command<C>,
    present: (change: C) => Reply<Body>,
    idempotency: Idempotency | undefined,
  ): Promise<Reply<Body>>
}

const gatherMs = (commitMs: number): number => Math.min(commitMs * GATHER_SHARE, MAX_GATHER_MS)

/**
 * Group commit: while one transaction is in flight, decisions gather; then all are decided in memory, in order, and
 * committed as one. A hot queue thus needs one commit for many guests instead of a conflict per guest (DeWitt et al.,
 * "Implementation Techniques for Main Memory Database Systems", 1984; docs/decisions/0002-group-commit.md).
 */
export function createQueueWriter(options: BatchOptions): QueueWriter {
  const waiting: Waiting[] = []
  let isRunning = false
  const run = async () => {
    while (waiting.length > 0) {
      const startedAt = performance.now()
      const items = waiting.splice(0, MAX_BATCH)
      const again = await processBatch(items, options)
      waiting.unshift(...again)
      if (items.length > 1) await delay(gatherMs(performance.now() - startedAt))
    }
    isRunning = false
  }
  const enqueue = (command: Command, item: Pick<Waiting, 'resolve' | 'reject' | 'repeatable'>) => {
    if (waiting.length >= MAX_WAITING) return item.reject(busy('Too many changes are waiting.'))
    waiting.push({ command, ...item, tries: 0, mustRefresh: false })
    if (isRunning) return
    isRunning = true
    // At the end of this turn of the event loop, so that other requests received in it join the batch.
    setImmediate(run)
  }
  const submit = <C extends Change>(command: Command<C>): Promise<C> => {
    const { promise, resolve, reject } = Promise.withResolvers<Change>()
    enqueue(command, { resolve, reject, repeatable: undefined })
    return promise as Promise<C>
  }
  return {
    submit,
    async answer<C extends Change, Body>(
      command: Command<C>,
      present: (change: C) => Reply<Body>,
      idempotency: Idempotency | undefined,
    ) {
      if (!idempotency) return present(await submit(command))
      const { promise, resolve, reject } = Promise.withResolvers<Reply<Body>>()
      enqueue(command, {
        resolve: (change) => resolve(present(change as C)),
        reject,
        repeatable: {
          idempotency,
          present: (change) => present(change as C),
          replay: (record) => resolve(options.idempotency.replay(record, idempotency)),
        },
      })
      return await promise
    },
  }
}
