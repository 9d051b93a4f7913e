import {
  type Clock,
  createCursors,
  createOperationRouter,
  IdempotencyStore,
  nativeCollection,
  newId,
  openService,
  startFoundation,
  startPoller,
  systemClock,
} from '@usher/service-kit'
import type { QueueConfig } from './config.ts'
import type { QueueContext } from './context.ts'
import { guestModel } from './guests/guest-record.ts'
import { addGuestRoutes } from './guests/guest-routes.ts'
import { markOverdueNoShows } from './guests/mark-overdue-no-shows.ts'
import { createCommit } from './line/commit.ts'
import { createQueueReader } from './line/reader.ts'
import { createStateCache } from './line/state-cache.ts'
import { createQueueWriter } from './line/writer.ts'
import { addQueueRoutes } from './queues/queue-routes.ts'
import { createQueueStore } from './queues/queue-store.ts'
import { removeRemainingGuests } from './queues/remove-remaining-guests.ts'

export type { QueueConfig } from './config.ts'

const TIDY_EVERY_MS = 1_000
const DELETIONS_AT_ONCE = 10

export interface QueueService extends AsyncDisposable {
  readonly url: string
  /** Does now what is otherwise done every second: no-shows that are due, deletions that were interrupted. */
  tidy(): Promise<void>
}

/** Starts the queue service: queues, guests, positions and first wait estimates. */
export async function startQueue(config: QueueConfig, clock: Clock = systemClock): Promise<QueueService> {
  const foundation = await startFoundation('queue', config)
  const { connection, log, shutdown, metrics, verifyCaller } = foundation
  const guests = guestModel(connection)
  const queues = createQueueStore(connection)
  const cache = createStateCache(connection)
  const loadGuests = async (ids: readonly string[]) => {
    const found = await nativeCollection(guests)
      .find({ _id: { $in: [...ids] } })
      .toArray()
    return new Map(found.map((guest) => [guest._id, guest]))
  }
  const idempotency = new IdempotencyStore(connection, config.secretKeys)
  const commit = createCommit(connection, idempotency)
  const writer = createQueueWriter({ cache, commit, loadGuests, idempotency, log })
  const reader = createQueueReader(guests, cache)
  const cursors = createCursors(config.secretKeys)
  const ctx: QueueContext = { clock, log, cursors, writer, reader, queues, guests, idempotency }

  const routes = createOperationRouter(verifyCaller, metrics)
  addQueueRoutes(routes, ctx)
  addGuestRoutes(routes, ctx)
  const server = await openService(foundation, config, [routes.router])
  const poller = shutdown.use(startPoller('tidy', TIDY_EVERY_MS, log, () => tidy(ctx)))
  return { url: server.url, tidy: poller.poke, [Symbol.asyncDispose]: () => shutdown.disposeAsync() }
}

async function tidy(ctx: QueueContext): Promise<void> {
  await markOverdueNoShows(ctx)
  for (const queue of await ctx.queues.halfDeleted(DELETIONS_AT_ONCE)) {
    const origin = { organizationId: queue.organization_id, actor: 'system', requestId: newId('request') }
    await removeRemainingGuests(ctx, queue, origin)
  }
}
