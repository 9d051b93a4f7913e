import type { Calendar } from './calendar/calendar.ts'
import { moveEvent } from './calendar/write-events.ts'
import type { Faults } from './faults.ts'
import type { Account, GoogleState, Role } from './google-state.ts'
import type { OAuthClient } from './oauth/client.ts'
import type { Grants } from './oauth/grants.ts'
import type { Channel, Channels } from './push/channels.ts'
import type { Pushes } from './push/pushes.ts'
import type { Quota, QuotaLimits } from './quota.ts'
import type { RequestLog } from './request-log.ts'
import { UserEvents } from './user-events.ts'

interface Controlled {
  readonly state: GoogleState
  readonly grants: Grants
  readonly quota: Quota
  readonly channels: Channels
  readonly pushes: Pushes
  readonly faults: Faults
  readonly requests: RequestLog
  readonly clients: OAuthClient[]
}

interface ConsentChoice {
  /** The account to choose; by default the preselected one. */
  readonly email?: string
  readonly decision?: 'allow' | 'cancel'
  /** The scopes to keep ticked; all by default. */
  readonly scopes?: readonly string[]
}

/** A running local Google, with what its users, operators and faults can do to it. */
export class Controls implements AsyncDisposable {
  readonly url: string
  readonly faults: Faults
  /** The requests to OAuth and the APIs, oldest first. */
  readonly requests: RequestLog
  readonly #controlled: Controlled
  readonly #cleanup: AsyncDisposableStack

  constructor(url: string, controlled: Controlled, cleanup: AsyncDisposableStack) {
    this.url = url
    this.faults = controlled.faults
    this.requests = controlled.requests
    this.#controlled = controlled
    this.#cleanup = cleanup
  }

  get client(): OAuthClient {
    return this.#controlled.clients[0] as OAuthClient
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
    const { clients } = this.#controlled
    clients[0] = { ...this.client, redirectUris: [...this.client.redirectUris, uri] }
  }

  get accounts(): Account[] {
    return [...this.#controlled.state.accounts.values()]
  }

  /** An account with its primary calendar, whose id is the address. */
  createAccount(email: string, options: { name?: string; timeZone?: string } = {}): Account {
    return this.#controlled.state.createAccount(email, options)
  }

  /** @returns the calendar's id */
  createCalendar(owner: string, options: { summary: string; timeZone?: string }): string {
    return this.#controlled.state.createCalendar(owner, options).id
  }

  shareCalendar(calendarId: string, email: string, role: Role): void {
    this.#controlled.state.share(calendarId, email, role)
  }

  unshareCalendar(calendarId: string, email: string): void {
    this.#controlled.state.unshare(calendarId, email)
  }

  deleteCalendar(calendarId: string): void {
    this.#controlled.state.deleteCalendar(calendarId)
  }

  setTimeZone(calendarId: string, timeZone: string): void {
    this.#calendar(calendarId).configure({ timeZone })
  }

  /** The events of a calendar, as its owner edits them. */
  events(calendarId: string, owner = calendarId): UserEvents {
    return new UserEvents(this.#calendar(calendarId), owner)
  }

  /** Moves an event to another calendar, as its owner does in Google's own pages. */
  moveEvent(id: string, from: string, to: string): void {
    moveEvent(this.#calendar(from), id, this.#calendar(to))
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
    const { state } = this.#controlled
    for (const calendar of calendarId ? [this.#calendar(calendarId)] : state.calendars.values())
      calendar.epoch += 1
    if (calendarId === undefined) state.listEpoch += 1
  }

  expireAccessTokens(): void {
    this.#controlled.grants.expireAccessTokens()
  }

  /** Removes the application's access, as the owner does in Google's settings. */
  revokeGrant(email: string): void {
    this.#controlled.grants.revokeAll(email)
  }

  /** Sets the requests per minute; undefined for no limit. */
  setQuota(limits: QuotaLimits | undefined): void {
    this.#controlled.quota.limits = limits
  }

  /** The notification channels that are open. */
  get channels(): readonly Channel[] {
    return this.#controlled.channels.open
  }

  /** All secrets of this Google and its client, so that tests can check that they leak nowhere. */
  get secrets(): readonly string[] {
    const { grants, channels } = this.#controlled
    const ofChannels = channels.open.flatMap(({ token }) => token ?? [])
    return [this.client.secret, ...grants.secrets, ...ofChannels]
  }

  /** Drops all channels silently. */
  forgetChannels(): void {
    this.#controlled.channels.forget()
  }

  /** Holds push messages back until `deliverPushes`. */
  pausePushes(): void {
    this.#controlled.pushes.pause()
  }

  /** Sends held-back and retrying messages, and waits for the responses. */
  deliverPushes(): Promise<void> {
    return this.#controlled.pushes.deliver()
  }

  /** Loses the next messages. */
  losePushes(count: number): void {
    this.#controlled.pushes.toLose = count
  }

  /** Sends each of the next messages twice. */
  repeatPushes(count: number): void {
    this.#controlled.pushes.toRepeat = count
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.disposeAsync()
  }

  #calendar(id: string): Calendar {
    const calendar = this.#controlled.state.calendars.get(id)
    if (!calendar) throw new Error(`no calendar ${id}`)
    return calendar
  }
}
