import { cleanLine, cleanRules } from './clean.ts'
import { drawStarts } from './draw-starts.ts'
import type { FairRules, LineNow, Predicted } from './fair-line.ts'
import { planStarts } from './plan-starts.ts'

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
