import { type CpuTimes, medianCpu, total } from '../measure/cpu.ts'
import { type Context, costsOf, idleCosts, type PreparedPath } from '../measure/operations.ts'
import { tableLines } from '../report.ts'
import { type Comparison, compareRatios, verdictText } from './verdict.ts'

/** The path without operations: a second of the whole stack when idle. */
export const IDLE = 'idle'

/** The findings about a path. */
export interface Result {
  readonly name: string
  /** New : old, round by round; without rounds in which noise hides the whole cost. */
  readonly ratios: readonly number[]
  /** Undefined when the older commit does not have the path. */
  readonly comparison?: Comparison
  readonly missing?: string
  /** CPU µs per operation by process, the median of the rounds: of the new side, and of the old one. */
  readonly cpu: readonly CpuTimes[]
}

/** Compares each path, and both sides when idle. */
export const resultsOf = (
  context: Pick<Context, 'sides' | 'idle'>,
  paths: readonly Pick<PreparedPath, 'path' | 'samples' | 'missing'>[],
): Result[] => [
  ...paths.map((one) => ({
    ...resultOf(one.path.name, costsOf(context, one)),
    ...(one.missing !== undefined && { missing: one.missing }),
  })),
  resultOf(IDLE, idleCosts(context)),
]

function resultOf(name: string, costs: readonly (readonly CpuTimes[])[]): Result {
  const ratios = costs.flatMap(([ours = {}, old = {}]) =>
    total(ours) > 0 && total(old) > 0 ? [total(ours) / total(old)] : [],
  )
  return {
    name,
    ratios,
    ...(ratios.length > 0 && { comparison: compareRatios(ratios) }),
    cpu: [0, 1].map((side) => medianCpu(costs.map((round) => round[side] ?? {}))),
  }
}

/** Results as Markdown: the CPU time by process, then the verdict on each path. */
export function resultsText(results: readonly Result[]): string {
  const compared = results.filter(({ comparison }) => comparison)
  const names = [...new Set(compared.flatMap(({ cpu }) => cpu.flatMap((side) => Object.keys(side))))]
  const rows = compared.map(({ name, cpu }) => ({
    path: name,
    all: cpu.map((side) => total(side).toFixed(0)).join(' / '),
    ...Object.fromEntries(
      names.map((process) => [process, cpu.map((side) => side[process]?.toFixed(0) ?? '–').join(' / ')]),
    ),
  }))
  return [
    ...tableLines({ title: 'Processor time in µs of one operation, new / old', rows }),
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
