import type { Finding } from '../check.ts'
import { type Reading, WATCHED } from './samples.ts'
import { fit, grows, settled } from './slope.ts'

const MINUTES = 60
/** With fewer, no line can be fitted. */
export const MIN_MINUTES = 10

/** One line per process and metric with any value: first, last, and change per hour with its standard error. */
export function growthTable(minutes: readonly ReadonlyMap<string, Reading>[]): string {
  const present = eachSeries(minutes).filter(({ values }) => values.some((value) => value > 0))
  const rows = present.map(({ process, watched, values }) => {
    const { slope, error } = fitOf(values)
    const cells = [values[0], values.at(-1), slope * MINUTES, error * MINUTES].map((value) =>
      (value ?? 0).toFixed(1).padStart(12),
    )
    return `${process.padEnd(22)}${watched.name.padEnd(12)}${cells.join('')}  ${watched.unit}`.trimEnd()
  })
  const head = `${''.padEnd(34)}${['first', 'last', 'per hour', '±'].map((cell) => cell.padStart(12)).join('')}`
  return [head, ...rows].join('\n')
}

/** For each metric, whether it stays within its bound in every process; empty if the run was too short to tell. */
export function bounded(minutes: readonly ReadonlyMap<string, Reading>[]): Finding[] {
  if (minutes.length < MIN_MINUTES) return []
  const all = eachSeries(minutes)
  return WATCHED.map(({ name, unit, bound }) => {
    const series = all.filter(({ watched }) => watched.name === name)
    const isLevel = 'atMost' in bound
    const wrong = series.filter(({ values }) =>
      isLevel ? Math.max(...values) > bound.atMost : grows(fitOf(values), bound.perHour / MINUTES),
    )
    const claim = isLevel
      ? `is at most ${bound.atMost} ${unit}`
      : `grows by no more than ${bound.perHour} ${unit} an hour`
    return {
      claim: `${name} ${claim}`.replace('  ', ' '),
      checked: series.length,
      wrong: wrong.map(({ process }) => process),
    }
  })
}

function eachSeries(minutes: readonly ReadonlyMap<string, Reading>[]) {
  const processes = [...(minutes[0]?.keys() ?? [])]
  return processes.flatMap((process) =>
    WATCHED.map((watched) => ({
      process,
      watched,
      values: minutes.map((minute) => minute.get(process)?.get(watched.name) ?? 0),
    })),
  )
}

const fitOf = (values: readonly number[]) => fit(settled(values.map((y, x) => ({ x, y }))))
