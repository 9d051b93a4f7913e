import type { Clock } from '../clock.ts'
import type { CalendarEvent, EventContent, Vanished } from '../events/calendar-event.ts'
import { boundsOf } from '../events/event-times.ts'
import { instanceId, instancesOf } from '../events/recurrence.ts'
import { ChangeLog } from './change-log.ts'

export interface CalendarSettings {
  readonly id: string
  readonly summary: string
  readonly timeZone: string
}

const ETAG_BASE = 3_400_000_000_000_000
const TWO_DAYS_MS = 2 * 86_400_000

/** The events of one calendar, deleted ones included, with a counter of changes. */
export class Calendar {
  readonly id: string
  summary: string
  timeZone: string
  /** Number of the last change. */
  change = 0
  /** Sync tokens of another epoch have expired. */
  epoch = 0
  onChange: () => void = () => {}
  readonly #clock: Clock
  readonly #events = new Map<string, CalendarEvent>()
  readonly #log = new ChangeLog((event) => this.#events.get(event.id) === event)
  readonly #exceptions = new Map<string, Set<string>>()
  readonly #vanished = new Map<string, Vanished>()

  constructor(settings: CalendarSettings, clock: Clock) {
    this.id = settings.id
    this.summary = settings.summary
    this.timeZone = settings.timeZone
    this.#clock = clock
  }

  /** Every event and exception, deleted ones too, in order of creation. */
  get events(): Iterable<CalendarEvent> {
    return this.#events.values()
  }

  changedSince(change: number): CalendarEvent[] {
    return this.#log.since(change)
  }

  vanishedSince(change: number): Vanished[] {
    return [...this.#vanished.values()].filter((instance) => instance.change > change)
  }

  has(id: string): boolean {
    return this.#events.has(id)
  }

  /** An event, an exception, or an instance of a recurring event by its id. */
  find(id: string): CalendarEvent | undefined {
    return this.#events.get(id) ?? this.#findInstance(id)
  }

  /** The instances of a recurring event, with exceptions replacing the originals. */
  instances(master: CalendarEvent, range: { from?: number | undefined; to?: number | undefined } = {}) {
    const regular = instancesOf(master, this.timeZone, range).filter(({ id }) => !this.#events.has(id))
    const moved = this.exceptionsOf(master.id).filter((event) => {
      const { start, end } = boundsOf(event, this.timeZone)
      return (range.from === undefined || end > range.from) && (range.to === undefined || start < range.to)
    })
    return [...regular, ...moved]
  }

  exceptionsOf(masterId: string): CalendarEvent[] {
    const ids = [...(this.#exceptions.get(masterId) ?? [])]
    return ids.flatMap((id) => this.#events.get(id) ?? [])
  }

  insert(id: string, content: EventContent, creator: string, iCalUID = `${id}@google.com`): CalendarEvent {
    const created = this.#clock.now().toISOString()
    return this.#changed(() => this.#write({ ...content, id, created, creator, iCalUID }))
  }

  /** Takes an event over from another calendar, with its ids. */
  receive(event: CalendarEvent): CalendarEvent {
    return this.#changed(() => this.#write(event))
  }

  /** Replaces an event; an instance becomes an exception. */
  replace(event: CalendarEvent, content: EventContent): CalendarEvent {
    return this.#changed(() => {
      const { recurrence: _recurrence, ...kept } = event
      const before = this.#instanceIds(event)
      const written = this.#write({ ...kept, ...content })
      if (event.recurrence) this.#settleInstances(written, before)
      else if (written.recurrence) this.#vanished.set(event.id, { id: event.id, change: written.change })
      return written
    })
  }

  /** Changes the calendar's settings; all-day events may move with its time zone. */
  configure(settings: Partial<Omit<CalendarSettings, 'id'>>): void {
    this.#changed(() => Object.assign(this, settings))
  }

  /** Restores stored state. */
  restore(state: { change: number; epoch: number; events: readonly CalendarEvent[] }): void {
    this.change = state.change
    this.epoch = state.epoch
    for (const event of state.events.toSorted((a, b) => a.change - b.change)) this.#keep(event)
  }

  #changed<T>(write: () => T): T {
    const result = write()
    this.onChange()
    return result
  }

  #write(event: Omit<CalendarEvent, 'change' | 'etag' | 'updated'>): CalendarEvent {
    this.change += 1
    const written: CalendarEvent = {
      ...event,
      change: this.change,
      etag: `"${ETAG_BASE + this.change}"`,
      updated: this.#clock.now().toISOString(),
    }
    this.#keep(written)
    return written
  }

  #keep(event: CalendarEvent): void {
    this.#events.set(event.id, event)
    if (!event.recurrence) this.#vanished.delete(event.id)
    this.#log.add(event, this.#events.size)
    if (event.recurringEventId === undefined) return
    const exceptions = this.#exceptions.get(event.recurringEventId) ?? new Set()
    this.#exceptions.set(event.recurringEventId, exceptions.add(event.id))
  }

  #instanceIds(event: CalendarEvent): Map<string, CalendarEvent> {
    if (!event.recurrence || event.status === 'cancelled') return new Map()
    return new Map(instancesOf(event, this.timeZone).map((instance) => [instance.id, instance]))
  }

  /** After a recurring event changes: reports instances and exceptions that it no longer has as cancelled. */
  #settleInstances(master: CalendarEvent, before: ReadonlyMap<string, CalendarEvent>): void {
    const now = this.#instanceIds(master)
    for (const id of now.keys()) this.#vanished.delete(id)
    for (const [id, { originalStartTime }] of before) {
      if (now.has(id) || this.#events.has(id) || originalStartTime === undefined) continue
      this.#vanished.set(id, { id, change: this.change, recurringEventId: master.id, originalStartTime })
    }
    for (const exception of this.exceptionsOf(master.id)) {
      if (exception.status === 'cancelled' || now.has(exception.id)) continue
      this.#write({ ...exception, status: 'cancelled' })
    }
  }

  #findInstance(id: string): CalendarEvent | undefined {
    const [, masterId = '', day = ''] = /^(.+)_(\d{8})(T\d{6}Z)?$/.exec(id) ?? []
    const master = this.#events.get(masterId)
    if (!master?.recurrence) return undefined
    const at = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`)
    const { start, end } = boundsOf(master, this.timeZone)
    const near = { from: at - TWO_DAYS_MS, to: at + TWO_DAYS_MS + end - start }
    const found = instancesOf(master, this.timeZone, near).find(
      (instance) => instanceId(masterId, instance.start) === id,
    )
    return found
  }
}
