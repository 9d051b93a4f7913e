import { eventQueue } from '@usher/contracts'
import {
  type Clock,
  type ConsumerOptions,
  createGatewayVerifier,
  createOpenOperationRouter,
  createOperationRouter,
  type Foundation,
  inboxModel,
  type OpenOperationRouter,
  type OperationRouter,
  openService,
  prepareEventJobs,
  startConsumer,
  startFoundation,
  startPrivacy,
} from '@usher/service-kit'
import { availabilityRoutes } from './availability/availability-routes.ts'
import { type CachedSlots, createSlotCache } from './availability/slot-cache.ts'
import { bookingPageRoutes } from './booking-page/booking-page-routes.ts'
import { createChangeHandler } from './calendar-changes/on-change-requested.ts'
import { createBusyHandler } from './calendars/on-busy-replaced.ts'
import { catalogRoutes } from './catalog/catalog-routes.ts'
import { categoryRoutes } from './catalog-items/category-routes.ts'
import { productRoutes } from './catalog-items/product-routes.ts'
import { arrivalRoutes } from './check-in/arrival-routes.ts'
import { createHandledHandler } from './check-in/on-check-in-handled.ts'
import type { BookingPlatformConfig } from './config.ts'
import { type BookingPlatformContext, createContext } from './context.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import { startHeartbeat } from './heartbeat.ts'
import { codeRoutes } from './online-booking/code-routes.ts'
import { onlineBookingRoutes } from './online-booking/online-routes.ts'
import { createPageActions } from './online-booking/page-actions.ts'
import { ownBookingRoutes } from './own-booking/own-booking-routes.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { createQueueHandler } from './queue-copies/on-queue.ts'
import { bookingRoutes } from './scheduling/booking-routes.ts'
import { seriesRoutes } from './series/series-routes.ts'
import { serviceTypeRoutes } from './service-types/service-type-routes.ts'
import { joinRoutes } from './standby/join-routes.ts'
import { ownStandbyRoutes } from './standby/own-standby-routes.ts'
import { standbyRoutes } from './standby/standby-routes.ts'
import { startStandbyWorker } from './standby/worker.ts'

export type { BookingPlatformConfig } from './config.ts'

export interface BookingPlatformService extends AsyncDisposable {
  readonly url: string
  /** Runs the due steps of privacy requests. */
  runPrivacyJobs(): Promise<void>
  /** Runs the hourly anonymisation of old bookings now. */
  forget(): Promise<void>
  /** Offers freed time to those on standby, and takes expired offers back, now. */
  runStandby(): Promise<void>
}

/** Starts the booking platform: service types, providers, availability and bookings. */
export async function startBookingPlatform(
  config: BookingPlatformConfig,
  clock?: Clock,
): Promise<BookingPlatformService> {
  return await composeBookingPlatform(await startFoundation('booking-platform', config, clock), config)
}

/** Builds the service on a foundation: that of its process, or that of test clocks. */
export async function composeBookingPlatform(
  foundation: Foundation,
  config: BookingPlatformConfig,
): Promise<BookingPlatformService> {
  const { broker, metrics, shutdown, verifyCaller } = foundation
  const ctx = await createContext(foundation, config)
  prepareEventJobs(ctx.connection)
  const open = createOpenOperationRouter(createGatewayVerifier(config.callerPublicKey), metrics)
  const cachedSlots = createSlotCache(ctx)
  addOpenRoutes(ctx, open, cachedSlots)
  const routes = createOperationRouter(verifyCaller, metrics)
  addRoutes(ctx, routes, cachedSlots)
  const { url } = await openService(foundation, config, [open.router, routes.router])
  for (const consumer of consumersOf(foundation, ctx)) shutdown.use(await startConsumer(broker, consumer))
  const privacy = await startPrivacy(foundation, privacyPlan(ctx))
  // The time of a test clock stands still until all events are handled.
  if (!foundation.testClocks) shutdown.use(await startHeartbeat(foundation))
  const runStandby = shutdown.use(startStandbyWorker(ctx)).poke
  const close = () => shutdown.disposeAsync()
  return { url, ...privacy, runStandby, [Symbol.asyncDispose]: close }
}

/** Routes of customers, who have no credential. */
function addOpenRoutes(
  ctx: BookingPlatformContext,
  open: OpenOperationRouter,
  cachedSlots: CachedSlots,
): void {
  const actions = createPageActions(ctx)
  ownBookingRoutes(ctx, open)
  onlineBookingRoutes(ctx, open, actions, cachedSlots)
  codeRoutes(ctx, open, actions)
  joinRoutes(ctx, open, actions)
  ownStandbyRoutes(ctx, open)
  customerRoutes(ctx, open, actions)
  arrivalRoutes(ctx, open)
}

function addRoutes(ctx: BookingPlatformContext, routes: OperationRouter, cachedSlots: CachedSlots): void {
  serviceTypeRoutes(ctx, routes)
  providerRoutes(ctx, routes)
  availabilityRoutes(ctx, routes, cachedSlots)
  bookingRoutes(ctx, routes)
  seriesRoutes(ctx, routes)
  bookingPageRoutes(ctx, routes)
  standbyRoutes(ctx, routes)
  categoryRoutes(ctx, routes)
  productRoutes(ctx, routes)
  catalogRoutes(ctx, routes)
}

/** What the service does on the events of others. */
function consumersOf({ connection, log }: Foundation, ctx: BookingPlatformContext): ConsumerOptions[] {
  const inbox = inboxModel(connection)
  return [
    { ...eventQueue('booking-platform.calendars'), handle: createBusyHandler(ctx), log },
    { ...eventQueue('booking-platform.calendar-changes'), handle: createChangeHandler(ctx, inbox), log },
    { ...eventQueue('booking-platform.check-ins'), handle: createHandledHandler(ctx), log },
    { ...eventQueue('booking-platform.queues'), handle: createQueueHandler(ctx), log },
  ]
}
