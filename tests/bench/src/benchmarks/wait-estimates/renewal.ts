import type { Quote } from './method.ts'

/** What a method told a guest at a moment of the wait. */
export interface Told extends Quote {
  /** Minutes since joining. */
  readonly after: number
  /** Changes of the queue until then that may change a quote: starts and leavings noted, and announced lanes. */
  readonly events: number
  /** Parties ahead. */
  readonly ahead: number
}

/** How the quotes told to a guest changed during the wait. */
export interface Renewal {
  /** Whether the number or its upper bound rose although nothing had happened. */
  readonly rose: boolean
  /** Whether the turn was put off beyond the earliest time told before. */
  readonly slipped: boolean
  /**
   * The renewed quote nearest to half of the wait: its error in minutes, and whether the rest was within its upper bound.
   * undefined: the guest was taken before any.
   */
  readonly halfWay: { readonly error: number; readonly covered: boolean } | undefined
}

/** Minutes by which a turn may be put off without counting. */
const SLIP_MINUTES = 5

/** @param told the quote at joining, and the renewed ones */
export function renewalOf(told: readonly Told[], actual: number): Renewal {
  const later = told.slice(1)
  const steps = later.map((one, i) => [told[i] as Told, one] as const)
  const quiet = steps.filter(([a, b]) => a.events === b.events && b.ahead <= a.ahead)
  return {
    rose: quiet.some(([a, b]) => b.quoted > a.quoted || upperOf(b) > upperOf(a)),
    slipped: latestSlip(told) > SLIP_MINUTES,
    halfWay: halfWayOf(later, actual),
  }
}

const upperOf = ({ quoted, high }: Told): number => high ?? quoted

/** When the guest's turn was expected, in minutes after joining. */
const readyAt = ({ after, quoted }: Told): number => after + quoted

/** The most that a turn was put off beyond the earliest time told before, in minutes. */
function latestSlip(told: readonly Told[]): number {
  let earliest = Number.POSITIVE_INFINITY
  let slip = 0
  for (const one of told) {
    slip = Math.max(slip, readyAt(one) - earliest)
    earliest = Math.min(earliest, readyAt(one))
  }
  return slip
}

function halfWayOf(later: readonly Told[], actual: number): Renewal['halfWay'] {
  if (later.length === 0) return undefined
  const distance = ({ after }: Told) => Math.abs(after - actual / 2)
  const nearest = later.reduce((best, one) => (distance(one) < distance(best) ? one : best))
  const rest = actual - nearest.after
  return { error: Math.abs(nearest.quoted - rest), covered: rest <= upperOf(nearest) }
}
