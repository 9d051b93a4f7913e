import { atMost, type Check, type Figure, type Row } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { median } from '../../measure/statistics.ts'
import type { Load, PhaseResult } from './phases.ts'
import { refusedOf } from './results.ts'

/** This many clients, each of which sends its next request after its response: no overload, whatever the machine. */
const CONNECTIONS = [64, 128, 256]
/** Times the length of the other loads: a hundredth of the requests must be enough for a p99. */
const LENGTH = 3
/** p99 divided by the wait of each request if all waited equally. */
const MAX_TIMES_FAIR_SHARE = 3

interface ClosedLoop {
  readonly round: number
  readonly connections: number
  readonly result: PhaseResult
}

/** Measures every number of connections once per round. */
export async function runClosedLoops({ rounds, seconds, log }: Bench, load: Load): Promise<ClosedLoop[]> {
  const loops: ClosedLoop[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const connections of CONNECTIONS) {
      const [result] = await load({ seconds: LENGTH * seconds, connections })
      if (!result) throw new Error('the load generator left out a load')
      const loop = { round, connections, result }
      loops.push(loop)
      log(`  ${connections} connections: p99 ${timesEven(loop).toFixed(1)} × connections / throughput`)
    }
  }
  return loops
}

const perSecond = ({ result }: ClosedLoop): number => result.all.accepted / result.seconds

/** Latency of each request if all were equal, in ms (Little's law). */
const evenMs = (loop: ClosedLoop): number => (1000 * loop.connections) / perSecond(loop)

const timesEven = (loop: ClosedLoop): number => loop.result.all.p99Ms / evenMs(loop)

/** How far the slowest hundredth is from the wait if all waited equally. */
export const closedLoopFigures = (loops: readonly ClosedLoop[]): Figure[] =>
  CONNECTIONS.map((connections) => {
    const ratios = loops.filter((loop) => loop.connections === connections).map(timesEven)
    const what = `closed loop, ${connections} connections: p99 : connections / throughput`
    return atMost(what, median(ratios), MAX_TIMES_FAIR_SHARE)
  })

export function closedLoopCheck(loops: readonly ClosedLoop[]): Check {
  const failures = loops
    .filter(({ result }) => refusedOf(result.all) > 0)
    .map(({ connections, result }) => `${connections} connections: ${JSON.stringify(result.all.refused)}`)
  return { what: 'closed loops were refused nothing', failures }
}

/** One row per closed loop, in the columns of the other loads. */
export const closedLoopRows = (loops: readonly ClosedLoop[]): Row[] =>
  loops.map((loop) => {
    const { all } = loop.result
    return {
      load: `${loop.connections} connections`,
      round: loop.round,
      'offered/s': (all.accepted + all.failed + refusedOf(all)) / loop.result.seconds,
      'accepted/s': perSecond(loop),
      'refused %': (100 * refusedOf(all)) / (all.accepted + all.failed + refusedOf(all)),
      'p50 ms': all.p50Ms,
      'p99 ms': all.p99Ms,
      'as before after s': '',
      answers: `even: ${Math.round(evenMs(loop))} ms`,
    }
  })
