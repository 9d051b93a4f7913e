import { createPrivateKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import {
  ALL_SCOPES,
  type CalendarConnection,
  type CalendarSync,
  type Caller,
  providerUpdated,
} from '@usher/contracts'
import { type LocalGoogle, startLocalGoogle } from '@usher/local-google'
import {
  CALLER_HEADER,
  connectBroker,
  createLogger,
  createPublisher,
  newEvent,
  newId,
  SESSION_HEADER,
  signCaller,
  signGateway,
} from '@usher/service-kit'
import type { Bench } from '../../bench-context.ts'
import { freePorts, nodeArguments, rememberedSecrets, supervise, withDatabase } from '../../local.ts'
import { until } from '../../until.ts'

export const CALENDAR_DATABASE = 'usher_calendar_sync'
export const ACCOUNT = 'ann@example.test'
const API = '/api/google-calendar'
const TIMEOUT_MS = 60_000

/** Calendar sync alone, with a Google in the benchmark's own process. */
export interface CalendarService {
  readonly google: LocalGoogle
  readonly pid: number
  /** Connects the account to a new provider, which starts the first sync. */
  connect(): Promise<void>
  connections(): Promise<CalendarConnection[]>
  /** Requests a sync and waits until it ends. */
  sync(): Promise<CalendarSync>
}

/** Starts one replica as `npm start` does; it stops with the cleanup stack. */
export async function startCalendarService(
  bench: Bench,
  cleanup: AsyncDisposableStack,
): Promise<CalendarService> {
  const { servers, log, signal } = bench
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const google = cleanup.use(await startLocalGoogle())
  google.createAccount(ACCOUNT)
  google.addRedirectUri(`${url}${API}/callback`)
  const { caller, secretKeys } = await rememberedSecrets(bench.home, ['calendar-sync'])
  const env = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
    MONGODB_URL: withDatabase(servers.mongo.url, CALENDAR_DATABASE),
    RABBITMQ_URL: servers.rabbit.url,
    CALLER_PUBLIC_KEY: Buffer.from(caller.publicKey).toString('base64'),
    SECRET_KEYS: secretKeys['calendar-sync'] ?? '',
    PUBLIC_URL: url,
    ...google.environment,
  }
  const args = nodeArguments('services/calendar-sync/src/main.ts')
  const spec = { name: 'calendar-sync', args, env, readyUrl: `${url}/readyz` }
  const logs = join(bench.home, 'calendar-sync')
  const supervisor = cleanup.use(await supervise([spec], { logs, log, signal }))
  const api = apiOf(url, createPrivateKey(caller.privateKey))
  const connections = async () => (await api.call('GET', `${API}/connections`)).data
  return {
    google,
    pid: supervisor.pids()['calendar-sync'] ?? 0,
    connections,
    connect: async () => connect(google, api, await givenProvider(bench, api, cleanup), signal),
    async sync() {
      const { id } = await api.call('POST', `${API}/sync`, {})
      let sync: CalendarSync
      const isOver = async () => {
        sync = await api.call('GET', `${API}/syncs/${id}`)
        return sync.status === 'completed' || sync.status === 'failed'
      }
      await until(isOver, { what: 'the sync is over', timeoutMs: TIMEOUT_MS, signal })
      // biome-ignore lint/style/noNonNullAssertion: it was read at least once
      return sync!
    },
  }
}

/** The service's API as a member's browser sees it through the gateway. */
function apiOf(url: string, key: KeyObject) {
  const caller: Caller = {
    organization_id: newId('organization'),
    actor: newId('member'),
    session_id: newId('session'),
    scopes: ALL_SCOPES,
    plan: 'development',
    early_access: true,
    country: 'US',
    timezone: 'UTC',
  }
  return {
    organizationId: caller.organization_id,
    /** @throws Error for any response other than success */
    // biome-ignore lint/suspicious/noExplicitAny: callers know what they asked for
    async call(method: string, path: string, body?: object): Promise<any> {
      const headers = { [CALLER_HEADER]: signCaller(caller, key), 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    async comeBack({ pathname, search }: URL): Promise<void> {
      const headers = { [CALLER_HEADER]: signGateway(key), [SESSION_HEADER]: signCaller(caller, key) }
      const answer = await fetch(`${url}${pathname}${search}`, { headers })
      if (!answer.ok) throw new Error(`the calendar was not connected: ${answer.status}`)
    },
  }
}

type Api = ReturnType<typeof apiOf>

/** Announces a provider the way the booking platform does. */
async function givenProvider({ servers }: Bench, api: Api, cleanup: AsyncDisposableStack): Promise<string> {
  const broker = cleanup.use(await connectBroker(servers.rabbit.url, createLogger('bench', 'silent')))
  const id = newId('provider')
  const origin = { organizationId: api.organizationId, actor: 'system', requestId: newId('request') }
  const data = { id, name: 'Ann', time_zone: 'UTC', archived: false }
  const event = newEvent(providerUpdated, { subject: id, sequence: 1, time: new Date(), origin, data })
  await (await createPublisher(broker)).publish([event])
  return id
}

async function connect(google: LocalGoogle, api: Api, provider: string, signal: AbortSignal): Promise<void> {
  let authorizationUrl = ''
  const isKnown = async () => {
    const begun = await api.call('GET', `${API}/auth?provider_id=${provider}`).catch(() => undefined)
    authorizationUrl = begun?.authorization_url ?? ''
    return authorizationUrl !== ''
  }
  await until(isKnown, { what: 'the provider is known', timeoutMs: TIMEOUT_MS, signal })
  await api.comeBack(await google.consent(authorizationUrl, { email: ACCOUNT }))
}
