import { eventQueue } from '@usher/contracts'
import { defineService, startPrivacy } from '@usher/service-kit'
import { authRoutes } from './connecting/auth-routes.ts'
import { connectionRoutes } from './connecting/connection-routes.ts'
import { createProviderHandler } from './connecting/on-provider.ts'
import { type CalendarSyncContext, createContext } from './context.ts'
import { createOrganizationHandler } from './organizations/on-organization.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { startRevoker } from './revocations/revoker.ts'
import { callbackRoutes } from './sync/callback-routes.ts'
import { troubleRoutes } from './sync/trouble-routes.ts'
import { createBookingHandler, createHandledHandler } from './sync/two-way-sync.ts'
import { startSyncWorker } from './sync/worker.ts'
import { startSyncRunner } from './sync-on-demand/runner.ts'
import { syncRoutes } from './sync-on-demand/sync-routes.ts'

export type { CalendarSyncConfig } from './config.ts'
export type { Replaceable } from './context.ts'

/** Calendar sync: connections to Google Calendar, and two-way sync. */
export const calendarSyncService = defineService({
  name: 'calendar-sync',
  context: createContext,
  jobs: async (ctx: CalendarSyncContext) => ({
    revocations: startRevoker(ctx),
    sync: startSyncWorker(ctx),
    onDemand: startSyncRunner(ctx),
    ...(await startPrivacy(ctx, privacyPlan(ctx))),
  }),
  consumers: (ctx, jobs) => [
    { ...eventQueue('calendar-sync.providers'), handle: createProviderHandler(ctx) },
    { ...eventQueue('calendar-sync.organizations'), handle: createOrganizationHandler(ctx) },
    { ...eventQueue('calendar-sync.bookings'), handle: createBookingHandler(ctx, jobs) },
    { ...eventQueue('calendar-sync.changes'), handle: createHandledHandler(ctx, jobs) },
  ],
  routes: [authRoutes, troubleRoutes, connectionRoutes, callbackRoutes, syncRoutes],
})

export type CalendarSyncService = Awaited<ReturnType<typeof calendarSyncService.start>>
