import { type Caller, organizationCreated, providerDeleted, providerUpdated } from '@usher/contracts'
import { type LocalGoogle, startLocalGoogle } from '@usher/local-google'
import { CALLER_HEADER, newEvent, newId, SESSION_HEADER, signCaller } from '@usher/service-kit'
import { type Answer, type Client, createFakeClock, startService, until } from '@usher/test-kit'
import {
  type CalendarSyncConfig,
  type CalendarSyncService,
  calendarSyncService,
  type Replaceable,
} from '../src/service.ts'

export const ANN = 'ann@example.test'
export const BOB = 'bob@example.test'
const PUBLIC_URL = 'http://localhost:8080'
export const API = '/api/google-calendar'
export const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** A Google with two accounts. */
async function aGoogle(clock: { now(): Date }): Promise<LocalGoogle> {
  const google = await startLocalGoogle({ clock })
  google.addRedirectUri(`${PUBLIC_URL}${API}/callback`)
  for (const email of [ANN, BOB]) google.createAccount(email, { timeZone: 'Europe/Berlin' })
  return google
}

export const googleConfigOf = ({ environment }: LocalGoogle): NonNullable<CalendarSyncConfig['google']> => ({
  clientId: environment.GOOGLE_CLIENT_ID,
  clientSecret: environment.GOOGLE_CLIENT_SECRET,
  apiUrl: environment.GOOGLE_API_URL,
  authUrl: environment.GOOGLE_AUTH_URL,
  tokenUrl: environment.GOOGLE_TOKEN_URL,
  revokeUrl: environment.GOOGLE_REVOKE_URL,
})

/** The service on a database and broker of its own, a Google, and a clock for both. */
export async function startHarness(parts: Replaceable = {}) {
  const clock = createFakeClock()
  await using stack = new AsyncDisposableStack()
  const google = stack.use(await aGoogle(clock))
  const harness = stack.use(
    await startService<CalendarSyncConfig, CalendarSyncService>({
      name: 'calendar',
      config: (common) => ({
        ...common,
        publicUrl: PUBLIC_URL,
        pollMs: 600_000,
        google: googleConfigOf(google),
      }),
      start: (config) => calendarSyncService.start({ pause: async () => {}, ...config, ...parts }, clock),
      caller: { actor: newId('oauthClient') },
    }),
  )
  const { service, callers, caller, client } = harness
  const member = { ...caller, actor: newId('member'), session_id: newId('session') }
  const kept = stack.move()
  return {
    ...harness,
    ...{ clock, google, member },
    /** The client of a member who is signed in. */
    session: (given: Partial<Caller> = {}): Client => client({ ...member, ...given }),
    /** A browser that comes without a credential, and who is signed in in it. It follows nothing. */
    browser: (signedIn?: Caller): Browser => {
      const session = signedIn && { [SESSION_HEADER]: callers.sign(signedIn) }
      const headers = { ...HTML, [CALLER_HEADER]: signCaller(null, callers.privateKey), ...session }
      return async (method, path) => {
        const answer = await fetch(service.url + path, { method, headers, redirect: 'manual' })
        return { status: answer.status, headers: answer.headers, body: await answer.text() }
      }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>
type Browser = (method: string, path: string) => Promise<Answer>

const facts = (organizationId: string, subject: string, sequence: number) => ({
  ...{ subject, sequence, time: new Date() },
  origin: { organizationId, actor: 'system', requestId: newId('request') },
})

/** Tells of a new provider as the booking platform does. */
export async function givenProvider(
  { publish, organizationId }: Pick<Harness, 'publish' | 'organizationId'>,
  name = 'Grace',
): Promise<string> {
  const id = newId('provider')
  const data = { id, name, time_zone: 'Europe/Berlin', archived: false }
  await publish(newEvent(providerUpdated, { ...facts(organizationId, id, 1), data }))
  return id
}

export async function deleteProvider({ publish, organizationId }: Harness, id: string): Promise<void> {
  await publish(newEvent(providerDeleted, { ...facts(organizationId, id, 2), data: { id } }))
}

export async function givenOrganization({ publish, organizationId }: Harness, name: string) {
  const plan = { plan: 'standard', early_access: true, country: 'DE', timezone: 'Europe/Berlin' }
  const data = { id: organizationId, name, ...plan }
  await publish(newEvent(organizationCreated, { ...facts(organizationId, organizationId, 1), data }))
}

/** Begins to connect a provider; gives the address at Google. */
export async function begun(api: Client, provider: string, more = ''): Promise<string> {
  const { status, body } = await api('GET', `${API}/auth?provider_id=${provider}${more}`)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.authorization_url
}

/** Allows it at Google; gives the path that Google sends the browser back to. */
export async function consented(google: LocalGoogle, url: string, email = ANN): Promise<string> {
  const back = await google.consent(url, { email })
  return `${back.pathname}${back.search}`
}

/** Connects a provider in a session; gives the connection. */
export async function givenConnection(harness: Harness, { provider = '', email = ANN } = {}) {
  const { session, google, browser, member } = harness
  const id = provider || (await givenProvider(harness))
  const path = await consented(google, await begun(session(), id), email)
  const answer = await browser(member)('GET', path)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`)
  return await until('the connection', async () => {
    const { body } = await session()('GET', `${API}/connections`)
    return body.data.find(({ provider_id }: { provider_id: string }) => provider_id === id)
  })
}

/** Does now what waits for Google: revoking access, and syncs on demand. */
export async function tick({ jobs }: CalendarSyncService): Promise<void> {
  await jobs.revocations.run()
  await jobs.onDemand.drain()
}

/** Every stored record as JSON after the name of its collection. */
export async function recordsOf({ service }: Harness): Promise<string[]> {
  const collections = (await service.context.connection.db?.collections()) ?? []
  const ofAll = await Promise.all(
    collections.map(async (collection) =>
      (await collection.find().toArray()).map(
        (record) => `${collection.collectionName} ${JSON.stringify(record)}`,
      ),
    ),
  )
  return ofAll.flat()
}
