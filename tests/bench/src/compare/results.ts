import { type CpuTimes, medianCpu, total } from '../measure/cpu.ts'
import { type Context, costsOf, idleCosts, type PreparedPath } from '../measure/operations.ts'
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

/** Results as Markdown: the verdicts, and the CPU time by process. */
export function resultsText(results: readonly Result[]): string {
  const compared = results.filter(({ comparison }) => comparison)
  const names = [...new Set(compared.flatMap(({ cpu }) => cpu.flatMap((side) => Object.keys(side))))]
  return [
    ...table([HEADINGS, ...results.map(verdictRow)]),
    '',
    'Processor time in µs of one operation by process, new / old:',
    '',
    ...table([
      ['path', ...names],
      ...compared.map(({ name, cpu }) => [name, ...names.map((process) => cell(cpu, process))]),
    ]),
  ].join('\n')
}

const HEADINGS = ['path', 'CPU µs new', 'CPU µs old', 'new : old', '95 % interval', 'rounds', 'verdict']

function verdictRow({ name, comparison, missing = 'nothing was measured', cpu, ratios }: Result): string[] {
  if (!comparison) {
    const reason = missing.replace(/[\s|]+/g, ' ').slice(0, 60)
    return [name, '–', '–', '–', '–', '–', `not in the older commit (${reason})`]
  }
  const { ratio, low, high, verdict } = comparison
  return [
    name,
    ...cpu.map((side) => whole(total(side))),
    `${ratio.toFixed(2)}×`,
    `${low.toFixed(2)}–${high.toFixed(2)}`,
    String(ratios.length),
    verdictText(verdict),
  ]
}

const cell = (cpu: readonly CpuTimes[], process: string) =>
  cpu.map((side) => (side[process] === undefined ? '–' : whole(side[process]))).join(' / ')

function table([headings = [], ...rows]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)]
}

const whole = (value: number) => (Math.round(value) || 0).toLocaleString('en')
