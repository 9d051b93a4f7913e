import {
  type Benchmark,
  type Computation,
  type Figure,
  type Outcome,
  percent,
  type Row,
} from '../../bench.ts'
import { fixedMinutes, lastToEnterService, rollingAverage } from './baselines.ts'
import { loadScenarios } from './load-scenarios.ts'
import { accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { usherMethod } from './usher-method.ts'

/** Compares the service's own wait estimator with three simple methods, over simulated venues. */
export const waitEstimates: Benchmark = {
  name: 'wait-estimates',
  title:
    'Quoted waits in simulated venues: Usher against position × fixed minutes, rolling average, last to enter service',
  compute,
}

const ALL = 'all scenarios'

function compute({ venues, log }: Computation): Outcome {
  const rows: Row[] = []
  const pooled: { name: string; promised: QuotedWait[] }[] = []
  const unserved: string[] = []
  for (const scenario of loadScenarios(venues)) {
    log(`wait-estimates: ${scenario.name}`)
    const methods = [usherMethod(), fixedMinutes(), rollingAverage(), lastToEnterService()]
    const course = simulate(scenario, scenario.seed, methods)
    if (course[0]?.length === 0) unserved.push(scenario.name)
    for (const [index, { name }] of methods.entries()) {
      const promised = course[index] ?? []
      rows.push(rowOf(scenario.name, name, promised))
      pooled[index] = { name, promised: [...(pooled[index]?.promised ?? []), ...promised] }
    }
  }
  const totals = pooled.map(({ name, promised }) => rowOf(ALL, name, promised))
  const scenarios = [...new Set(rows.map(({ scenario }) => scenario))]
  return {
    series: [],
    rows: [...rows, ...totals],
    figures: [
      ...scenarios.map((name) =>
        gain(
          String(name),
          rows.filter(({ scenario }) => scenario === name),
        ),
      ),
      gain(ALL, totals),
      percent(`${ALL}, share at or below the upper bound`, Number(totals[0]?.['covered %']), [85, 95]),
      percent(`${ALL}, bias`, Number(totals[0]?.['bias %']), [-10, 10]),
    ],
    checks: [{ what: 'somebody was served in every scenario', failures: unserved }],
  }
}

function rowOf(scenario: string, method: string, promised: readonly QuotedWait[]): Row {
  const { guests, meanWait, error, biasPercent, coveredPercent } = accuracyOf(promised)
  return {
    scenario,
    method,
    guests: String(guests),
    'mean wait': meanWait,
    'MAE min': error,
    'bias %': biasPercent,
    'covered %': coveredPercent ?? '',
  }
}

/** How much smaller the error of the first row is than the smallest of the others. */
function gain(scenario: string, [ours, ...others]: readonly Row[]): Figure {
  const best = Math.min(...others.map((row) => Number(row['MAE min'])))
  return percent(
    `${scenario}, error below the best baseline`,
    100 * (1 - Number(ours?.['MAE min']) / best),
    30,
  )
}
