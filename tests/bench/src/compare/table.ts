import { total } from '../measure/compare.ts'
import type { CpuTimes } from '../measure/cpu.ts'
import type { Conditions } from '../report.ts'
import type { Result, Speed } from './results.ts'
import { verdictText } from './verdict.ts'

/** A comparison as Markdown: what was compared, the verdicts, CPU time by process. */
export function comparisonText(conditions: Conditions, results: readonly Result[]): string {
  return [
    ...Object.entries(conditions).map(([name, value]) => `- ${name}: ${value}`),
    '',
    ...table([HEADINGS, ...results.map(verdictRow)]),
    '',
    'Processor time in µs of one operation by process, new / old:',
    '',
    ...processTable(results),
    '',
  ].join('\n')
}

const HEADINGS = [
  ...['path', 'CPU µs new', 'CPU µs old', 'new : old', '95 % interval', 'rounds', 'verdict'],
  ...['per second new / old', 'p50 ms new / old', 'p99 ms new / old'],
]

function verdictRow({ name, comparison, missing, cpu, ratios, speed }: Result): string[] {
  if (!comparison)
    return [name, '–', '–', '–', '–', '–', `not in the older commit (${reason(missing)})`, '–', '–', '–']
  const { ratio, low, high, verdict } = comparison
  return [
    name,
    whole(total(cpu.new)),
    whole(total(cpu.old)),
    `${ratio.toFixed(2)}×`,
    `${low.toFixed(2)}–${high.toFixed(2)}`,
    String(ratios.length),
    verdictText(verdict),
    ...speedCells(speed),
  ]
}

/** One line, short enough for a table cell. */
const reason = (missing = 'nothing was measured') => missing.replace(/[\s|]+/g, ' ').slice(0, 60)

function speedCells(speed: Result['speed']): string[] {
  const both = (text: (speed: Speed) => string) => (speed ? `${text(speed.new)} / ${text(speed.old)}` : '–')
  return [
    both(({ perSecond }) => whole(perSecond)),
    both(({ p50Ms }) => p50Ms.toFixed(1)),
    both(({ p99Ms }) => p99Ms.toFixed(1)),
  ]
}

function processTable(results: readonly Result[]): string[] {
  const compared = results.filter(({ comparison }) => comparison)
  const names = [
    ...new Set(compared.flatMap(({ cpu }) => [...Object.keys(cpu.new), ...Object.keys(cpu.old)])),
  ]
  const rows = compared.map(({ name, cpu }) => [
    name,
    ...names.map((process) => `${cell(cpu.new, process)} / ${cell(cpu.old, process)}`),
  ])
  return table([['path', ...names], ...rows])
}

const cell = (cpu: CpuTimes, process: string) => (cpu[process] === undefined ? '–' : whole(cpu[process]))

function table([headings = [], ...rows]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)]
}

const whole = (value: number) => (Math.round(value) || 0).toLocaleString('en')
