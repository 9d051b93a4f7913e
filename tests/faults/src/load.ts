import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Demo, Stack } from '@usher/local'
import { DAY_MS } from '@usher/service-kit/durations'
import { apiClient, type Client, type Receiver, startReceiver, until } from '@usher/test-kit'
import { Agent, fetch } from 'undici'
import { auditIsWhole, type ClientLog, type ClientRequest, type Finding, judge, readState } from './check.ts'

/** An Usher as its clients and its operator know it. */
export interface UsherUnderTest extends Pick<Stack, 'url' | 'environments'> {
  readonly demo: Demo
}

/** Where the clients of a run work. */
export interface Venue {
  readonly queueId: string
  readonly serviceTypeId: string
}

export interface Caller {
  readonly url: string
  readonly token: string
  readonly log: ClientLog
  /** Response timeout, in ms. */
  readonly answerMs: number
}

/** Working clients, and subscribers to the events. */
export interface Load extends AsyncDisposable {
  /** The clients' requests and their outcomes. */
  readonly record: ClientLog
  readonly venue: Venue
  readonly receivers: readonly Receiver[]
  readonly caller: Caller
  /** Stops the traffic, waits until every subscriber has been notified, and checks the results. */
  finish(): Promise<Finding[]>
}

interface LoadOptions {
  /** Response timeout, in ms. Long by default, because a request that is slow for want of CPU has not failed. */
  readonly answerMs?: number
  /** Pause between two pieces of work of one client, in ms. */
  readonly pauseMs?: number
  /** One in this many guests is left waiting. */
  readonly waitingOf?: number
}

const SUBSCRIBERS = 2
const NOTIFIED_WITHIN_MS = 180_000
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const PROVIDERS = 3
const SLOT_MS = 30 * 60_000
const MAX_PAUSE_MS = 2_000
/** After this a client gives up, and the fate of its request is unknown. */
const PATIENCE_MS = 180_000

/** Starts the mixed load of all runs. */
export async function startLoad(
  usher: UsherUnderTest,
  { answerMs = 60_000, pauseMs = 100, waitingOf = 2 }: LoadOptions = {},
): Promise<Load> {
  await using cleanup = new AsyncDisposableStack()
  const receivers = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => startReceiver()))
  for (const receiver of receivers) cleanup.use(receiver)
  const { url } = usher
  const record: ClientLog = { done: [], failures: [] }
  const caller: Caller = { url, token: await accessToken(usher), log: record, answerMs }
  const api = apiClient(url, caller.token)
  const venue = await givenVenue(api, receivers)
  const stopTraffic = startTraffic(caller, venue, pauseMs, waitingOf)
  cleanup.defer(stopTraffic)
  const owned = cleanup.move()
  return {
    record,
    venue,
    receivers,
    caller,
    async finish() {
      await stopTraffic()
      const received = receivers.map((receiver) => receiver.received)
      const evidence = { log: record, ...(await readState(api, venue)), received }
      const isNotified = () =>
        judge(evidence).every(({ claim, wrong }) => !claim.includes('notified') || wrong.length === 0)
      // The findings report what is still missing then.
      await until('every subscriber to be notified', isNotified, NOTIFIED_WITHIN_MS).catch(() => {})
      return [...judge(evidence), await auditIsWhole(usher, record)]
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** An access token of the demo's application, with all scopes. */
async function accessToken({ url, demo }: UsherUnderTest): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...demo.oauth })
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`no access token: ${answer.status}`)
  return access_token
}

/** A queue, a service type that can be booked at any time, and subscribers to all events. */
async function givenVenue(api: Client, receivers: readonly Receiver[]): Promise<Venue> {
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await api('POST', path, { body })
    if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  for (const { url } of receivers)
    await make('/v1/webhook-endpoints', { url, event_types: ['guest.*', 'booking.*'] })
  const weekly_hours = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))
  const provider_ids: string[] = []
  for (let number = 1; number <= PROVIDERS; number++) {
    provider_ids.push(await make('/api/providers', { name: `P${number}`, timezone: 'UTC', weekly_hours }))
  }
  const serviceType = { name: 'Cut', duration_minutes: 30, provider_ids, horizon_days: 700 }
  return {
    queueId: await make('/v1/queues', { name: 'Under fire' }),
    serviceTypeId: await make('/api/service-types', serviceType),
  }
}

/**
 * Mixed load: hosts add guests and seat most or half of them; customers book, and two of them always want the same
 * time.
 *
 * @returns stops the clients, and waits for requests in flight
 */
function startTraffic(
  caller: Caller,
  { queueId, serviceTypeId }: Venue,
  pauseMs: number,
  waitingOf: number,
): () => Promise<void> {
  let isStopped = false
  let number = 0
  const host = async () => {
    const guest = ++number
    const about = `guest-${guest}`
    const path = `/v1/queues/${queueId}/guests`
    const { status, body } = await post(caller, { kind: 'add', about, path, body: { name: about } })
    if (status !== 201 || guest % waitingOf === 0) return
    await post(caller, { kind: 'seat', about: body.id, path: `/v1/guests/${body.id}/seat` })
  }
  let slot = Math.ceil((Date.now() + DAY_MS) / SLOT_MS)
  const rivals = async () => {
    const start = new Date(slot++ * SLOT_MS).toISOString()
    const book = () => {
      const about = `customer-${++number}`
      const customer = { name: about, email: `${about}@usher.test` }
      const body = { service_type_id: serviceTypeId, start, customer }
      return post(caller, { kind: 'book', about, path: '/api/bookings', body })
    }
    await Promise.all([book(), book()])
  }
  const again = async (work: () => Promise<void>) => {
    while (!isStopped) {
      await work()
      await delay(pauseMs)
    }
  }
  const working = [host, host, host, rivals].map(again)
  return async () => {
    isStopped = true
    await Promise.all(working)
  }
}

/**
 * Posts as a careful client does: one idempotency key for all tries, until a response settles the request's fate.
 * Records every try that did not as a failure.
 */
async function post(
  caller: Caller,
  { kind, about, path, body }: Pick<ClientRequest, 'kind' | 'about'> & { path: string; body?: object },
): Promise<ClientRequest> {
  const { log } = caller
  const startedAt = Date.now()
  const key = randomUUID()
  for (let tries = 0; ; tries++) {
    const { status, answer, later } = await tryOnce(caller, path, key, body)
    if (!later || Date.now() - startedAt > PATIENCE_MS) {
      const done = { kind, about, startedAt, endedAt: Date.now(), status, body: answer }
      log.done.push(done)
      return done
    }
    const [what, detail] = status === 0 ? [answer.code, ''] : [String(status), answer.detail]
    log.failures.push({ at: Date.now(), what, detail: `${kind}: ${detail}` })
    await delay(Math.min(MAX_PAUSE_MS, 100 * 2 ** tries))
  }
}

/** Closes idle connections sooner than a draining process waits for them, as whatever is in front of a gateway must. */
const dispatcher = new Agent({ keepAliveMaxTimeout: 2_000 })

/** `later`: overload, an internal failure, or a first try still running leave the request's fate open. */
async function tryOnce({ url, token, answerMs }: Caller, path: string, key: string, body?: object) {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      dispatcher,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    })
    const answer: ClientRequest['body'] = await response.json()
    const { status, headers } = response
    return { status, answer, later: status >= 500 || headers.has('retry-after') }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const code = name === 'TimeoutError' ? 'no answer' : (cause?.code ?? name)
    return { status: 0, answer: { code }, later: true }
  }
}
