import { randomUUID } from 'node:crypto'
import { Calendar, type CalendarSettings } from './calendar/calendar.ts'
import type { Clock } from './clock.ts'
import { needsAccess, notFound } from './google-error.ts'

export interface Account {
  /** Stable when the address changes: https://developers.google.com/identity/openid-connect/openid-connect */
  readonly sub: string
  readonly email: string
  readonly name: string
}

/** https://developers.google.com/workspace/calendar/api/concepts/sharing */
export const roles = ['freeBusyReader', 'reader', 'writer', 'owner'] as const
export type Role = (typeof roles)[number]

/** A calendar in an account's list. */
export interface ListEntry {
  readonly calendarId: string
  readonly email: string
  readonly role: Role
  readonly isPrimary: boolean
  readonly isDeleted: boolean
  /** Number of the calendar-list change that wrote it. */
  readonly change: number
}

/** The accounts and calendars of the local Google. */
export class GoogleState {
  readonly clock: Clock
  readonly accounts = new Map<string, Account>()
  readonly calendars = new Map<string, Calendar>()
  readonly entries = new Map<string, ListEntry>()
  /** Number of the last change of a calendar list; sync tokens of another epoch have expired. */
  listChange = 0
  listEpoch = 0
  /** Called for every change to a calendar's events. */
  readonly watchers = new Set<(calendar: Calendar) => void>()
  /** Called for every change that must be persisted. */
  onChange: () => void = () => {}

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** An account with its primary calendar, whose id is the account's address. */
  createAccount(email: string, { name = email, timeZone = 'UTC' } = {}): Account {
    const account = { sub: randomUUID().replaceAll(/\D/g, '').padEnd(21, '1'), email, name }
    this.accounts.set(email, account)
    this.addCalendar({ id: email, summary: email, timeZone })
    this.share(email, email, 'owner', true)
    return account
  }

  createCalendar(owner: string, { summary, timeZone = 'UTC' }: { summary: string; timeZone?: string }) {
    const calendar = this.addCalendar({
      id: `c_${randomUUID().replaceAll('-', '')}@group.calendar.google.com`,
      summary,
      timeZone,
    })
    this.share(calendar.id, owner, 'owner')
    return calendar
  }

  addCalendar(settings: CalendarSettings): Calendar {
    const calendar = new Calendar(settings, this.clock)
    this.calendars.set(calendar.id, calendar)
    calendar.onChange = () => {
      this.onChange()
      for (const watcher of this.watchers) watcher(calendar)
    }
    return calendar
  }

  /** Adds a calendar to an account's list, or changes its role. */
  share(calendarId: string, email: string, role: Role, isPrimary = false): void {
    this.#writeEntry({ calendarId, email, role, isPrimary, isDeleted: false })
  }

  /** Removes a calendar from an account's list: they can no longer read it. */
  unshare(calendarId: string, email: string): void {
    const entry = this.entries.get(keyOf(calendarId, email))
    if (entry) this.#writeEntry({ ...entry, isDeleted: true })
  }

  deleteCalendar(calendarId: string): void {
    this.calendars.delete(calendarId)
    for (const entry of this.entries.values()) {
      if (entry.calendarId === calendarId) this.#writeEntry({ ...entry, isDeleted: true })
    }
  }

  restoreEntries(entries: readonly ListEntry[], change: number, epoch: number): void {
    for (const entry of entries) this.entries.set(keyOf(entry.calendarId, entry.email), entry)
    this.listChange = change
    this.listEpoch = epoch
  }

  /** The calendar lists' entries of an account, in the order of their last changes. */
  entriesOf(email: string): ListEntry[] {
    return [...this.entries.values()]
      .filter((entry) => entry.email === email)
      .sort((a, b) => a.change - b.change)
  }

  /**
   * A calendar that an account may use; `primary` is the account's own.
   *
   * @throws GoogleError 404 if the account has no such calendar, 403 if its role is too low
   */
  open(calendarId: string, email: string, least: Role): Calendar {
    const id = calendarId === 'primary' ? email : calendarId
    const entry = this.entries.get(keyOf(id, email))
    const calendar = this.calendars.get(id)
    if (!calendar || !entry || entry.isDeleted) throw notFound()
    if (roles.indexOf(entry.role) < roles.indexOf(least)) throw needsAccess(least)
    return calendar
  }

  #writeEntry(entry: Omit<ListEntry, 'change'>): void {
    this.listChange += 1
    this.entries.set(keyOf(entry.calendarId, entry.email), { ...entry, change: this.listChange })
    this.onChange()
  }
}

const keyOf = (calendarId: string, email: string) => `${calendarId} ${email}`
