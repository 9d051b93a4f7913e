import { setTimeout as delay } from 'node:timers/promises'
import { eventQueue } from '@usher/contracts'
import {
  type Clock,
  createGatewayVerifier,
  createOpenOperationRouter,
  createOperationRouter,
  openService,
  prepareEventJobs,
  startConsumer,
  startFoundation,
  startPrivacy,
} from '@usher/service-kit'
import type { CalendarSyncConfig } from './config.ts'
import { authRoutes } from './connecting/auth-routes.ts'
import { connectionRoutes } from './connecting/connection-routes.ts'
import { createProviderHandler } from './connecting/on-provider.ts'
import { type CalendarSyncContext, createContext } from './context.ts'
import type { Pause } from './google/retry.ts'
import { createOrganizationHandler } from './organizations/on-organization.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { startRevoker } from './revocations/revoker.ts'
import { callbackRoutes } from './sync/callback-routes.ts'
import { CLAIM_MS } from './sync/cycle.ts'
import { troubleRoutes } from './sync/trouble-routes.ts'
import { startTwoWaySync } from './sync/two-way-sync.ts'
import { startSyncWorker } from './sync/worker.ts'
import { type RunSync, runSync as syncBothWays } from './sync-on-demand/run-sync.ts'
import { startSyncRunner } from './sync-on-demand/runner.ts'
import { syncRoutes } from './sync-on-demand/sync-routes.ts'

export type { CalendarSyncConfig } from './config.ts'

export interface CalendarSyncService extends AsyncDisposable {
  readonly url: string
  /** The context, for tests. */
  readonly context: CalendarSyncContext
  /** Runs the due steps of privacy requests. */
  runPrivacyJobs(): Promise<void>
  /** Syncs until nothing is due. For tests. */
  drain(): Promise<void>
  /** Does now what waits for Google: revoking access, and syncs on demand. */
  tick(): Promise<void>
}

/** What tests replace. */
export interface ServiceParts {
  readonly clock?: Clock
  readonly pause?: Pause
  /** Runs a sync on demand. */
  readonly runSync?: RunSync
  /** Calendars synced concurrently; 0: none, for tests that want Google to themselves. */
  readonly calendarsAtOnce?: number
  /** Lifetime of a claim on a calendar, in ms; renewed during the work. */
  readonly claimMs?: number
}

/** Calendars that one process syncs concurrently. */
const CALENDARS_AT_ONCE = 5

/** Starts calendar sync: connections to Google Calendar, and two-way sync. */
export async function startCalendarSync(
  config: CalendarSyncConfig,
  {
    clock,
    pause = (ms) => delay(ms),
    runSync = syncBothWays,
    calendarsAtOnce = CALENDARS_AT_ONCE,
    claimMs = CLAIM_MS,
  }: ServiceParts = {},
): Promise<CalendarSyncService> {
  const foundation = await startFoundation('calendar-sync', config, clock)
  const { broker, log, metrics, shutdown, verifyCaller } = foundation
  const ctx = createContext(foundation, config, { pause, claimMs })
  prepareEventJobs(ctx.connection)
  const revoker = shutdown.use(startRevoker(ctx))
  const worker = startSyncWorker(ctx, calendarsAtOnce)
  const runner = shutdown.use(startSyncRunner(ctx, runSync))
  const open = createOpenOperationRouter(createGatewayVerifier(config.callerPublicKey), metrics)
  const routes = createOperationRouter(verifyCaller, metrics)
  authRoutes(ctx, { routes, open, pokeRunner: runner.poke })
  troubleRoutes(ctx, routes)
  connectionRoutes(ctx, routes, { pokeRevoker: () => void revoker.poke(), wakeSync: worker.takeUp })
  callbackRoutes(ctx, open, worker.takeUp)
  syncRoutes(ctx, routes, runner.poke)
  const { url } = await openService(foundation, config, [open.router, routes.router])
  const providers = { ...eventQueue('calendar-sync.providers'), log }
  shutdown.use(await startConsumer(broker, { ...providers, handle: createProviderHandler(ctx) }))
  const organizations = { ...eventQueue('calendar-sync.organizations'), log }
  const name = createOrganizationHandler(ctx.organizations)
  shutdown.use(await startConsumer(broker, { ...organizations, handle: name }))
  await startTwoWaySync(foundation, ctx, worker)
  const { runPrivacyJobs } = await startPrivacy(foundation, privacyPlan(ctx))
  return {
    url,
    context: ctx,
    drain: worker.drain,
    runPrivacyJobs,
    async tick() {
      await revoker.poke()
      await runner.run()
    },
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}
