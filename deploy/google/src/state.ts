import { randomBytes, randomUUID } from 'node:crypto'
import { type CalendarEvent, type EventBody, type EventContent, patched, readEvent } from './event.ts'
import { GoogleError } from './google-error.ts'
import { instanceOf, instancesOf, isWithin, type Range } from './recurrence.ts'

/** The local Google's clock, which tests can move. */
export interface Clock {
  now(): Date
}

export interface Account {
  /** Stable when the address changes: https://developers.google.com/identity/openid-connect/openid-connect */
  readonly sub: string
  readonly email: string
  readonly name: string
}

/** https://developers.google.com/workspace/calendar/api/concepts/sharing */
const roles = ['freeBusyReader', 'reader', 'writer', 'owner'] as const
export type Role = (typeof roles)[number]

/** "characters allowed … lowercase letters a-v and digits 0-9, … between 5 and 1024 characters" (events#id). */
const ID = /^[a-v0-9]{5,1024}$/
const ETAG_BASE = 3_400_000_000_000_000

export interface CalendarRecord {
  readonly id: string
  readonly summary: string
  readonly timeZone: string
  readonly change: number
  readonly epoch: number
  readonly events: readonly CalendarEvent[]
}

/** What events.list selects by. */
export interface ListFilter {
  /** Recurring events as their instances. */
  readonly singleEvents: boolean
  readonly range: Range
  readonly iCalUID?: string | undefined
  /** Private extended properties, all of which must match. */
  readonly properties?: readonly (readonly [name: string, value: string])[]
}

/** The accounts and calendars of the local Google. */
export class GoogleState {
  readonly clock: Clock
  readonly accounts = new Map<string, Account>()
  readonly calendars = new Map<string, Calendar>()
  /** Called with the calendar whose events changed. */
  onChange: (calendar: Calendar) => void = () => {}

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** An account with its primary calendar, whose id is the account's address. */
  createAccount(email: string, { name = email, timeZone = 'UTC' } = {}): Account {
    const account = { sub: randomUUID().replaceAll(/\D/g, '').padEnd(21, '1'), email, name }
    this.accounts.set(email, account)
    this.addCalendar({ id: email, summary: email, timeZone }).roles.set(email, 'owner')
    return account
  }

  createCalendar(owner: string, { summary, timeZone = 'UTC' }: { summary: string; timeZone?: string }) {
    const id = `c_${randomUUID().replaceAll('-', '')}@group.calendar.google.com`
    const calendar = this.addCalendar({ id, summary, timeZone })
    calendar.roles.set(owner, 'owner')
    return calendar
  }

  /** A new calendar, or one as it was stored. */
  addCalendar(
    settings: Pick<CalendarRecord, 'id' | 'summary' | 'timeZone'> & Partial<CalendarRecord>,
  ): Calendar {
    const calendar = new Calendar(settings, this.clock, () => this.onChange(calendar))
    this.calendars.set(calendar.id, calendar)
    return calendar
  }

  /** The calendars in an account's list. */
  calendarsOf(email: string): Calendar[] {
    return [...this.calendars.values()].filter(({ roles }) => roles.has(email))
  }

  /**
   * A calendar that an account may use; `primary` is the account's own.
   *
   * @throws GoogleError 404 if the account has no such calendar, 403 if its role is too low
   */
  open(calendarId: string, email: string, least: Role): Calendar {
    const calendar = this.calendars.get(calendarId === 'primary' ? email : calendarId)
    const role = calendar?.roles.get(email)
    if (!calendar || !role) throw new GoogleError('notFound')
    if (roles.indexOf(role) < roles.indexOf(least)) throw new GoogleError('requiredAccessLevel')
    return calendar
  }
}

/** The events of one calendar, deleted ones included, with a counter of changes. */
export class Calendar {
  readonly id: string
  readonly summary: string
  readonly timeZone: string
  /** By the address of the account. */
  readonly roles = new Map<string, Role>()
  /** Number of the last change. */
  change: number
  /** Sync tokens of another epoch have expired. */
  epoch: number
  readonly #clock: Clock
  readonly #onChange: () => void
  readonly #events = new Map<string, CalendarEvent>()
  /** What a list of single events no longer contains, as cancelled: instances, and events that became recurring. */
  readonly #vanished = new Map<string, CalendarEvent>()

  constructor(
    { id, summary, timeZone, change = 0, epoch = 0, events = [] }: Parameters<GoogleState['addCalendar']>[0],
    clock: Clock,
    onChange: () => void,
  ) {
    this.id = id
    this.summary = summary
    this.timeZone = timeZone
    this.change = change
    this.epoch = epoch
    this.#clock = clock
    this.#onChange = onChange
    for (const event of events) this.#events.set(event.id, event)
  }

  get record(): CalendarRecord {
    const { id, summary, timeZone, change, epoch } = this
    return { id, summary, timeZone, change, epoch, events: this.events }
  }

  /** Every event and exception, deleted ones too, in order of creation. */
  get events(): CalendarEvent[] {
    return [...this.#events.values()]
  }

  get owner(): string {
    return [...this.roles].find(([, role]) => role === 'owner')?.[0] ?? this.id
  }

  /** An event, an exception, or an instance of a recurring event by its id. */
  find(id: string): CalendarEvent | undefined {
    const master = this.#events.get(/^(.+)_\d{8}(T\d{6}Z)?$/.exec(id)?.[1] ?? '')
    return this.#events.get(id) ?? (master?.recurrence && instanceOf(master, this.timeZone, id))
  }

  /**
   * An event, instance or exception to read or write.
   *
   * @param ifMatch https://developers.google.com/workspace/calendar/api/guides/version-resources#conditional_modification
   * @throws GoogleError 404, 412
   */
  get(id: string, ifMatch?: string): CalendarEvent {
    const event = this.find(id)
    if (!event) throw new GoogleError('notFound')
    if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== event.etag)
      throw new GoogleError('conditionNotMet')
    return event
  }

  /** The instances of a recurring event, with exceptions replacing the originals. */
  instances(master: CalendarEvent, range: Range = {}): CalendarEvent[] {
    const regular = instancesOf(master, this.timeZone, range).filter(({ id }) => !this.#events.has(id))
    const moved = this.#exceptionsOf(master.id).filter((event) => isWithin(event, this.timeZone, range))
    return [...regular, ...moved]
  }

  /** https://developers.google.com/workspace/calendar/api/v3/reference/events/list */
  list({ singleEvents, range, iCalUID, properties = [] }: ListFilter): CalendarEvent[] {
    const isMatch = (event: CalendarEvent) => {
      const { private: own } = (event.fields.extendedProperties ?? {}) as { private?: Record<string, string> }
      if (iCalUID !== undefined && event.iCalUID !== iCalUID) return false
      return properties.every(([name, value]) => own?.[name] === value)
    }
    const isInRange = (event: CalendarEvent) =>
      event.recurrence ? this.instances(event, range).length > 0 : isWithin(event, this.timeZone, range)
    return this.events
      .filter((event) => this.#isListed(event, singleEvents))
      .flatMap((event) => (singleEvents ? this.#expanded(event, range) : [event]))
      .filter((event) => isMatch(event) && isInRange(event))
  }

  /** Every event that changed since, inside the range or not, deleted ones included. */
  changesSince(change: number, { singleEvents, range }: ListFilter): CalendarEvent[] {
    const changed = this.events.filter((event) => event.change > change).sort((a, b) => a.change - b.change)
    if (!singleEvents) return changed
    const vanished = [...this.#vanished.values()].filter((event) => event.change > change)
    return [...changed.flatMap((event) => this.#expanded(event, range)), ...vanished]
  }

  /**
   * https://developers.google.com/workspace/calendar/api/v3/reference/events/insert
   *
   * @throws GoogleError 409 for an id that was used before, even by a deleted event
   */
  insert(body: EventBody, creator: string): CalendarEvent {
    const id = String(body.id ?? randomBytes(13).toString('hex'))
    if (!ID.test(id)) throw new GoogleError('invalid', 'Invalid resource id value.')
    if (this.#events.has(id)) throw new GoogleError('duplicate')
    const created = this.#clock.now().toISOString()
    const iCalUID = String(body.iCalUID ?? `${id}@google.com`)
    const written = this.#write({ ...readEvent(body, this.timeZone), id, created, creator, iCalUID })
    this.#onChange()
    return written
  }

  /** https://developers.google.com/workspace/calendar/api/v3/reference/events/patch */
  patch(id: string, patch: EventBody, ifMatch?: string): CalendarEvent {
    const before = this.get(id, ifMatch)
    const { fields, status, start, end, recurrence, sequence } = before
    const body = patched({ ...fields, status, start, end, recurrence, sequence }, patch)
    return this.#replace(before, readEvent(body, this.timeZone, before))
  }

  /**
   * https://developers.google.com/workspace/calendar/api/v3/reference/events/delete
   *
   * @throws GoogleError 410 if it is deleted already
   */
  delete(id: string, ifMatch?: string): void {
    const event = this.get(id, ifMatch)
    if (event.status === 'cancelled') throw new GoogleError('deleted')
    this.#replace(event, { ...event, status: 'cancelled' })
  }

  /**
   * https://developers.google.com/workspace/calendar/api/v3/reference/events/move: the event keeps its ids, and the
   * calendar that it leaves reports it as deleted.
   */
  moveTo(destination: Calendar, id: string): CalendarEvent {
    const event = this.get(id)
    if (event.status === 'cancelled') throw new GoogleError('deleted')
    if (event.recurringEventId)
      throw new GoogleError('invalid', 'Cannot change the organizer of an instance.')
    const moved = destination.#write(event)
    destination.#onChange()
    this.delete(id)
    return moved
  }

  /** Names the zone of an event as another program's import does: Google keeps names that its API refuses. */
  relabel(id: string, timeZone: string): void {
    const event = this.get(id)
    const start = { ...event.start, timeZone }
    this.#replace(event, { ...event, start, end: { ...event.end, timeZone } })
  }

  /** Replaces an event; an instance becomes an exception. */
  #replace(event: CalendarEvent, content: EventContent): CalendarEvent {
    const { recurrence: _recurrence, ...kept } = event
    const before = this.#instancesOf(event)
    const written = this.#write({ ...kept, ...content })
    if (event.recurrence) this.#settleInstances(written, before)
    else if (written.recurrence) this.#vanish(event)
    this.#onChange()
    return written
  }

  #write(event: Omit<CalendarEvent, 'change' | 'etag' | 'updated'>): CalendarEvent {
    this.change += 1
    const updated = this.#clock.now().toISOString()
    const written = { ...event, change: this.change, etag: `"${ETAG_BASE + this.change}"`, updated }
    this.#events.set(event.id, written)
    if (!event.recurrence) this.#vanished.delete(event.id)
    return written
  }

  #vanish(event: CalendarEvent): void {
    this.#vanished.set(event.id, { ...event, status: 'cancelled', change: this.change })
  }

  /** After a recurring event changes: reports instances and exceptions that it no longer has as cancelled. */
  #settleInstances(master: CalendarEvent, before: readonly CalendarEvent[]): void {
    const now = new Set(this.#instancesOf(master).map(({ id }) => id))
    for (const id of now) this.#vanished.delete(id)
    for (const instance of before) {
      if (!now.has(instance.id) && !this.#events.has(instance.id)) this.#vanish(instance)
    }
    for (const exception of this.#exceptionsOf(master.id)) {
      if (exception.status === 'cancelled' || now.has(exception.id)) continue
      this.#write({ ...exception, status: 'cancelled' })
    }
  }

  #instancesOf(event: CalendarEvent): CalendarEvent[] {
    return event.recurrence && event.status !== 'cancelled' ? instancesOf(event, this.timeZone) : []
  }

  #exceptionsOf(masterId: string): CalendarEvent[] {
    return this.events.filter(({ recurringEventId }) => recurringEventId === masterId)
  }

  /** Replaces a recurring event by its instances; its exceptions are events of their own. */
  #expanded(event: CalendarEvent, range: Range): CalendarEvent[] {
    if (!event.recurrence) return [event]
    if (event.status === 'cancelled') return []
    return instancesOf(event, this.timeZone, range).filter(({ id }) => !this.#events.has(id))
  }

  /** "Cancelled instances of recurring events … will still be included if showDeleted and singleEvents are both False" */
  #isListed({ status, recurringEventId }: CalendarEvent, singleEvents: boolean): boolean {
    if (status !== 'cancelled') return true
    if (singleEvents || recurringEventId === undefined) return false
    return this.#events.get(recurringEventId)?.status !== 'cancelled'
  }
}
