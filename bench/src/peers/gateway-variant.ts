import { generateKeyPairSync } from 'node:crypto'
import { ALL_SCOPES, type Credential, type CredentialKind } from '@usher/contracts'
import {
  connectBroker,
  createLogger,
  createMetrics,
  deviceCookie,
  newId,
  sessionCookie,
  systemClock,
} from '@usher/service-kit'
import { createPublicApp } from '../../../gateway/src/app/public-app.ts'
import { authenticate } from '../../../gateway/src/credentials/authenticate.ts'
import { createCallerCache, KNOWN_MS } from '../../../gateway/src/credentials/caller-cache.ts'
import { type KnownCaller, knownCaller } from '../../../gateway/src/credentials/known-caller.ts'
import { createUpstream } from '../../../gateway/src/forwarding/upstream.ts'
import type { Report } from '../../../gateway/src/http/exchange.ts'
import { createReport, reportTo } from '../../../gateway/src/http/report.ts'
import { memoryLimiter } from '../../../gateway/src/limits/limiters.ts'
import { createRateLimits, type RateLimits } from '../../../gateway/src/limits/rate-limits.ts'
import { createBodies } from '../../../gateway/src/overload/body-budget.ts'
import { createOverloadMetrics } from '../../../gateway/src/overload/overload-metrics.ts'
import { startRecorder } from '../../../gateway/src/records/recorder.ts'
import { createRouteTable } from '../../../gateway/src/routes/route-table.ts'
import { OpenStreams } from '../../../gateway/src/streams/open-streams.ts'
import { createVersions } from '../../../gateway/src/versions/request-version.ts'
import { serve } from './serve.ts'

/** Without authentication, requests count for these callers in turn: a single one would soon be limited. */
const CALLERS = 60

/** The gateway with only some of its duties (DUTIES, joined by spaces), assembled from its own parts. */
const env = process.env as Readonly<Record<'UPSTREAM_URL' | 'RABBITMQ_URL' | 'SPOOL_DIR' | 'DUTIES', string>>
const publicUrl = 'http://localhost'
/** What the gateway does for a request besides forwarding it. */
export type Duty = 'credentials' | 'limits' | 'log' | 'records'

const has = (duty: Duty) => env.DUTIES.split(' ').includes(duty)
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const log = createLogger('gateway', 'info')
const metrics = createMetrics('gateway')

/** A caller with its own organisation that may do everything. */
function newCaller(kind: CredentialKind): KnownCaller {
  const caller: Credential = {
    organization_id: newId('organization'),
    actor: newId(kind === 'api_key' ? 'apiKey' : 'member'),
    ...(kind === 'session' && { session_id: newId('session') }),
    scopes: ALL_SCOPES,
    plan: 'development',
    early_access: true,
    country: 'US',
    timezone: 'UTC',
    expires_at: null,
    revoked_with: [],
  }
  return knownCaller(kind, caller, privateKey, Date.now() + KNOWN_MS)
}

/** Accepts any well-formed credential, because only cached ones are measured. */
const cacheOf = (kind: CredentialKind) => createCallerCache(async () => newCaller(kind))

function createLimits(): RateLimits {
  const limits = has('limits') ? createRateLimits(memoryLimiter) : withoutLimits
  if (has('credentials')) return limits
  const callers = Array.from({ length: CALLERS }, () => newCaller('api_key'))
  let turn = 0
  const next = () => callers[turn++ % CALLERS] as KnownCaller
  return { ...limits, admit: (exchange) => limits.admit(exchange, next) }
}

const withoutLimits: RateLimits = {
  async admit(exchange, authenticate) {
    const found = authenticate()
    exchange.caller = found instanceof Promise ? await found : found
    return exchange.caller
  },
  async countPassedThrough() {},
  async countAccount() {},
  async countGuest() {},
  async countCallback() {},
  async countRequest() {},
  async countAgentWrite() {},
  countStream() {},
}

async function createReports(): Promise<Report[]> {
  const reports: Report[] = []
  if (has('log')) reports.push(createReport(log, metrics))
  if (has('records')) {
    const broker = await connectBroker(env.RABBITMQ_URL, log)
    const recorder = await startRecorder({ spoolDir: env.SPOOL_DIR, broker, log, metrics })
    reports.push(recorder.record)
  }
  return reports
}

const overload = createOverloadMetrics(metrics)
const credentials = {
  apiKeys: cacheOf('api_key'),
  sessions: cacheOf('session'),
  testSessions: cacheOf('session'),
  accessTokens: cacheOf('access_token'),
  cookieName: sessionCookie(publicUrl).name,
  deviceCookieName: deviceCookie(publicUrl).name,
}
const streams = new OpenStreams((headers) => authenticate(credentials, headers), systemClock)
const upstream = createUpstream('queue', env.UPSTREAM_URL, { log, streams, overload })
const context = {
  log,
  report: reportTo(...(await createReports())),
  findRoute: createRouteTable(),
  credentials,
  gatewayToken: () => '',
  hasDashboard: false,
  limits: createLimits(),
  chooseVersion: createVersions(publicUrl, systemClock),
  bodies: createBodies(),
  testClocks: { tokenFor: ({ token }: KnownCaller) => token, async [Symbol.asyncDispose]() {} },
  upstreams: {
    accounts: upstream,
    queue: upstream,
    'webhook-delivery': upstream,
    notification: upstream,
    'booking-platform': upstream,
    'calendar-sync': upstream,
    'test-clocks': upstream,
  },
}
serve(createPublicApp(context, context, { publicUrl }))
