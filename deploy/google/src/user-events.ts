import type { Calendar } from './calendar/calendar.ts'
import { deleteEvent, insertEvent, patchEvent } from './calendar/write-events.ts'
import type { CalendarEvent, EventTime } from './events/calendar-event.ts'
import type { EventBody } from './events/event-input.ts'

/** What a calendar's owner does in Google's own pages: no API request, no quota. */
export class UserEvents {
  readonly #calendar: Calendar
  readonly #owner: string

  constructor(calendar: Calendar, owner: string) {
    this.#calendar = calendar
    this.#owner = owner
  }

  /** Every event that is not deleted; recurring ones once, and their exceptions. */
  get all(): CalendarEvent[] {
    return [...this.#calendar.events].filter(({ status }) => status !== 'cancelled')
  }

  /** An event or instance, deleted or not. */
  get(id: string): CalendarEvent | undefined {
    return this.#calendar.find(id)
  }

  insert(body: EventBody): CalendarEvent {
    return insertEvent(this.#calendar, body, this.#owner)
  }

  /** @param start RFC 3339 with an offset, or a date; keeps the duration if no end is given */
  move(id: string, start: string, end?: string): CalendarEvent {
    const before = this.#calendar.find(id)
    const last = end ?? (before ? endAfter(before, start) : start)
    return patchEvent(this.#calendar, id, { start: timePatch(start), end: timePatch(last) })
  }

  retitle(id: string, summary: string): CalendarEvent {
    return patchEvent(this.#calendar, id, { summary })
  }

  /** Any other change, as an API patch. */
  edit(id: string, patch: EventBody): CalendarEvent {
    return patchEvent(this.#calendar, id, patch)
  }

  /** Names the zone of the event as another program's import does: Google keeps names that its API refuses. */
  relabel(id: string, timeZone: string): void {
    const event = this.#calendar.find(id)
    if (!event) return
    const { start, end } = event
    this.#calendar.replace(event, { ...event, start: { ...start, timeZone }, end: { ...end, timeZone } })
  }

  /** Moves the event to the bin. */
  delete(id: string): void {
    deleteEvent(this.#calendar, id)
  }

  /** Restores the event from the bin: https://support.google.com/calendar/answer/37113 */
  restore(id: string): CalendarEvent {
    return patchEvent(this.#calendar, id, { status: 'confirmed' })
  }
}

const isDay = (time: string): boolean => /^\d{4}-\d\d-\d\d$/.test(time)

const timePatch = (time: string): Record<keyof Omit<EventTime, 'timeZone'>, string | null> =>
  isDay(time) ? { date: time, dateTime: null } : { dateTime: time, date: null }

function endAfter({ start, end }: CalendarEvent, newStart: string): string {
  const length = Date.parse(end.dateTime ?? end.date ?? '') - Date.parse(start.dateTime ?? start.date ?? '')
  const newEnd = new Date(Date.parse(newStart) + length).toISOString()
  return isDay(newStart) ? newEnd.slice(0, 10) : newEnd
}
