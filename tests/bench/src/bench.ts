import { cpus } from 'node:os'
import type { Log, Servers } from './local.ts'

export interface Bench {
  /** Starts MongoDB and RabbitMQ when a benchmark first needs them. */
  readonly servers: () => Promise<Servers>
  /** Folder for everything the run writes; removed afterwards. */
  readonly home: string
  readonly seconds: number
  readonly rounds: number
  /** Venue files to simulate instead of the ones included. */
  readonly venues: readonly string[]
  /** Seeds of simulations instead of the usual ones. */
  readonly seeds: readonly number[]
  readonly log: Log
  readonly signal: AbortSignal
}

export interface Benchmark {
  readonly name: string
  readonly title: string
  /** @param cleanup stops what the benchmark starts */
  run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome>
}

export interface Outcome {
  readonly tables: readonly Table[]
  readonly figures: readonly Figure[]
  readonly checks: readonly Check[]
}

export interface Table {
  readonly title: string
  readonly rows: readonly Row[]
}

export type Row = Readonly<Record<string, string | number>>

/** A measured value, with its target if it has one. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: '×' | ' ms' | ' %'
  readonly target?: { readonly text: string; readonly met: boolean }
}

/** Something that must hold at any speed. */
export interface Check {
  readonly what: string
  readonly failures: readonly string[]
}

export const times = (what: string, value: number): Figure => ({ what, value, unit: '×' })

const targeted = (what: string, value: number, unit: Figure['unit'], text: string, met: boolean): Figure => ({
  what,
  value,
  unit,
  target: { text: `${text}${unit}`, met },
})

export const atLeast = (what: string, value: number, bound: number, unit: Figure['unit'] = '×') =>
  targeted(what, value, unit, `at least ${bound}`, value >= bound)

export const atMost = (what: string, value: number, bound: number, unit: Figure['unit']) =>
  targeted(what, value, unit, `at most ${bound}`, value <= bound)

/** A time in ms. */
export const below = (what: string, value: number, bound: number) =>
  targeted(what, value, ' ms', `under ${bound}`, value < bound)

export const percentWithin = (what: string, value: number, from: number, to: number) =>
  targeted(what, value, ' %', `${from} to ${to}`, value >= from && value <= to)

/** The circumstances of a run, as a list: the date, Node and the processors first. */
export function conditionsText(more: Readonly<Record<string, string | number | undefined>>): string {
  const processors = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const conditions = { date: new Date().toISOString(), node: process.version, processors, ...more }
  const lines = Object.entries(conditions).map(([name, value]) => `- ${name}: ${value}`)
  return lines.join('\n')
}

export function reportText({ name, title }: Benchmark, { tables, figures, checks }: Outcome): string {
  return [
    `${name}: ${title}`,
    ...tables.map(tableText),
    // CPU time cannot be measured outside Linux.
    ...figures.filter(({ target, value }) => target || Number.isFinite(value)).map(figureText),
    ...checks.flatMap(({ what, failures }) => [
      `  ${failures.length === 0 ? 'ok' : 'FAILED'}: ${what}`,
      ...failures.slice(0, 5).map((failure) => `    ${failure}`),
    ]),
    '',
  ].join('\n')
}

/** A table as Markdown, padded to be readable in a terminal, too, with numbers aligned to the right. */
export function tableText({ title, rows }: Table): string {
  const columns = Object.keys(rows[0] ?? {}).map((heading) => {
    const cells = [heading, ...rows.map((row) => cellText(row[heading]))]
    const width = Math.max(...cells.map(({ length }) => length))
    const isText = rows.every((row) => typeof row[heading] === 'string')
    const padded = cells.map((cell) => (isText ? cell.padEnd(width) : cell.padStart(width)))
    return padded.toSpliced(1, 0, isText ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)
  })
  const lines = (columns[0] ?? []).map((_, i) => `| ${columns.map((cells) => cells[i]).join(' | ')} |`)
  return ['', title, '', ...lines, ''].join('\n')
}

const cellText = (value: string | number | undefined): string =>
  typeof value === 'number' ? decimals(value) : (value ?? '')

function figureText({ what, value, unit, target }: Figure): string {
  const shown = `${unit === '×' ? value.toFixed(2) : decimals(value)}${unit}`
  if (!target) return `  ${what}: ${shown}`
  return `  ${what}: ${shown} (target ${target.text}: ${target.met ? 'met' : 'MISSED'})`
}

const decimals = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(Math.abs(value) < 10 ? 2 : 1))
