import type { Arrival } from './arrivals.ts'
import type { PlannedDay } from './day.ts'
import { Floor } from './floor.ts'
import { type Listed, ListedLine } from './listed-line.ts'
import type { Method } from './method.ts'
import type { Scenario } from './scenario.ts'

/** A guest who was served. */
export interface Served extends Pick<Listed, 'ahead' | 'told' | 'joinedBefore'> {
  /** Minutes waited. */
  readonly actual: number
}

interface Options {
  /** Minutes from the start of the simulation to the start of the day. */
  readonly midnight: number
  readonly methods: readonly Method[]
  /** Whether the day counts: quotes are renewed each minute then. */
  readonly isScored: boolean
}

/** One day at a venue: what happens on the floor is entered in the list, and methods are asked and told about it. */
export class SimulatedDay {
  readonly #scenario: Scenario
  readonly #day: PlannedDay
  readonly #options: Options
  readonly #floor: Floor
  readonly #line: ListedLine
  /** What has happened but is not entered yet, in the order in which it will be. */
  readonly #notes: Note[] = []
  readonly #served: Served[] = []
  /** The minute from which on quotes are renewed next. */
  #renewsAt: number

  constructor(scenario: Scenario, day: PlannedDay, options: Options) {
    const { opens } = scenario
    this.#scenario = scenario
    this.#day = day
    this.#options = options
    this.#line = new ListedLine({ scenario, day, ...options })
    this.#renewsAt = options.isScored ? opens : Number.POSITIVE_INFINITY
    this.#floor = new Floor(scenario, day, {
      arrived: (party) => this.#line.join(party),
      left: (party, minute) => this.#leave(party, minute),
      called: (party, minute, heldFor) => this.#call(party, minute, heldFor),
    })
  }

  /** Notes guests of the day before, whom everybody forgot, as served. */
  noteForgotten(guests: readonly Listed[]): void {
    const moment = this.#line.momentAt(this.#scenario.opens)
    for (const { guest } of guests) {
      for (const method of this.#options.methods) method.started(guest, moment, 0)
    }
  }

  /** Runs the day to its end: the guests who were served, and those who stay on the list. */
  run(): { readonly served: readonly Served[]; readonly forgotten: readonly Listed[] } {
    const { closes, forgets_overnight } = this.#scenario
    for (let next = this.#nextAt(); next < closes; next = this.#nextAt()) {
      this.#renewQuotes(next)
      if (this.#nextNoteAt() <= next) this.#enterNotes(next)
      else this.#floor.advance(next)
    }
    this.#renewQuotes(closes)
    for (const { enter } of this.#notes.splice(0)) enter(closes)
    if (forgets_overnight) return { served: this.#served, forgotten: this.#line.all }
    for (const { party } of [...this.#line.all]) this.#line.noteLeaving(party, closes)
    return { served: this.#served, forgotten: [] }
  }

  #nextAt(): number {
    return Math.min(this.#floor.nextAt(), this.#nextNoteAt())
  }

  /** At each whole minute before the next event; nothing happens in the meantime. */
  #renewQuotes(next: number): void {
    for (; this.#renewsAt < next; this.#renewsAt += 1) this.#line.renewQuotes(this.#renewsAt)
  }

  #leave(party: Arrival, minute: number): void {
    this.#line.goes(party)
    this.#note(minute, this.#day.noting.leavingAt(minute), (at) => this.#line.noteLeaving(party, at))
  }

  #call(party: Arrival, minute: number, heldFor: number | undefined): void {
    const { startAt, leavingAt } = this.#day.noting
    const listed = this.#line.goes(party)
    this.#note(minute, startAt(minute), (at) => this.#line.noteStart(party, at))
    if (heldFor === undefined) this.#served.push({ ...listed, actual: minute - party.at })
    else {
      const notedAt = leavingAt(Math.max(startAt(minute), minute + heldFor))
      this.#note(minute, notedAt, (at) => this.#line.noteAbsence(listed, at))
    }
  }

  #note(minute: number, at: number, enter: (minute: number) => void): void {
    if (at > minute) {
      this.#notes.push({ at, enter })
      this.#notes.sort((a, b) => a.at - b.at)
    } else enter(minute)
  }

  /** Enters what is due at a minute. */
  #enterNotes(minute: number): void {
    while (this.#nextNoteAt() <= minute) this.#notes.shift()?.enter(minute)
  }

  /** When the next note is entered; Infinity: there is none. */
  #nextNoteAt(): number {
    return this.#notes[0]?.at ?? Number.POSITIVE_INFINITY
  }
}

interface Note {
  readonly at: number
  readonly enter: (minute: number) => void
}
