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

/** What is known about a wait in advance. All numbers are of the order of 1, but for the last. */
interface Situation {
  readonly known: readonly number[]
  /** Minutes that those ahead would take at the pace of late. */
  readonly minutesAhead: number
  readonly closesIn: number
}

/**
 * The median wait as a weighted sum of what is known (quantile regression: Koenker and Bassett, 1978), fitted each night
 * on the last outcomes; before, position × the setting. Features and ridge were chosen on seeds 1 to 3 of the venues
 * included; the hour of the day, the wait of the first in line and that of the guest served last made it worse.
 */
export function quantileRegression(): Method {
  let outcomes: { readonly situation: Situation; readonly wait: number }[] = []
  const open = new WeakMap<Guest, Situation>()
  let fit: ((situation: Situation) => number) | undefined
  let fittedOn = 0
  let lastStart: number | undefined
  let intervals: readonly number[] = []
  // Intervals between starts count only while guests wait.
  let isBusy = false

  const situationOf = (
    { size }: Guest,
    { now, lanes, line, serviceMinutes, closesIn }: Moment,
  ): Situation => {
    const ahead = line.length
    const peopleAhead = line.reduce((total, one) => total + one.size, 0)
    const sinceStart = Math.min(MAX_INTERVAL, now - (lastStart ?? 0))
    const sum = intervals.reduce((total, one) => total + one, 0)
    const perStart = sum > 0 ? sum / intervals.length : serviceMinutes / lanes
    const times = [sinceStart / 10, perStart / 10]
    const sizes = [size / 3, lanes / 3, peopleAhead / 10]
    const known = [1, ahead / 5, ahead / lanes / 2, ahead === 0 ? 1 : 0, ...times, ...sizes]
    return { known, minutesAhead: ahead * perStart, closesIn }
  }

  const fitIfDue = (now: number) => {
    const day = Math.floor((now - DAY_BEGINS) / DAY_MINUTES)
    if (day === fittedOn || outcomes.length < NEEDED) return
    fittedOn = day
    // The unit of waits, in minutes.
    const scale = 1 + outcomes.reduce((sum, { wait }) => sum + wait, 0) / outcomes.length
    const featuresOf = ({ known, minutesAhead }: Situation) => [...known, minutesAhead / scale]
    const rows = outcomes.map(({ situation }) => featuresOf(situation))
    const waits = outcomes.map(({ wait }) => wait / scale)
    const weights = medianRegression(rows, waits, RIDGE)
    fit = (situation) => scale * weightedSum(featuresOf(situation), weights)
  }

  return {
    name: 'quantile regression',
    quote(guest, moment) {
      fitIfDue(moment.now)
      const situation = situationOf(guest, moment)
      open.set(guest, situation)
      const { line, serviceMinutes, lanes, closesIn } = moment
      const minutes = fit?.(situation) ?? ((line.length + 1) * serviceMinutes) / lanes
      return { quoted: Math.round(Math.max(0, Math.min(minutes, closesIn))) }
    },
    started(guest, { now, line }) {
      const wait = now - guest.joined
      const situation = open.get(guest)
      // A guest forgotten overnight says nothing about waits.
      if (situation && wait < situation.closesIn) outcomes = [...outcomes, { situation, wait }].slice(-KEPT)
      if (lastStart !== undefined && isBusy)
        intervals = [...intervals, Math.min(MAX_INTERVAL, now - lastStart)].slice(-INTERVALS)
      lastStart = now
      isBusy = line.length > 0
    },
    left(_, { line }) {
      if (line.length === 0) isBusy = false
    },
  }
}
