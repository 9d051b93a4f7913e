import { medianRegression, weightedSum } from '../../../../../services/queue/src/waits/regression.ts'
import type { Guest, Method, Moment } from './method.ts'

/** Outcomes that it is fitted on, and the fewest. */
const KEPT = 400
const NEEDED = 60

/** How many outcomes the assumption that a feature does not matter counts as. */
const RIDGE = 20

/** Starts of which the mean interval is taken, and the longest interval that counts: the rest was a break. */
const INTERVALS = 10
const MAX_INTERVAL = 60

/** Fitted anew on each day, from this minute after midnight on. */
const DAY_BEGINS = 4 * 60
const DAY_MINUTES = 24 * 60

/** What is known about a wait in advance. */
interface Situation extends Pick<Moment, 'lanes' | 'closesIn'> {
  readonly ahead: number
  readonly peopleAhead: number
  readonly size: number
  readonly sinceStart: number
  /** Minutes between the last starts. */
  readonly perStart: number
}

interface Outcome {
  readonly situation: Situation
  readonly wait: number
}

interface Fit {
  /** The unit of waits, in minutes. */
  readonly scale: number
  readonly weights: readonly number[]
}

/**
 * The median wait as a weighted sum of what is known (quantile regression: Koenker and Bassett, 1978), fitted each night
 * on the last outcomes; before, position × the setting. Features and ridge were chosen on seeds 1 to 3 of the venues
 * included; the hour of the day, the wait of the first in line and that of the guest served last made it worse.
 */
export function quantileRegression(): Method {
  let outcomes: readonly Outcome[] = []
  const open = new WeakMap<Guest, Situation>()
  const starts = new Starts()
  let fit: Fit | undefined
  let fittedOn = 0
  const fitIfDue = (now: number) => {
    const day = Math.floor((now - DAY_BEGINS) / DAY_MINUTES)
    if (day === fittedOn || outcomes.length < NEEDED) return
    fittedOn = day
    fit = fitOf(outcomes)
  }
  return {
    name: 'quantile regression',
    quote(guest, moment) {
      fitIfDue(moment.now)
      const situation = starts.situationOf(guest, moment)
      open.set(guest, situation)
      const { line, serviceMinutes, lanes, closesIn } = moment
      const minutes = fit ? medianOf(situation, fit) : ((line.length + 1) * serviceMinutes) / lanes
      return { quoted: Math.round(Math.max(0, Math.min(minutes, closesIn))) }
    },
    started(guest, moment) {
      const wait = moment.now - guest.joined
      const situation = open.get(guest)
      // Whoever was forgotten overnight says nothing about waits.
      if (situation && wait < situation.closesIn) outcomes = [...outcomes, { situation, wait }].slice(-KEPT)
      starts.add(moment)
    },
    left(_, { line }) {
      if (line.length === 0) starts.lineEmptied()
    },
  }
}

function fitOf(outcomes: readonly Outcome[]): Fit {
  const scale = 1 + outcomes.reduce((sum, { wait }) => sum + wait, 0) / outcomes.length
  const rows = outcomes.map(({ situation }) => featuresOf(situation, scale))
  const waits = outcomes.map(({ wait }) => wait / scale)
  return { scale, weights: medianRegression(rows, waits, RIDGE) }
}

const medianOf = (situation: Situation, { scale, weights }: Fit): number =>
  scale * weightedSum(featuresOf(situation, scale), weights)

/** All of the order of 1. */
function featuresOf(situation: Situation, scale: number): readonly number[] {
  const { ahead, peopleAhead, lanes, size, sinceStart, perStart } = situation
  return [
    1,
    ahead / 5,
    ahead / lanes / 2,
    ahead === 0 ? 1 : 0,
    sinceStart / 10,
    perStart / 10,
    size / 3,
    lanes / 3,
    (ahead * perStart) / scale,
    peopleAhead / 10,
  ]
}

/** When parties were taken of late. */
class Starts {
  #last: number | undefined
  #intervals: readonly number[] = []
  #isBusy = false

  situationOf({ size }: Guest, { now, lanes, line, serviceMinutes, closesIn }: Moment): Situation {
    const sum = this.#intervals.reduce((total, one) => total + one, 0)
    return {
      size,
      lanes,
      closesIn,
      ahead: line.length,
      peopleAhead: line.reduce((total, one) => total + one.size, 0),
      sinceStart: Math.min(MAX_INTERVAL, now - (this.#last ?? 0)),
      perStart: sum > 0 ? sum / this.#intervals.length : serviceMinutes / lanes,
    }
  }

  add({ now, line }: Moment): void {
    if (this.#last !== undefined && this.#isBusy) {
      this.#intervals = [...this.#intervals, Math.min(MAX_INTERVAL, now - this.#last)].slice(-INTERVALS)
    }
    this.#last = now
    this.#isBusy = line.length > 0
  }

  /** Intervals count only while somebody waits. */
  lineEmptied(): void {
    this.#isBusy = false
  }
}
