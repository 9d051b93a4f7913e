import { cleanLine, cleanRules } from './clean.ts'
import { drawStarts } from './draw-starts.ts'
import type { FairRules, LineNow, Predicted } from './fair-line.ts'
import { planStarts } from './plan-starts.ts'

/** When everybody who waits or is expected is likely to start, in the order of the starts. */
export function predictLine(line: LineNow, rules: FairRules): readonly Predicted[] {
  const [cleaned, applied] = [cleanLine(line), cleanRules(rules)]
  const plan = planStarts(cleaned, applied)
  const starts = drawStarts(plan, cleaned)
  const predicted = plan.map(({ entry, why }, i) => {
    const times = (starts[i] ?? new Float64Array(1)).toSorted()
    return { id: entry.id, p50: quantile(times, 0.5), p90: quantile(times, 0.9), why }
  })
  return predicted.sort((a, b) => a.p50 - b.p50)
}

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? 0
