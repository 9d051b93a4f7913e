import { isDrawn } from './arrivals.ts'
import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

/** When staff enter what happened at a minute. */
export interface Noting {
  readonly startAt: (minute: number) => number
  readonly leavingAt: (minute: number) => number
}

export function planNoting({ opens, late_entry, outage }: Scenario, random: Random): Noting {
  const isLate = isDrawn(late_entry?.share_of_days ?? 0, random)
  const isOut = isDrawn(outage?.share_of_days ?? 0, random)
  const leavingAt = (minute: number) =>
    outage && isOut && minute >= outage.from && minute < outage.to ? outage.to : minute
  if (!late_entry || !isLate) return { startAt: leavingAt, leavingAt }
  const { every_minutes } = late_entry
  const nextRound = (minute: number) => opens + Math.ceil((minute - opens) / every_minutes) * every_minutes
  return { startAt: (minute) => leavingAt(nextRound(minute)), leavingAt }
}

interface Note {
  readonly at: number
  readonly enter: (minute: number) => void
}

/** What has happened but is not entered yet, in the order in which it will be. */
export class PendingNotes {
  #notes: Note[] = []

  /** When the next is entered; Infinity: there is none. */
  nextAt(): number {
    return this.#notes[0]?.at ?? Number.POSITIVE_INFINITY
  }

  add(note: Note): void {
    const later = this.#notes.findIndex(({ at }) => at > note.at)
    this.#notes.splice(later < 0 ? this.#notes.length : later, 0, note)
  }

  /** Enters what is due at a minute. */
  enterAt(minute: number): void {
    while (this.nextAt() <= minute) this.#notes.shift()?.enter(minute)
  }

  /** Enters the rest when the venue closes. */
  enterAll(minute: number): void {
    for (const { enter } of this.#notes.splice(0)) enter(minute)
  }
}
