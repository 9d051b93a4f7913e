import {
  atLeast,
  type Bench,
  type Benchmark,
  type Figure,
  type Outcome,
  type Row,
  type Table,
} from '../../bench.ts'
import { loadVenues } from '../venues.ts'
import { type Run, runVenue, type Score } from './run-venue.ts'
import { venueSchema } from './venue.ts'

const SEEDS = [1, 2, 3]
const MILLION = 1_000_000
const ON_TIME_PERCENT = 95
const MEAN_RATIO = 1.05

/** Compares the rules of the one line for bookings and walk-ins with those in use elsewhere, in simulated venues. */
export const fairLine: Benchmark = {
  name: 'fair-line',
  title: 'One line for bookings and walk-ins in simulated venues: Usher against four other rules',
  run,
}

async function run({ venues, seeds, log, signal }: Bench): Promise<Outcome> {
  const runs: Run[] = []
  for (const venue of loadVenues(venues, `${import.meta.dirname}/venues`, venueSchema)) {
    for (const seed of seeds.length > 0 ? seeds : SEEDS) {
      signal.throwIfAborted()
      log(`fair-line: ${venue.name}, seed ${seed}`)
      runs.push(runVenue(venue, seed))
    }
  }
  return {
    tables: tablesOf(runs),
    figures: figuresOf(runs),
    checks: [
      { what: 'each overtaking has a true reason', failures: runs.flatMap(({ unexplained }) => unexplained) },
    ],
  }
}

function figuresOf(runs: readonly Run[]): Figure[] {
  const calls = runs.reduce((sum, run) => sum + run.calls, 0)
  const onTime = Math.min(...runs.map(({ usher }) => usher.onTimePercent))
  const allRuns = (
    what: string,
    holds: (usher: Score, other: Score) => boolean,
    isCompared = (_: Score) => true,
  ) => {
    const held = runs.filter(({ usher, others }) =>
      others.filter(isCompared).every((other) => holds(usher, other)),
    )
    return atLeast(what, (100 * held.length) / runs.length, 100, ' %')
  }
  const isMeanMet = (usher: Score, other: Score) => usher.walkIns.mean <= MEAN_RATIO * other.walkIns.mean
  const isP90Met = (usher: Score, other: Score) => usher.walkIns.p90 < other.walkIns.p90
  return [
    atLeast('lowest share of bookings on time', onTime, ON_TIME_PERCENT, ' %'),
    allRuns('runs with a walk-in mean ≤ 1.05× the best rule', isMeanMet),
    allRuns('runs with a walk-in P90 below every rule', isP90Met),
    allRuns('the same mean, beside rules with 95 % on time', isMeanMet, keepsTimes),
    allRuns('the same P90, beside rules with 95 % on time', isP90Met, keepsTimes),
    atLeast('millions of calls checked for unexplained overtaking', calls / MILLION, 1),
  ]
}

const keepsTimes = ({ onTimePercent }: Score): boolean => onTimePercent >= ON_TIME_PERCENT

const tablesOf = (runs: readonly Run[]): Table[] => [
  ...runs.map(({ label, usher, others, further }) => ({
    title: `${label}: waits in minutes`,
    rows: [usher, ...others, ...further].map(scoreRow),
  })),
  { title: 'Usher beside the best of the other rules', rows: runs.map(summaryRow) },
]

const scoreRow = ({ rule, onTimePercent, walkIns, bookings, emptyPercent }: Score): Row => ({
  rule,
  'on time %': onTimePercent,
  'walk-in mean': walkIns.mean,
  'walk-in P90': walkIns.p90,
  'walk-in longest': walkIns.longest,
  'booking mean': bookings.mean,
  'booking P90': bookings.p90,
  'booking longest': bookings.longest,
  'kept empty %': emptyPercent,
})

function summaryRow({ label, usher, others }: Run): Row {
  const mean = bestOf(others, ({ walkIns }) => walkIns.mean)
  const p90 = bestOf(others, ({ walkIns }) => walkIns.p90)
  const equals = others.filter(keepsTimes)
  const ratio = (of: (score: Score) => number) =>
    equals.length > 0 ? of(usher) / Math.min(...equals.map(of)) : Number.NaN
  return {
    run: label,
    'on time %': usher.onTimePercent,
    'mean ÷ best': usher.walkIns.mean / mean.walkIns.mean,
    'best mean': mean.rule,
    'its on time %': mean.onTimePercent,
    'P90 ÷ best': usher.walkIns.p90 / p90.walkIns.p90,
    'best P90': p90.rule,
    'mean ÷ best on time': ratio(({ walkIns }) => walkIns.mean),
    'P90 ÷ best on time': ratio(({ walkIns }) => walkIns.p90),
  }
}

const bestOf = (scores: readonly Score[], of: (score: Score) => number): Score =>
  scores.reduce((best, score) => (of(score) < of(best) ? score : best))
