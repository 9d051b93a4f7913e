import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { calendarApi } from './calendar-api.ts'
import type { CalendarEvent, EventBody } from './event.ts'
import { Faults, RequestLog } from './faults.ts'
import { GoogleError } from './google-error.ts'
import { Grants, type OAuthClient, oauthRoutes } from './oauth.ts'
import { calendarPages } from './pages.ts'
import { type Channel, Pushes } from './push.ts'
import { type Account, type Calendar, type Clock, GoogleState, type Role } from './state.ts'
import { readStateFile, restoreCalendars, StateFile } from './state-file.ts'

export type { Fault, FaultKind } from './faults.ts'

/** Longer than clients keep idle connections, so that none closes just as a request arrives. */
const KEEP_ALIVE_MS = 240_000

export interface LocalGoogleOptions {
  readonly clock?: Clock
  readonly host?: string
  /** 0, the default, picks a free port. */
  readonly port?: number
  /** The web application that may ask for consent. */
  readonly client?: Partial<OAuthClient>
  /** Milliseconds before a failed push message is sent again; doubles each time. */
  readonly pushRetryMs?: number
  /** File that keeps the state across restarts; memory only by default. */
  readonly file?: string
}

/** Starts a local Google: OAuth 2.0 and the Calendar API v3, as Google's pages describe them. */
export async function startLocalGoogle(options: LocalGoogleOptions = {}): Promise<LocalGoogle> {
  const { clock = { now: () => new Date() }, host = '127.0.0.1', port = 0, file } = options
  await using cleanup = new AsyncDisposableStack()
  const stored = file === undefined ? undefined : await readStateFile(file)
  const state = new GoogleState(clock)
  if (stored) restoreCalendars(state, stored)
  const pushes = new Pushes(clock, stored?.channels ?? [], options.pushRetryMs ?? 1_000)
  state.onChange = ({ id }) => pushes.changed(id)
  const parts = {
    state,
    pushes,
    grants: new Grants(clock, stored?.grants),
    client: {
      id: 'usher.apps.local-google.test',
      secret: 'GOCSPX-local-google',
      name: 'Usher',
      redirectUris: [],
      ...options.client,
    },
    faults: new Faults(),
    requests: new RequestLog(),
    publicUrl: (): string => url,
  }
  const stateFile = file === undefined ? undefined : cleanup.use(new StateFile(file, parts))
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, createApp(parts, stateFile))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const url = `http://${host === '0.0.0.0' ? 'localhost' : host}:${(server.address() as AddressInfo).port}`
  cleanup.use(pushes)
  cleanup.defer(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return new LocalGoogle(url, parts, cleanup.move())
}

interface Parts {
  readonly state: GoogleState
  readonly grants: Grants
  readonly pushes: Pushes
  readonly client: OAuthClient
  readonly faults: Faults
  readonly requests: RequestLog
  readonly publicUrl: () => string
}

function createApp(parts: Parts, stateFile: StateFile | undefined): Express {
  const app = express().disable('x-powered-by').disable('etag')
  app.use((_req, res, next) => {
    const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    res.set('content-security-policy', policy)
    next()
  })
  app.get('/readyz', (_req, res) => void res.json({ status: 'ok' }))
  if (stateFile) app.use(stateFile.middleware)
  app.use(calendarPages(parts.state))
  app.use(parts.requests.middleware, parts.faults.middleware)
  app.use(oauthRoutes(parts), calendarApi(parts))
  app.use(() => {
    throw new GoogleError('notFound')
  })
  return app.use(sendError)
}

const sendError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error)
  const known = asGoogleError(error)
  res.status(known.status).json(known.body)
}

function asGoogleError(error: unknown): GoogleError {
  if (error instanceof GoogleError) return error
  if (error instanceof SyntaxError) return new GoogleError('invalid', 'Parse Error')
  process.stderr.write(`${(error as Error).stack}\n`)
  return new GoogleError('backendError')
}

interface ConsentChoice {
  /** The account to choose; by default the preselected one. */
  readonly email?: string
  readonly decision?: 'allow' | 'cancel'
  /** The scopes to keep ticked; all by default. */
  readonly scopes?: readonly string[]
}

/** A running local Google, with what its users, operators and faults can do to it. */
export class LocalGoogle implements AsyncDisposable {
  readonly url: string
  readonly client: OAuthClient
  readonly faults: Faults
  /** The requests to OAuth and the API, oldest first. */
  readonly requests: RequestLog
  readonly #parts: Parts
  readonly #cleanup: AsyncDisposableStack

  constructor(url: string, parts: Parts, cleanup: AsyncDisposableStack) {
    this.url = url
    this.client = parts.client
    this.faults = parts.faults
    this.requests = parts.requests
    this.#parts = parts
    this.#cleanup = cleanup
  }

  /** Environment variables for a service that uses this Google. */
  get environment() {
    return {
      GOOGLE_CLIENT_ID: this.client.id,
      GOOGLE_CLIENT_SECRET: this.client.secret,
      GOOGLE_API_URL: this.url,
      GOOGLE_AUTH_URL: `${this.url}/o/oauth2/v2/auth`,
      GOOGLE_TOKEN_URL: `${this.url}/token`,
      GOOGLE_REVOKE_URL: `${this.url}/revoke`,
    }
  }

  /** Registers another redirect URI. */
  addRedirectUri(uri: string): void {
    this.client.redirectUris.push(uri)
  }

  get accounts(): Account[] {
    return [...this.#parts.state.accounts.values()]
  }

  /** An account with its primary calendar, whose id is the address. */
  createAccount(email: string, options: { name?: string; timeZone?: string } = {}): Account {
    return this.#parts.state.createAccount(email, options)
  }

  /** @returns the calendar's id */
  createCalendar(owner: string, options: { summary: string; timeZone?: string }): string {
    return this.#parts.state.createCalendar(owner, options).id
  }

  shareCalendar(calendarId: string, email: string, role: Role): void {
    this.#calendar(calendarId).roles.set(email, role)
  }

  /** The events of a calendar, as its owner edits them. */
  events(calendarId: string, owner = calendarId): UserEvents {
    return new UserEvents(this.#calendar(calendarId), owner)
  }

  /** Moves an event to another calendar, as its owner does in Google's own pages. */
  moveEvent(id: string, from: string, to: string): void {
    this.#calendar(from).moveTo(this.#calendar(to), id)
  }

  /**
   * Opens a consent page as a browser does and presses one of its buttons.
   *
   * @returns where the browser is sent
   */
  async consent(authorizationUrl: string, choice: ConsentChoice = {}): Promise<URL> {
    const page = await (await fetch(authorizationUrl)).text()
    const flow = /name="flow" value="([^"]+)"/.exec(page)?.[1]
    const email = choice.email ?? /name="account" value="([^"]+)" checked/.exec(page)?.[1]
    if (!flow || !email) throw new Error(`no consent page, but: ${page}`)
    const offered = [...page.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope)
    const body = new URLSearchParams({ flow, account: email, decision: choice.decision ?? 'allow' })
    for (const scope of choice.scopes ?? offered) body.append('scope', scope)
    const url = `${this.url}/o/oauth2/v2/auth/consent`
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }

  /** Expires all sync tokens, or those of one calendar: they answer 410. */
  expireSyncTokens(calendarId?: string): void {
    const all = [...this.#parts.state.calendars.values()]
    for (const calendar of calendarId ? [this.#calendar(calendarId)] : all) calendar.epoch += 1
  }

  expireAccessTokens(): void {
    this.#parts.grants.expireAccessTokens()
  }

  /** Removes the application's access, as the owner does in Google's settings. */
  revokeGrant(email: string): void {
    this.#parts.grants.revokeAll(email)
  }

  /** The notification channels that are open. */
  get channels(): readonly Channel[] {
    return this.#parts.pushes.open
  }

  /** All secrets of this Google and its client, so that tests can check that they leak nowhere. */
  get secrets(): readonly string[] {
    const ofChannels = this.channels.flatMap(({ token }) => token ?? [])
    return [this.client.secret, ...this.#parts.grants.secrets, ...ofChannels]
  }

  /** Holds push messages back until `deliverPushes`. */
  pausePushes(): void {
    this.#parts.pushes.isPaused = true
  }

  /** Sends held-back and retrying messages, and waits for the responses. */
  deliverPushes(): Promise<void> {
    return this.#parts.pushes.deliver()
  }

  /** Loses the next messages. */
  losePushes(count: number): void {
    this.#parts.pushes.toLose = count
  }

  /** Sends each of the next messages twice. */
  repeatPushes(count: number): void {
    this.#parts.pushes.toRepeat = count
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.disposeAsync()
  }

  #calendar(id: string): Calendar {
    const calendar = this.#parts.state.calendars.get(id)
    if (!calendar) throw new Error(`no calendar ${id}`)
    return calendar
  }
}

/** What a calendar's owner does in Google's own pages: no API request, no quota. */
class UserEvents {
  readonly #calendar: Calendar
  readonly #owner: string

  constructor(calendar: Calendar, owner: string) {
    this.#calendar = calendar
    this.#owner = owner
  }

  /** Every event that is not deleted; recurring ones once, and their exceptions. */
  get all(): CalendarEvent[] {
    return this.#calendar.events.filter(({ status }) => status !== 'cancelled')
  }

  /** An event or instance, deleted or not. */
  get(id: string): CalendarEvent | undefined {
    return this.#calendar.find(id)
  }

  insert(body: EventBody): CalendarEvent {
    return this.#calendar.insert(body, this.#owner)
  }

  /** @param start RFC 3339 with an offset, or a date; keeps the duration if no end is given */
  move(id: string, start: string, end = endAfter(this.#calendar.get(id), start)): CalendarEvent {
    return this.edit(id, { start: timePatch(start), end: timePatch(end) })
  }

  retitle(id: string, summary: string): CalendarEvent {
    return this.edit(id, { summary })
  }

  /** Any other change, as an API patch. */
  edit(id: string, patch: EventBody): CalendarEvent {
    return this.#calendar.patch(id, patch)
  }

  /** Names the zone of the event as another program's import does: Google keeps names that its API refuses. */
  relabel(id: string, timeZone: string): void {
    this.#calendar.relabel(id, timeZone)
  }

  /** Moves the event to the bin. */
  delete(id: string): void {
    this.#calendar.delete(id)
  }

  /** Restores the event from the bin: https://support.google.com/calendar/answer/37113 */
  restore(id: string): CalendarEvent {
    return this.edit(id, { status: 'confirmed' })
  }
}

const isDay = (time: string): boolean => /^\d{4}-\d\d-\d\d$/.test(time)

const timePatch = (time: string) =>
  isDay(time) ? { date: time, dateTime: null } : { dateTime: time, date: null }

function endAfter({ start, end }: CalendarEvent, newStart: string): string {
  const length = Date.parse(end.dateTime ?? end.date ?? '') - Date.parse(start.dateTime ?? start.date ?? '')
  const newEnd = new Date(Date.parse(newStart) + length).toISOString()
  return isDay(newStart) ? newEnd.slice(0, 10) : newEnd
}
