import { eventQueue } from '@usher/contracts'
import {
  defineService,
  ifDue,
  type Job,
  newId,
  startDueJob,
  startPrivacy,
  together,
} from '@usher/service-kit'
import { createCheckInHandler } from './check-ins/on-checked-in.ts'
import { createContext, type QueueContext } from './context.ts'
import { createDeliveryHandler } from './delivery-feedback/on-notification.ts'
import { displayRoutes } from './display/display-routes.ts'
import { forgetOver } from './expected/forget-over.ts'
import { createBookingHandler } from './expected/on-booking.ts'
import { guestRoutes } from './guests/guest-routes.ts'
import { markOverdueNoShows } from './guests/mark-overdue-no-shows.ts'
import { staffRoutes } from './guests/staff-routes.ts'
import { learnCorrections } from './learning/learn-corrections.ts'
import { lineRoutes } from './one-line/line-routes.ts'
import { ownPlaceRoutes } from './own-place/own-place-routes.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { publicJoinRoutes } from './public-join/public-join-routes.ts'
import { queueRoutes } from './queues/queue-routes.ts'
import { removeRemainingGuests } from './queues/remove-remaining-guests.ts'
import { createForwardedHandler } from './replies/on-forwarded.ts'
import { createReplyHandler } from './replies/on-reply.ts'
import { waitRoutes } from './statistics/accuracy-routes.ts'
import { statisticsRoutes } from './statistics/statistics-routes.ts'
import { timelineRoutes } from './timeline/timeline-routes.ts'

export type { QueueConfig } from './config.ts'

/** How long the outcome of a message waits for others, in ms: staff do not notice, and most change nothing. */
const FEEDBACK_GATHER_MS = 200

/** Longest time between two looks for queues with corrections to learn, which are due once a night. */
const LEARNING_MS = 900_000

/** The queue service: queues, guests, positions and wait estimates. */
export const queueService = defineService({
  name: 'queue',
  context: createContext,
  jobs: async (ctx: QueueContext) => ({
    tidy: startTidying(ctx),
    learn: startDueJob('learning', { ...ctx, sweepMs: LEARNING_MS }, learnCorrections(ctx)),
    streams: await ctx.live.start(),
    ...(await startPrivacy(ctx, privacyPlan(ctx))),
  }),
  consumers: (ctx) => [
    { ...eventQueue('queue.reach'), gatherMs: FEEDBACK_GATHER_MS, handle: createDeliveryHandler(ctx) },
    { ...eventQueue('queue.replies'), handle: createReplyHandler(ctx) },
    { ...eventQueue('queue.forwarded-replies'), handle: createForwardedHandler(ctx) },
    { ...eventQueue('queue.check-ins'), handle: createCheckInHandler(ctx) },
    { ...eventQueue('queue.bookings'), handle: createBookingHandler(ctx) },
  ],
  routes: [
    guestRoutes,
    queueRoutes,
    statisticsRoutes,
    staffRoutes,
    timelineRoutes,
    waitRoutes,
    lineRoutes,
    ownPlaceRoutes,
    publicJoinRoutes,
    displayRoutes,
  ],
})

export type QueueService = Awaited<ReturnType<typeof queueService.start>>

/**
 * Longest time between two sweeps, in ms. A guest becomes a no-show a minute after the notification at the earliest,
 * so each is found before it is due.
 */
const TIDY_MS = 45_000

const DELETIONS_AT_ONCE = 10

/**
 * Marks guests as no-show in time, and clears up: what a deleted queue and past bookings have left may stay until the
 * next run. Each part looks at data of its own.
 */
function startTidying(ctx: QueueContext): Job {
  const start = (work: () => Promise<Date | undefined>) =>
    startDueJob('tidy', { ...ctx, sweepMs: TIDY_MS }, work)
  return together([
    start(
      ifDue(
        ctx.clock,
        () => ctx.guests.nextNoShow(),
        () => markOverdueNoShows(ctx),
      ),
    ),
    start(async () => {
      for (const queue of await ctx.queues.halfDeleted(DELETIONS_AT_ONCE)) {
        const origin = { organizationId: queue.organization_id, actor: 'system', requestId: newId('request') }
        await removeRemainingGuests(ctx, queue, origin)
      }
      return undefined
    }),
    start(async () => {
      const over = await ctx.expected.nextOver()
      if (over && over <= ctx.clock.now()) await forgetOver(ctx)
      return undefined
    }),
  ])
}
