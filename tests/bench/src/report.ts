import { cpus } from 'node:os'
import type { Benchmark, Check, Figure, Outcome, Table } from './bench.ts'

/** The circumstances of a run, as a list: the date, Node and the processors first. */
export function conditionsText(more: Readonly<Record<string, string | number | undefined>>): string {
  const all = cpus()
  const processors = `${all.length} × ${all[0]?.model ?? 'unknown'}`
  const conditions = { date: new Date().toISOString(), node: process.version, processors, ...more }
  return Object.entries(conditions)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n')
}

/** A report as text: tables, figures with their targets, checks. */
export function reportText({ name, title }: Benchmark, { tables, figures, checks }: Outcome): string {
  return [
    `${name}: ${title}`,
    ...tables.flatMap(tableLines),
    // CPU time cannot be measured outside Linux.
    ...figures.filter(({ target, value }) => target || Number.isFinite(value)).map(figureText),
    ...checks.flatMap(checkLines),
    '',
  ].join('\n')
}

/** A table as Markdown, padded to be readable in a terminal, too, with numbers aligned to the right. */
export function tableLines({ title, rows }: Table): string[] {
  const headings = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => headings.map((heading) => cellText(row[heading])))
  const isText = headings.map((heading) => rows.every((row) => typeof row[heading] === 'string'))
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const pad = (cell: string, at: number) =>
    isText[at] ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  const line = (row: readonly string[]) => `| ${row.map(pad).join(' | ')} |`
  const rule = widths.map((width, at) => (isText[at] ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return ['', title, '', line(headings), line(rule), ...cells.map(line), '']
}

const cellText = (value: string | number | undefined): string =>
  typeof value === 'number' ? decimals(value) : (value ?? '')

function figureText({ what, value, unit, target }: Figure): string {
  const shown = `${unit === '×' ? value.toFixed(2) : decimals(value)}${unit}`
  if (!target) return `  ${what}: ${shown}`
  return `  ${what}: ${shown} (target ${target.text}: ${target.met ? 'met' : 'MISSED'})`
}

function checkLines({ what, failures }: Check): string[] {
  if (failures.length === 0) return [`  ok: ${what}`]
  return [`  FAILED: ${what}`, ...failures.slice(0, 5).map((failure) => `    ${failure}`)]
}

const decimals = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(Math.abs(value) < 10 ? 2 : 1))
