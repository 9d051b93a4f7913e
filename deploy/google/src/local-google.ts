import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiContext } from './api-context.ts'
import { createApp } from './app.ts'
import { type Clock, systemClock } from './clock.ts'
import { Controls } from './controls.ts'
import { Faults } from './faults.ts'
import { GoogleState } from './google-state.ts'
import type { OAuthClient } from './oauth/client.ts'
import { Grants } from './oauth/grants.ts'
import { Pages } from './pages.ts'
import { Persistence } from './persistence.ts'
import { Channels } from './push/channels.ts'
import { Pushes, type PushOptions } from './push/pushes.ts'
import { Quota, type QuotaLimits } from './quota.ts'
import { RequestLog } from './request-log.ts'

const MONTH_S = 30 * 86_400
/** Longer than clients keep idle connections, so that none closes just as a request arrives. */
const KEEP_ALIVE_MS = 240_000

export interface LocalGoogleOptions {
  readonly clock?: Clock
  readonly host?: string
  /** 0, the default, picks a free port. */
  readonly port?: number
  /** The web application that may ask for consent. */
  readonly client?: Partial<OAuthClient>
  /** Requests per minute; unlimited by default, so that tests are not throttled. */
  readonly quota?: QuotaLimits
  readonly push?: Partial<PushOptions>
  /** Longest life of a notification channel, in seconds. */
  readonly maxChannelTtlSeconds?: number
  /** Refresh tokens of one account for one client; 100 by default, as at Google. */
  readonly refreshTokenLimit?: number
  /** File that keeps the state across restarts; memory only by default. */
  readonly file?: string
}

/** Starts a local Google: OAuth 2.0 and the Calendar API v3, as Google's pages describe them. */
export async function startLocalGoogle(options: LocalGoogleOptions = {}): Promise<Controls> {
  const { clock = systemClock, host = '127.0.0.1' } = options
  const client: OAuthClient = {
    id: 'usher.apps.local-google.test',
    secret: 'GOCSPX-local-google',
    name: 'Usher',
    redirectUris: [],
    ...options.client,
  }
  await using cleanup = new AsyncDisposableStack()
  const context = { ...createContext(options, clock, () => url), clients: [client] }
  if (options.file) cleanup.use(await Persistence.open(options.file, context))
  context.state.watchers.add(({ id }) => context.pushes.changed(id))
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, createApp(context))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, host, () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`
  cleanup.use(context.pushes)
  cleanup.defer(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return new Controls(url, context, cleanup.move())
}

function createContext(options: LocalGoogleOptions, clock: Clock, publicUrl: () => string) {
  const channels = new Channels({
    clock,
    maxTtlSeconds: options.maxChannelTtlSeconds ?? MONTH_S,
    allowHttpLoopback: true,
  })
  return {
    state: new GoogleState(clock),
    grants: new Grants(clock, options.refreshTokenLimit),
    quota: new Quota(clock, options.quota),
    channels,
    pushes: new Pushes(channels, { delayMs: 0, retryMs: 1_000, ...options.push }),
    eventPages: new Pages(),
    calendarPages: new Pages(),
    faults: new Faults(),
    requests: new RequestLog(),
    publicUrl,
  } satisfies ApiContext & { faults: Faults; requests: RequestLog }
}
