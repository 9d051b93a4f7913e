import { cpus } from 'node:os'
import type { Benchmark, Check, Figure, Outcome, Row, Table } from './bench.ts'
import type { Cost } from './measure/compare.ts'
import type { CpuTimes } from './measure/cpu.ts'
import type { Series } from './measure/interleave.ts'
import { median } from './measure/statistics.ts'

/** The machine, and how a report was made. */
export interface Conditions {
  readonly date: string
  readonly node: string
  readonly processors: string
  /** Load average of the last minute before the run: near 0 on a quiet machine. */
  readonly load: number
  readonly generator: string
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  readonly mongodb: string
  readonly rabbitmq: string
}

export interface Report extends Outcome {
  readonly name: string
  readonly title: string
}

/** A report without what cannot be measured on this system (CPU time, outside Linux). */
export const reportOf = (
  { name, title }: Benchmark,
  { series, costs, figures, checks, rows, tables }: Outcome,
): Report => ({
  name,
  title,
  series,
  ...(costs && { costs }),
  figures: figures.filter(({ target, value }) => target || Number.isFinite(value)),
  checks,
  ...(rows && { rows }),
  ...(tables && { tables }),
})

/** Number and model of the CPUs. */
export function processors(): string {
  const all = cpus()
  return `${all.length} × ${all[0]?.model ?? 'unknown'}`
}

/** A report as text: a table of medians, the targets, the checks. */
export function reportText({ name, title, series, costs, figures, checks, rows, tables }: Report): string {
  const costOf = (row: Series) => costs?.find(({ subject }) => subject === row.subject)
  const summaries = series.map((row) => [...summaryRow(row), ...costCells(costOf(row))])
  const headings = costs ? [...HEADINGS, ...COST_HEADINGS] : HEADINGS
  return [
    `${name}: ${title}`,
    ...(summaries.length > 0 ? table([headings, ...summaries]) : []),
    ...(rows ? rowsText(rows) : []),
    ...(tables ?? []).flatMap(markdownTable),
    ...figures.map(figureText),
    ...checks.flatMap(checkText),
    '',
  ].join('\n')
}

const HEADINGS = ['', 'requests/s', 'lowest–highest', 'p50 ms', 'p99 ms', 'CPU µs/request']

function summaryRow({ subject, runs }: Series): string[] {
  const rates = runs.map(({ perSecond }) => perSecond)
  return [
    subject,
    whole(median(rates)),
    `${whole(Math.min(...rates))}–${whole(Math.max(...rates))}`,
    decimals(median(runs.map(({ p50Ms }) => p50Ms))),
    decimals(median(runs.map(({ p99Ms }) => p99Ms))),
    Object.entries(medianCpu(runs.map(({ cpu }) => cpu)))
      .map(([process, time]) => `${process} ${whole(time)}`)
      .join(', '),
  ]
}

const COST_HEADINGS = ['added µs', 'ratio']

const costCells = (cost: Cost | undefined): string[] =>
  cost ? [decimals(cost.addedUs), `${decimals(cost.ratio)}×`] : []

function medianCpu(times: readonly CpuTimes[]): CpuTimes {
  const processes = Object.keys(times[0] ?? {})
  return Object.fromEntries(processes.map((name) => [name, median(times.map((one) => one[name] ?? 0))]))
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = widthsOf(rows)
  return rows.map((row) =>
    `  ${row.map((cell, column) => (column === 0 || column === 5 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd(),
  )
}

function rowsText(rows: readonly Row[]): string[] {
  const all = cellsOf(rows)
  const widths = widthsOf(all)
  return all.map((row) =>
    `  ${row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')}`.trimEnd(),
  )
}

/** Padded to be readable in a terminal, too, with numbers aligned to the right. */
function markdownTable({ title, rows }: Table): string[] {
  const [headings = [], ...others] = cellsOf(rows)
  const widths = widthsOf([headings, ...others])
  const isText = headings.map((heading) => rows.every((row) => typeof row[heading] === 'string'))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (isText[at] ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (isText[at] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return ['', title, '', line(headings), line(rule), ...others.map(line), '']
}

/** The headings and the rows below them, as text. */
function cellsOf(rows: readonly Row[]): string[][] {
  const headings = Object.keys(rows[0] ?? {})
  const cellOf = (value: string | number | undefined) =>
    typeof value === 'number' ? decimals(value) : (value ?? '')
  return [headings, ...rows.map((row) => headings.map((heading) => cellOf(row[heading])))]
}

const widthsOf = (cells: readonly (readonly string[])[]): number[] =>
  (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))

function figureText({ what, value, unit, target }: Figure): string {
  const shown = unit === 'x' ? `${value.toFixed(2)}×` : `${decimals(value)} ${unit}`
  if (!target) return `  ${what}: ${shown}`
  const wanted = wantedText(unit, target)
  return `  ${what}: ${shown} (target ${wanted}: ${target.met ? 'met' : 'MISSED'})`
}

function wantedText(unit: Figure['unit'], { bound, isMost }: NonNullable<Figure['target']>): string {
  if (typeof bound !== 'number') return `${bound[0]} to ${bound[1]} ${unit}`
  if (unit === 'ms') return `under ${bound} ms`
  return `${isMost ? 'at most' : 'at least'} ${bound}${unit === 'x' ? '×' : ` ${unit}`}`
}

function checkText({ what, failures }: Check): string[] {
  if (failures.length === 0) return [`  ok: ${what}`]
  return [`  FAILED: ${what}`, ...failures.slice(0, 5).map((failure) => `    ${failure}`)]
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const decimals = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(Math.abs(value) < 10 ? 2 : 1))
