import { tableText } from '../bench.ts'
import { type CpuTimes, medianCpu, total } from '../measure/cpu.ts'
import type { Measurement, PreparedPath } from '../measure/operations.ts'
import { type Interval, median, medianInterval } from '../measure/statistics.ts'

/** The path without operations: a second of the whole stack when idle. */
export const IDLE = 'idle'

export type Result = ReturnType<typeof resultOf>

export const resultsOf = (
  measurement: Measurement,
  paths: readonly Pick<PreparedPath, 'path' | 'samples' | 'missing'>[],
): Result[] => [
  ...paths.map((one) => resultOf(one.path.name, measurement.costsOf(one), one.missing)),
  resultOf(IDLE, measurement.idleCosts()),
]

function resultOf(name: string, costs: readonly (readonly CpuTimes[])[], missing?: string) {
  // New : old, without rounds in which noise hides the whole cost.
  const ratios = costs
    .filter((round) => round.every((cpu) => total(cpu) > 0))
    .map(([ours = {}, old = {}]) => total(ours) / total(old))
  const comparison = ratios.length > 0 ? compareRatios(ratios) : undefined
  const cpu = [0, 1].map((side) => medianCpu(costs.map((round) => round[side] ?? {})))
  return { name, ratios, comparison, missing, cpu }
}

/** Results as Markdown: the CPU time by process, then the verdict on each path. */
export function resultsText(results: readonly Result[]): string {
  const compared = results.filter(({ comparison }) => comparison)
  const names = [...new Set(compared.flatMap(({ cpu }) => cpu.flatMap((side) => Object.keys(side))))]
  const cell = (cpu: readonly CpuTimes[], of: (side: CpuTimes) => number | undefined) =>
    cpu.map((side) => of(side)?.toFixed(0) ?? '–').join(' / ')
  const rows = compared.map(({ name, cpu }) => ({
    path: name,
    all: cell(cpu, total),
    ...Object.fromEntries(names.map((process) => [process, cell(cpu, (side) => side[process])])),
  }))
  return [
    tableText({ title: 'Processor time in µs of one operation, new / old', rows }),
    'Verdicts, by the processor time new : old:',
    '',
    ...results.map((result) => `- ${result.name}: ${verdictOn(result)}`),
  ].join('\n')
}

function verdictOn({ comparison, missing, ratios }: Result): string {
  if (missing !== undefined) return `not in the older commit (${missing.replace(/\s+/g, ' ').slice(0, 60)})`
  if (!comparison) return 'no verdict: other work on the machine hides the cost'
  const { ratio, low, high, verdict } = comparison
  const interval = `95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}, ${ratios.length} rounds`
  return `${ratio.toFixed(2)}× (${interval}): ${verdictText(verdict)}`
}

/** A path is slower if its cost ratio exceeds this. */
const SLOWER = 1.15

/** With fewer rounds, no interval has 95 % confidence (sign test). */
export const MIN_ROUNDS = 6

type Verdict = 'slower' | 'faster' | 'same'

/** What the ratios new : old of a path's rounds say together. */
export interface Comparison extends Interval {
  readonly ratio: number
  readonly verdict: Verdict
}

/**
 * Judges a path by the median of its rounds' ratios and the 95 % confidence interval of that median. A verdict other
 * than `same` needs both: a median beyond the limit, and an interval that leaves no doubt that there is a difference.
 */
export function compareRatios(ratios: readonly number[]): Comparison {
  const ratio = median(ratios)
  const { low, high } = medianInterval(ratios)
  const isSlower = ratio > SLOWER && low > 1
  const isFaster = ratio < 1 / SLOWER && high < 1
  const isEnough = ratios.length >= MIN_ROUNDS
  return {
    ratio,
    low,
    high,
    verdict: isEnough && isSlower ? 'slower' : isEnough && isFaster ? 'faster' : 'same',
  }
}

/** Whether more rounds might change the verdict: the interval contains the limit. */
export const isUndecided = ({ low, high }: Interval): boolean => low <= SLOWER && high >= SLOWER

export function verdictText(verdict: Verdict): string {
  if (verdict === 'slower') return `**slower than ${SLOWER}×**`
  return verdict === 'faster' ? `faster than 1/${SLOWER}×` : `same, not slower than ${SLOWER}×`
}
