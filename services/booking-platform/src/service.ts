import { eventQueue } from '@usher/contracts'
import { defineService, type Foundation, startPrivacy } from '@usher/service-kit'
import { availabilityRoutes } from './availability/availability-routes.ts'
import { createSlotCache } from './availability/slot-cache.ts'
import { bookingPageRoutes } from './booking-page/booking-page-routes.ts'
import { createChangeHandler } from './calendar-changes/on-change-requested.ts'
import { createBusyHandler } from './calendars/on-busy-replaced.ts'
import { catalogRoutes } from './catalog/catalog-routes.ts'
import { itemRoutes } from './catalog-items/item-routes.ts'
import { arrivalRoutes } from './check-in/arrival-routes.ts'
import { createHandledHandler } from './check-in/on-check-in-handled.ts'
import type { BookingPlatformConfig } from './config.ts'
import { type BookingPlatformContext, createContext } from './context.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import { startHeartbeat } from './heartbeat.ts'
import { codeRoutes } from './online-booking/code-routes.ts'
import { onlineBookingRoutes } from './online-booking/online-routes.ts'
import { ownBookingRoutes } from './own-booking/own-booking-routes.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { createQueueHandler } from './queue-copies/on-queue.ts'
import { createOrganizationHandler } from './quiet-hours/on-organization.ts'
import { bookingRoutes } from './scheduling/booking-routes.ts'
import { seriesRoutes } from './series/series-routes.ts'
import { serviceTypeRoutes } from './service-types/service-type-routes.ts'
import { joinRoutes } from './standby/join-routes.ts'
import { ownStandbyRoutes } from './standby/own-standby-routes.ts'
import { standbyRoutes } from './standby/standby-routes.ts'
import { startStandbyWorker } from './standby/worker.ts'

export type { BookingPlatformConfig } from './config.ts'

/** The booking platform: service types, providers, availability and bookings. */
export const bookingPlatformService = defineService({
  name: 'booking-platform',
  async context(foundation: Foundation, config: BookingPlatformConfig) {
    const ctx = await createContext(foundation, config)
    return { ...ctx, cachedSlots: createSlotCache(ctx) }
  },
  jobs: async (ctx: BookingPlatformContext) => ({
    standby: startStandbyWorker(ctx),
    heartbeat: await startHeartbeat(ctx),
    ...(await startPrivacy(ctx, privacyPlan(ctx))),
  }),
  consumers: (ctx) => [
    { ...eventQueue('booking-platform.calendars'), handle: createBusyHandler(ctx) },
    { ...eventQueue('booking-platform.calendar-changes'), handle: createChangeHandler(ctx) },
    { ...eventQueue('booking-platform.check-ins'), handle: createHandledHandler(ctx) },
    { ...eventQueue('booking-platform.organizations'), handle: createOrganizationHandler(ctx) },
    { ...eventQueue('booking-platform.queues'), handle: createQueueHandler(ctx) },
  ],
  routes: [
    serviceTypeRoutes,
    providerRoutes,
    availabilityRoutes,
    bookingRoutes,
    seriesRoutes,
    bookingPageRoutes,
    standbyRoutes,
    itemRoutes,
    catalogRoutes,
    ownBookingRoutes,
    onlineBookingRoutes,
    codeRoutes,
    joinRoutes,
    ownStandbyRoutes,
    customerRoutes,
    arrivalRoutes,
  ],
})

export type BookingPlatformService = Awaited<ReturnType<typeof bookingPlatformService.start>>
