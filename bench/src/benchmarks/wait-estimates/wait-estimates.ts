import {
  type Benchmark,
  type Computation,
  type Figure,
  type Outcome,
  percent,
  type Row,
} from '../../bench.ts'
import { fixedMinutes, lastToEnterService, rollingAverage } from './baselines.ts'
import { learntMinutes, nearestNeighbours } from './learnt-baselines.ts'
import { loadScenarios } from './load-scenarios.ts'
import type { Method } from './method.ts'
import type { Scenario } from './scenario.ts'
import { accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { usherMethod } from './usher-method.ts'

/** Compares the service's own wait estimator with other methods, over simulated venues. */
export const waitEstimates: Benchmark = {
  name: 'wait-estimates',
  title:
    'Quoted waits in simulated venues: Usher against position × fixed and learnt minutes, rolling average, last to enter service, nearest neighbours',
  compute,
}

const ORACLE = { name: 'oracle' }

const ALL = 'all scenarios'

const methodsOf = (): Method[] => [
  usherMethod(),
  fixedMinutes(),
  rollingAverage(),
  lastToEnterService(),
  learntMinutes(),
  nearestNeighbours(),
]

function compute({ venues, seeds, withOracle, log }: Computation): Outcome {
  const rows: Row[] = []
  const pooled: { name: string; promised: QuotedWait[] }[] = []
  const unserved: string[] = []
  for (const { scenario, seed, label } of loadScenarios(venues).flatMap((one) => coursesOf(one, seeds))) {
    log(`wait-estimates: ${label}`)
    const methods = methodsOf()
    const course = simulate(scenario, seed, methods, { withOracle })
    if (course[0]?.length === 0) unserved.push(label)
    for (const [index, { name }] of [...methods, ...(withOracle ? [ORACLE] : [])].entries()) {
      const promised = course[index] ?? []
      rows.push(rowOf(label, name, promised))
      pooled[index] = { name, promised: [...(pooled[index]?.promised ?? []), ...promised] }
    }
  }
  const totals = pooled.map(({ name, promised }) => rowOf(ALL, name, promised))
  return {
    series: [],
    rows: [...rows, ...totals],
    figures: figuresOf(rows, totals),
    checks: [{ what: 'somebody was served in every scenario', failures: unserved }],
  }
}

/** A venue under its own seed, or under each of those given. */
const coursesOf = (scenario: Scenario, seeds: readonly number[]) =>
  seeds.length === 0
    ? [{ scenario, seed: scenario.seed, label: scenario.name }]
    : seeds.map((seed) => ({ scenario, seed, label: `${scenario.name}, seed ${seed}` }))

function figuresOf(rows: readonly Row[], totals: readonly Row[]): Figure[] {
  const scenarios = [...new Set(rows.map(({ scenario }) => String(scenario)))]
  const ofScenario = (name: string) => rows.filter(({ scenario }) => scenario === name)
  const behind = rows.map((row) => row['covered behind %']).filter((covered) => typeof covered === 'number')
  return [
    ...scenarios.map((name) => gain(name, ofScenario(name))),
    gain(ALL, totals),
    percent('share of scenarios where no baseline is better', shareBest(scenarios.map(ofScenario)), 90),
    percent('lowest share at or below the upper bound, with somebody ahead', Math.min(...behind), [80, 97]),
    percent('highest share at or below the upper bound, with somebody ahead', Math.max(...behind), [80, 97]),
    percent(`${ALL}, share at or below the upper bound`, Number(totals[0]?.['covered %']), [85, 95]),
    percent(`${ALL}, bias`, Number(totals[0]?.['bias %']), [-10, 10]),
  ]
}

const shareBest = (courses: readonly (readonly Row[])[]): number =>
  (100 * courses.filter((rows) => gainOf(rows) >= 0).length) / courses.length

function rowOf(scenario: string, method: string, promised: readonly QuotedWait[]): Row {
  const accuracy = accuracyOf(promised)
  return {
    scenario,
    method,
    guests: String(accuracy.guests),
    'mean wait': accuracy.meanWait,
    'MAE min': accuracy.error,
    'bias %': accuracy.biasPercent,
    'covered %': accuracy.coveredPercent ?? '',
    'covered first %': accuracy.coveredFirstPercent ?? '',
    'covered behind %': accuracy.coveredBehindPercent ?? '',
    'rose %': accuracy.renewed?.rosePercent ?? '',
    'widened %': accuracy.renewed?.widenedPercent ?? '',
    'slipped %': accuracy.renewed?.slippedPercent ?? '',
    'slipped since joining %': accuracy.renewed?.slippedSinceJoiningPercent ?? '',
    'half-way MAE': accuracy.renewed?.halfWayError ?? '',
    'half-way covered %': accuracy.renewed?.halfWayCoveredPercent ?? '',
  }
}

/** How much smaller the error of the first row is than the smallest of the others, in per cent. */
function gainOf([ours, ...others]: readonly Row[]): number {
  const best = Math.min(...others.map((row) => Number(row['MAE min'])))
  return 100 * (1 - Number(ours?.['MAE min']) / best)
}

const gain = (scenario: string, rows: readonly Row[]): Figure =>
  percent(`${scenario}, error below the best baseline`, gainOf(rows), 0)
