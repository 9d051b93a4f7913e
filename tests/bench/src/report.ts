import { cpus } from 'node:os'
import type { Benchmark, Check, Figure, Outcome, Row, Table } from './bench.ts'
import type { CpuTimes } from './measure/cpu.ts'
import type { Series } from './measure/interleave.ts'
import { median } from './measure/statistics.ts'

/** The machine, and how a report was made, by name. */
export type Conditions = Readonly<Record<string, string | number>>

export interface Report extends Outcome {
  readonly name: string
  readonly title: string
}

/** A report without what cannot be measured on this system (CPU time, outside Linux). */
export const reportOf = ({ name, title }: Benchmark, outcome: Outcome): Report => ({
  ...{ name, title, ...outcome },
  figures: outcome.figures.filter(({ target, value }) => target || Number.isFinite(value)),
})

/** Number and model of the CPUs. */
export function processors(): string {
  const all = cpus()
  return `${all.length} × ${all[0]?.model ?? 'unknown'}`
}

/** A report as text: a table of medians, other tables, the targets, the checks. */
export function reportText({ name, title, series, figures, checks, tables = [] }: Report): string {
  const summary = { title: 'Medians of the rounds', rows: series.map(summaryRow) }
  return [
    `${name}: ${title}`,
    ...(series.length > 0 ? [summary, ...tables] : tables).flatMap(markdownTable),
    ...figures.map(figureText),
    ...checks.flatMap(checkText),
    '',
  ].join('\n')
}

function summaryRow({ subject, runs }: Series): Row {
  const rates = runs.map(({ perSecond }) => perSecond)
  return {
    subject,
    'requests/s': whole(median(rates)),
    'lowest–highest': `${whole(Math.min(...rates))}–${whole(Math.max(...rates))}`,
    'p50 ms': median(runs.map(({ p50Ms }) => p50Ms)),
    'p99 ms': median(runs.map(({ p99Ms }) => p99Ms)),
    'CPU µs/request': Object.entries(medianCpu(runs.map(({ cpu }) => cpu)))
      .map(([process, time]) => `${process} ${whole(time)}`)
      .join(', '),
  }
}

function medianCpu(times: readonly CpuTimes[]): CpuTimes {
  const processes = Object.keys(times[0] ?? {})
  return Object.fromEntries(processes.map((name) => [name, median(times.map((one) => one[name] ?? 0))]))
}

/** Padded to be readable in a terminal, too, with numbers aligned to the right. */
function markdownTable({ title, rows }: Table): string[] {
  const headings = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => headings.map((heading) => cellText(row[heading])))
  const isText = headings.map((heading) => rows.every((row) => typeof row[heading] === 'string'))
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (isText[at] ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (isText[at] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return ['', title, '', line(headings), line(rule), ...cells.map(line), '']
}

const cellText = (value: string | number | undefined): string =>
  typeof value === 'number' ? decimals(value) : (value ?? '')

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
