import type { Arrival } from './arrivals.ts'
import type { PlannedDay } from './day.ts'
import type { Guest, Method, Moment } from './method.ts'
import type { Told } from './renewal.ts'
import type { Scenario } from './scenario.ts'

/** A guest in the line, as the venue has it listed. */
export interface Listed {
  readonly party: Arrival
  readonly guest: Guest
  readonly ahead: number
  /** The quotes of each method, at joining and then each minute. */
  readonly told: readonly [Told, ...Told[]][]
  /** Parties that had joined before on the day. */
  readonly joinedBefore: number
}

interface Context {
  readonly scenario: Scenario
  readonly day: PlannedDay
  /** Minutes from the start of the simulation to the start of the day. */
  readonly midnight: number
  readonly methods: readonly Method[]
}

/** The line as staff and methods see it, which may lag behind the true one. */
export class ListedLine {
  readonly #context: Context
  readonly #all: Listed[] = []
  /** Parties that are still listed but do not wait any more. */
  readonly #gone = new Set<Arrival>()
  #joined = 0
  /** How often the queue has changed so that a quote may change. */
  #events = 0
  #announced: number

  constructor(context: Context) {
    this.#context = context
    this.#announced = context.day.announcedLanesAt(context.scenario.opens)
  }

  get all(): readonly Listed[] {
    return this.#all
  }

  join(party: Arrival): void {
    const behind = party.hasPriority ? this.#all.findIndex((one) => !one.party.hasPriority) : -1
    const ahead = behind < 0 ? this.#all.length : behind
    const whole = this.momentAt(party.at)
    const moment = { ...whole, line: whole.line.slice(0, ahead) }
    const guest = { size: party.size, joined: moment.now }
    const quotes = this.#context.methods.map((method) => method.quote(guest, moment))
    const events = this.#eventsUntil(party.at)
    const told = quotes.map((quote): [Told] => [{ ...quote, after: 0, events, ahead }])
    this.#all.splice(ahead, 0, { party, guest, ahead, told, joinedBefore: this.#joined })
    this.#joined += 1
  }

  /** Quotes all who wait anew. */
  renewQuotes(minute: number): void {
    if (this.#all.length === this.#gone.size) return
    const moment = this.momentAt(minute)
    const events = this.#eventsUntil(minute)
    for (const [ahead, { guest, party, told }] of this.#all.entries()) {
      if (this.#gone.has(party)) continue
      const asked = { ...moment, line: moment.line.slice(0, ahead) }
      for (const [i, method] of this.#context.methods.entries()) {
        const quote = method.requote?.(guest, asked)
        if (quote) told[i]?.push({ ...quote, after: minute - party.at, events, ahead })
      }
    }
  }

  #eventsUntil(minute: number): number {
    const announced = this.#context.day.announcedLanesAt(minute)
    if (announced !== this.#announced) this.#events += 1
    this.#announced = announced
    return this.#events
  }

  /** Marks a party that does not wait any more. It stays listed until staff enter that. */
  goes(party: Arrival): Listed {
    this.#gone.add(party)
    return this.#all.find((one) => one.party === party) as Listed
  }

  noteStart(party: Arrival, minute: number): void {
    const [{ guest }, ahead] = this.#remove(party)
    for (const method of this.#context.methods) method.started(guest, this.momentAt(minute), ahead)
  }

  noteLeaving(party: Arrival, minute: number): void {
    const [{ guest }] = this.#remove(party)
    for (const method of this.#context.methods) method.left(guest, this.momentAt(minute))
  }

  noteAbsence({ guest }: Listed, minute: number): void {
    this.#events += 1
    for (const method of this.#context.methods) method.absent?.(guest, this.momentAt(minute))
  }

  /** Takes a party off the list, wherever it stood. */
  #remove(party: Arrival): [Listed, place: number] {
    this.#events += 1
    this.#gone.delete(party)
    const place = this.#all.findIndex((one) => one.party === party)
    return [this.#all.splice(place, 1)[0] as Listed, place]
  }

  momentAt(minute: number): Moment {
    const { scenario, day, midnight } = this.#context
    return {
      now: midnight + minute,
      hour: (day.weekday * 24 + Math.floor(minute / 60)) % (7 * 24),
      // The setting is never less.
      lanes: Math.max(1, day.announcedLanesAt(minute)),
      serviceMinutes: scenario.settings.service_minutes,
      closesIn: scenario.closes - minute,
      line: this.#all.map(({ guest }) => guest),
    }
  }
}
