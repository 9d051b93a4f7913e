import type { CalendarEvent } from '../events/calendar-event.ts'

/** The events of a calendar by last change, to find quickly what changed since. */
export class ChangeLog {
  #events: CalendarEvent[] = []
  readonly #isCurrent: (event: CalendarEvent) => boolean

  /** @param isCurrent whether this is the event's latest version */
  constructor(isCurrent: (event: CalendarEvent) => boolean) {
    this.#isCurrent = isCurrent
  }

  /** @param current number of events in the calendar: outdated versions are dropped once they outnumber them */
  add(event: CalendarEvent, current: number): void {
    this.#events.push(event)
    if (this.#events.length > 2 * current + 100) this.#events = this.#events.filter(this.#isCurrent)
  }

  since(change: number): CalendarEvent[] {
    let low = 0
    let high = this.#events.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#events[middle]?.change ?? 0) > change) high = middle
      else low = middle + 1
    }
    return this.#events.slice(low).filter(this.#isCurrent)
  }
}
