import type { Calendar } from './calendar/calendar.ts'
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
  /** The account that is chosen; the one that the page has chosen by default. */
  readonly email?: string
  readonly decision?: 'allow' | 'cancel'
  /** The scopes that stay ticked; all by default. */
  readonly scopes?: readonly string[]
}

/** A running local Google, and what its users, its operators and misfortune do to it. */
export class Controls implements AsyncDisposable {
  readonly url: string
  readonly faults: Faults
  /** The requests to OAuth and the APIs, latest last. */
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

  /** The environment of a service that is to use this Google. */
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

  /** Registers one more address that consent may be answered to. */
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

  /** The events of a calendar in its owner's hands. */
  events(calendarId: string, owner = calendarId): UserEvents {
    return new UserEvents(this.#calendar(calendarId), owner)
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

  /** Makes every sync token so far, or those of one calendar, answer 410. */
  expireSyncTokens(calendarId?: string): void {
    const { state } = this.#controlled
    for (const calendar of calendarId ? [this.#calendar(calendarId)] : state.calendars.values())
      calendar.epoch += 1
    if (calendarId === undefined) state.listEpoch += 1
  }

  expireAccessTokens(): void {
    this.#controlled.grants.expireAccessTokens()
  }

  /** The account's owner removes the application's access in Google's settings. */
  revokeGrant(email: string): void {
    this.#controlled.grants.revokeAll(email)
  }

  /** Requests a minute from now on; undefined: without limit. */
  setQuota(limits: QuotaLimits | undefined): void {
    this.#controlled.quota.limits = limits
  }

  /** The notification channels that are open. */
  get channels(): readonly Channel[] {
    return this.#controlled.channels.open
  }

  /** Everything that nobody but this Google and its client may know: a test searches for it elsewhere. */
  get secrets(): readonly string[] {
    const { grants, channels } = this.#controlled
    const ofChannels = channels.open.flatMap(({ token }) => token ?? [])
    return [this.client.secret, ...grants.secrets, ...ofChannels]
  }

  /** Ends all channels without a word. */
  forgetChannels(): void {
    this.#controlled.channels.forget()
  }

  /** Holds push messages back until `deliverPushes`. */
  pausePushes(): void {
    this.#controlled.pushes.pause()
  }

  /** Sends what was held back or waits for its retry, and waits for the answers. */
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
