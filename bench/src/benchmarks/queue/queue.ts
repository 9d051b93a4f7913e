import { atLeast, type Benchmark, type Outcome, times } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { cpuRatio, failures, ratio } from '../../measure/compare.ts'
import { interleave } from '../../measure/interleave.ts'
import { startUsher } from '../../usher.ts'
import { addingTo } from '../add-guest/contender.ts'
import { usherContenders } from '../add-guest/usher-contenders.ts'
import { measureAtSizes } from './at-sizes.ts'
import { insertFloor } from './insert-floor.ts'

/** Checks that a long line costs no more than a short one, and adding guests little more than storing them. */
export const queue: Benchmark = {
  name: 'queue',
  title: 'operations at 10, 1,000 and 100,000 waiting; adding guests, against nothing but inserting them',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  const { gateway } = await usherContenders(bench, usher, cleanup)
  const problems: string[] = []
  const { hot, many, floor } = await interleave(bench, {
    hot: addingTo(bench, gateway, 1, problems),
    many: addingTo(bench, gateway, 100, problems),
    floor: await insertFloor(bench, usher, cleanup),
  })
  const atSizes = await measureAtSizes(bench, usher)
  const adding = [hot, many, floor]
  return {
    series: [...adding, ...atSizes.series],
    figures: [
      atLeast('adds/s on one queue : insertOne', ratio(hot, floor), 0.5),
      atLeast('adds/s on 100 queues : insertOne', ratio(many, floor), 0.5),
      times('CPU per add on one queue : insertOne', cpuRatio(hot, floor)),
      times('CPU per add on 100 queues : insertOne', cpuRatio(many, floor)),
      ...atSizes.figures,
    ],
    checks: [
      { what: 'every request was answered with 2xx', failures: failures(adding) },
      { what: 'guests, events and positions agree: none lost, none twice', failures: problems },
      atSizes.check,
    ],
  }
}
