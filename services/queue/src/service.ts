import { eventQueue } from '@usher/contracts'
import {
  type Clock,
  type ConsumerOptions,
  createCursors,
  createGatewayVerifier,
  createGuard,
  createIdTokens,
  createOpenOperationRouter,
  createOperationRouter,
  type Foundation,
  IdempotencyStore,
  ifDue,
  inboxModel,
  newId,
  openService,
  prepareEventJobs,
  RetentionStore,
  startConsumer,
  startDuePoller,
  startFoundation,
  startPrivacy,
  together,
} from '@usher/service-kit'
import { createCheckInHandler } from './check-ins/on-checked-in.ts'
import type { QueueConfig } from './config.ts'
import type { QueueContext } from './context.ts'
import { createDeliveryHandler } from './delivery-feedback/on-notification.ts'
import { addDisplayRoutes } from './display/display-routes.ts'
import { createCommit } from './engine/commit.ts'
import { createGuestCache } from './engine/guest-cache.ts'
import { createQueueReader } from './engine/reader.ts'
import { createStateCache } from './engine/state-cache.ts'
import { createQueueWriter } from './engine/writer.ts'
import { createBookingFeed, createCarriedFeed } from './expected/booking-feed.ts'
import { forgetOver } from './expected/forget-over.ts'
import { createBookingHandler } from './expected/on-booking.ts'
import { QUEUE_POLICIES } from './guard-policies.ts'
import { createDuplicateFinder } from './guests/find-duplicate.ts'
import { addGuestRoutes } from './guests/guest-routes.ts'
import { createGuestSearch } from './guests/guest-search-store.ts'
import { markOverdueNoShows } from './guests/mark-overdue-no-shows.ts'
import { addStaffRoutes } from './guests/staff-routes.ts'
import { learnCorrections } from './learning/learn-corrections.ts'
import { OutcomeStore } from './learning/outcome-store.ts'
import { createLive } from './live/live.ts'
import { addLineRoutes } from './one-line/line-routes.ts'
import { addOwnPlaceRoutes } from './own-place/own-place-routes.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { addPublicJoinRoutes } from './public-join/public-join-routes.ts'
import { addQueueRoutes } from './queues/queue-routes.ts'
import { removeRemainingGuests } from './queues/remove-remaining-guests.ts'
import { BookingFeedStore } from './records/booking-feed-store.ts'
import { createStores } from './records/stores.ts'
import { createForwardedHandler } from './replies/on-forwarded.ts'
import { createReplyHandler } from './replies/on-reply.ts'
import { addWaitRoutes } from './statistics/accuracy-routes.ts'
import { addStatisticsRoutes } from './statistics/statistics-routes.ts'
import { VisitStore } from './statistics/visit-store.ts'
import { addTimelineRoutes } from './timeline/timeline-routes.ts'

export type { QueueConfig } from './config.ts'

/**
 * Longest time between two sweeps, in ms. A guest becomes a no-show a minute after the notification at the earliest,
 * so each is found before it is due.
 */
const TIDY_MS = 45_000

/** Longest time between two looks for queues with corrections to learn, which are due once a night. */
const LEARNING_MS = 900_000

export interface QueueService extends AsyncDisposable {
  readonly url: string
  /** Runs the sweep now: due no-shows, and interrupted deletions of queues. */
  tidy(): Promise<void>
  /** Learns the corrections of estimates that are due now. */
  learn(): Promise<void>
  /** Runs the hourly retention job now, which anonymises old guests. */
  forget(): Promise<void>
  /** Runs the 15-second stream job now: heartbeats, and whatever streams missed. */
  beat(): Promise<void>
  /** Runs the due steps of privacy requests. */
  runPrivacyJobs(): Promise<void>
}

/** Starts the queue service: queues, guests, positions and wait estimates. */
export async function startQueue(config: QueueConfig, clock?: Clock): Promise<QueueService> {
  return await composeQueue(await startFoundation('queue', config, clock), config)
}

/** Builds the service on a foundation: that of its process, or that of test clocks. */
export async function composeQueue(foundation: Foundation, config: QueueConfig): Promise<QueueService> {
  const { broker, connection, log, shutdown, metrics, verifyCaller } = foundation
  const { ctx, live } = await createContext(foundation, config)
  const open = createOpenOperationRouter(createGatewayVerifier(config.callerPublicKey), metrics)
  addOwnPlaceRoutes(open, ctx)
  addPublicJoinRoutes(open, ctx)
  addDisplayRoutes(open, ctx)
  const routes = createOperationRouter(verifyCaller, metrics)
  // Most frequent first: Express tries routes in order.
  addGuestRoutes(routes, ctx)
  addQueueRoutes(routes, ctx)
  addStatisticsRoutes(routes, ctx)
  addStaffRoutes(routes, ctx)
  addTimelineRoutes(routes, ctx)
  addWaitRoutes(routes, ctx)
  addLineRoutes(routes, ctx)
  prepareEventJobs(connection)
  const server = await openService(foundation, config, [routes.router, open.router])
  const tidiers = tidying(ctx).map((tidy) =>
    startDuePoller('tidy', { clock: ctx.clock, log, sweepMs: TIDY_MS }, tidy),
  )
  const tidier = shutdown.use(together(tidiers))
  const learning = shutdown.use(
    startDuePoller('learning', { clock: ctx.clock, log, sweepMs: LEARNING_MS }, learnCorrections(ctx)),
  )
  const privacy = await startPrivacy(foundation, privacyPlan(ctx))
  for (const consumer of consumersOf(foundation, ctx)) shutdown.use(await startConsumer(broker, consumer))
  const { beat } = foundation.testClocks ? NO_BEATS : shutdown.use(await live.start())
  return {
    url: server.url,
    tidy: tidier.poke,
    learn: learning.poke,
    beat,
    ...privacy,
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}

/** Streams follow real time alone. */
const NO_BEATS = { beat: async () => {} }

/** Everything that routes and jobs need; start the streams once clients can connect. */
async function createContext(foundation: Foundation, config: QueueConfig) {
  const { connection, clock, log, verifyCaller } = foundation
  const stores = createStores(connection)
  const { guests } = stores
  const cache = createStateCache(stores, clock)
  const guestCache = createGuestCache()
  const loadGuests = (ids: readonly string[]) => guests.byIds(ids)
  const idempotency = new IdempotencyStore(connection, config.secretKeys)
  const commit = createCommit(connection, stores, idempotency)
  const tokens = createIdTokens(config.secretKeys, { resource: 'guest', purpose: 'guest tokens' })
  const statusUrl = (guestId: string) => `${config.publicUrl}/w/${tokens.of(guestId)}`
  const writer = createQueueWriter({ cache, guestCache, commit, loadGuests, statusUrl, idempotency, log })
  const reader = createQueueReader(guests, cache, guestCache)
  const cursors = createCursors(config.secretKeys)
  const retentions = new RetentionStore(connection)
  const joinUrl = (slug: string) => `${config.publicUrl}/join/${slug}`
  const live = createLive(foundation, { clock, reader, cache, guests, joinUrl, statusUrl })
  const findDuplicate = createDuplicateFinder(guests)
  const guard = await createGuard(connection, QUEUE_POLICIES)
  const ctx: QueueContext = {
    ...stores,
    clock,
    log,
    verifyCaller,
    cursors,
    writer,
    reader,
    findDuplicate,
    retentions,
    idempotency,
    guestSearch: createGuestSearch(connection),
    outcomes: new OutcomeStore(connection),
    visits: new VisitStore(connection),
    live,
    tokens,
    statusUrl,
    joinUrl,
    guard,
    feed: foundation.testClocks
      ? createCarriedFeed(clock)
      : createBookingFeed(new BookingFeedStore(connection), cache),
  }
  return { ctx, live }
}

/** How long the outcome of a message waits for others, in ms: staff do not notice, and most change nothing. */
const FEEDBACK_GATHER_MS = 200

/** What the service does on the events of others. */
function consumersOf({ connection, log }: Foundation, ctx: QueueContext): ConsumerOptions[] {
  const once = { connection, inbox: inboxModel(connection) }
  const feedback = { ...eventQueue('queue.reach'), gatherMs: FEEDBACK_GATHER_MS }
  return [
    { ...feedback, handle: createDeliveryHandler(ctx), log },
    { ...eventQueue('queue.replies'), handle: createReplyHandler(ctx, once), log },
    { ...eventQueue('queue.forwarded-replies'), handle: createForwardedHandler(ctx), log },
    { ...eventQueue('queue.check-ins'), handle: createCheckInHandler(ctx, once), log },
    { ...eventQueue('queue.bookings'), handle: createBookingHandler(ctx), log },
  ]
}

const DELETIONS_AT_ONCE = 10

/**
 * Marks guests as no-show in time, and clears up: what a deleted queue and past bookings have left may stay until the
 * next run. Work for due pollers, each of which looks at data of its own.
 */
const tidying = (ctx: QueueContext): readonly (() => Promise<Date | undefined>)[] => [
  ifDue(
    ctx.clock,
    () => ctx.guests.nextNoShow(),
    () => markOverdueNoShows(ctx),
  ),
  async () => {
    for (const queue of await ctx.queues.halfDeleted(DELETIONS_AT_ONCE)) {
      const origin = { organizationId: queue.organization_id, actor: 'system', requestId: newId('request') }
      await removeRemainingGuests(ctx, queue, origin)
    }
    return undefined
  },
  async () => {
    const over = await ctx.expected.nextOver()
    if (over && over <= ctx.clock.now()) await forgetOver(ctx)
    return undefined
  },
]
