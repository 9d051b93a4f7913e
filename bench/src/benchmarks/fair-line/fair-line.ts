import {
  atLeast,
  type Benchmark,
  type Computation,
  type Figure,
  maxMicroseconds,
  type Outcome,
  percent,
} from '../../bench.ts'
import { isMeanMet, isP90Met, keepsTimes } from './compare-rules.ts'
import { loadVenues } from './load-venues.ts'
import { predictMicroseconds } from './predict-cost.ts'
import { type Run, runVenue } from './run-venue.ts'
import { tablesOf } from './tables.ts'

const SEEDS = [1, 2, 3]
const MILLION = 1_000_000

/** Compares the rules of the one line for bookings and walk-ins with those in use elsewhere, in simulated venues. */
export const fairLine: Benchmark = {
  name: 'fair-line',
  title: 'One line for bookings and walk-ins in simulated venues: Usher against four other rules',
  compute,
}

function compute({ venues, seeds, withOracle, log, signal }: Computation): Outcome {
  const runs: Run[] = []
  for (const venue of loadVenues(venues)) {
    for (const seed of seeds.length > 0 ? seeds : SEEDS) {
      signal.throwIfAborted()
      log(`fair-line: ${venue.name}, seed ${seed}`)
      runs.push(runVenue(venue, seed, withOracle))
    }
  }
  return {
    series: [],
    tables: tablesOf(runs),
    figures: figuresOf(runs),
    checks: [
      { what: 'each overtaking has a true reason', failures: runs.flatMap(({ unexplained }) => unexplained) },
    ],
  }
}

function figuresOf(runs: readonly Run[]): Figure[] {
  const share = (holds: (run: Run) => boolean) => (100 * runs.filter(holds).length) / runs.length
  const equals = ({ others }: Run) => others.filter(keepsTimes)
  const calls = runs.reduce((sum, run) => sum + run.calls, 0)
  return [
    percent(
      'lowest share of bookings on time',
      Math.min(...runs.map(({ usher }) => usher.onTimePercent)),
      95,
    ),
    percent(
      'runs with a walk-in mean ≤ 1.05× the best rule',
      share((run) => isMeanMet(run, run.others)),
      100,
    ),
    percent(
      'runs with a walk-in P90 below every rule',
      share((run) => isP90Met(run, run.others)),
      100,
    ),
    percent(
      'the same mean, beside rules with 95 % on time',
      share((run) => isMeanMet(run, equals(run))),
      100,
    ),
    percent(
      'the same P90, beside rules with 95 % on time',
      share((run) => isP90Met(run, equals(run))),
      100,
    ),
    atLeast('millions of calls checked for unexplained overtaking', calls / MILLION, 1),
    maxMicroseconds('predicted starts of 100 entries on 10 lanes', predictMicroseconds(), 1000),
  ]
}
