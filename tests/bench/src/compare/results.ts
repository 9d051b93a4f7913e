import { tableText } from '../bench.ts'
import { type CpuTimes, medianCpu, total } from '../measure/cpu.ts'
import type { Measurement, PreparedPath } from '../measure/operations.ts'
import { type Comparison, compareRatios, verdictText } from './verdict.ts'

/** The path without operations: a second of the whole stack when idle. */
export const IDLE = 'idle'

/** The findings about a path. */
export interface Result {
  readonly name: string
  /** New : old, round by round; without rounds in which noise hides the whole cost. */
  readonly ratios: readonly number[]
  /** Undefined when the older commit does not have the path. */
  readonly comparison: Comparison | undefined
  readonly missing: string | undefined
  /** CPU µs per operation by process, the median of the rounds: of the new side, and of the old one. */
  readonly cpu: readonly CpuTimes[]
}

/** Compares each path, and both sides when idle. */
export const resultsOf = (
  measurement: Measurement,
  paths: readonly Pick<PreparedPath, 'path' | 'samples' | 'missing'>[],
): Result[] => [
  ...paths.map((one) => resultOf(one.path.name, measurement.costsOf(one), one.missing)),
  resultOf(IDLE, measurement.idleCosts()),
]

function resultOf(name: string, costs: readonly (readonly CpuTimes[])[], missing?: string): Result {
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
    ...results.map((result) => `- ${result.name}: ${verdictOf(result)}`),
  ].join('\n')
}

function verdictOf({ comparison, missing, ratios }: Result): string {
  if (missing !== undefined) return `not in the older commit (${missing.replace(/\s+/g, ' ').slice(0, 60)})`
  if (!comparison) return 'no verdict: other work on the machine hides the cost'
  const { ratio, low, high, verdict } = comparison
  const interval = `95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}, ${ratios.length} rounds`
  return `${ratio.toFixed(2)}× (${interval}): ${verdictText(verdict)}`
}
