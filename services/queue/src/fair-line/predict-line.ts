import { cleanLine, cleanRules } from './clean.ts'
import type { FairRules, Lane, LineNow, Predicted } from './fair-line.ts'
import { type PlannedStart, planStarts } from './plan-starts.ts'
import { serviceAt } from './service-time.ts'

/** Ids of everyone who waits or is expected, in the order in which they are to start. */
export const planLine = (line: LineNow, rules: FairRules): readonly string[] =>
  planStarts(cleanLine(line), cleanRules(rules)).map(({ entry }) => entry.id)

/** When everyone is likely to start, in the order of {@link planLine}. */
export function predictLine(line: LineNow, rules: FairRules): readonly Predicted[] {
  const [cleaned, applied] = [cleanLine(line), cleanRules(rules)]
  const plan = planStarts(cleaned, applied)
  const starts = drawStarts(plan, cleaned)
  return plan.map(({ entry, why }, i) => {
    const times = (starts[i] ?? new Float64Array(1)).toSorted()
    return { id: entry.id, p50: quantile(times, 0.5), p90: quantile(times, 0.9), why }
  })
}

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? 0

/** Prime, so that each step through the draws visits all of them. */
const DRAWS = 31

/** Standard normal quantiles in the middles of 31 equal parts of probability; `serviceAt` turns them into times. */
const DEVIATES = [
  -2.14, -1.66, -1.402, -1.211, -1.057, -0.924, -0.806, -0.698, -0.597, -0.502, -0.412, -0.325, -0.241, -0.16,
  -0.08, 0, 0.08, 0.16, 0.241, 0.325, 0.412, 0.502, 0.597, 0.698, 0.806, 0.924, 1.057, 1.211, 1.402, 1.66,
  2.14,
]

/**
 * Start times of a plan in each of 31 draws of the service times and of who comes. Each entry goes through the same
 * quantiles, each in an order of its own, so that few draws suffice, and the same line gives the same times.
 *
 * @returns by entry of the plan
 */
function drawStarts(plan: readonly PlannedStart[], line: LineNow): Float64Array[] {
  const starts = plan.map(() => new Float64Array(DRAWS))
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const free = line.lanes.map((lane, i) => freeAt(lane, line.now, deviate(draw, i)))
    for (const [i, { entry, notBefore }] of plan.entries()) {
      const lane = firstFree(free)
      const start = Math.max(free[lane] ?? line.now, notBefore)
      const times = starts[i]
      if (times) times[draw] = start
      if (comes(draw, i, entry.showRate))
        free[lane] = start + serviceAt(deviate(draw, i + OFFSET), entry.service)
    }
  }
  return starts
}

/** Sets entries apart from lanes. */
const OFFSET = 7

const step = (draw: number, i: number): number => (draw * (1 + ((i * 11) % (DRAWS - 1))) + i * 17) % DRAWS

const deviate = (draw: number, i: number): number => DEVIATES[step(draw, i)] ?? 0

const comes = (draw: number, i: number, showRate: number): boolean =>
  (step(draw, i + 3) + 0.5) / DRAWS < showRate

const freeAt = ({ p50, p90 }: Lane, now: number, z: number): number =>
  p50 <= now ? now : now + serviceAt(z, { p50: p50 - now, p90: p90 - now })

function firstFree(free: readonly number[]): number {
  let first = 0
  for (let i = 1; i < free.length; i += 1) if ((free[i] ?? 0) < (free[first] ?? 0)) first = i
  return first
}
