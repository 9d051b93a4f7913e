import type { Finding } from './check.ts'
import type { ClientLog, ClientRequest, Failure } from './client-log.ts'

/** What clients saw of a fault. */
export interface FaultResult {
  readonly name: string
  /** Milliseconds: start and end of the fault, and the time of the last failure. */
  readonly from: number
  readonly over: number
  readonly calmAt: number
  readonly failures: readonly Failure[]
  readonly done: readonly ClientRequest[]
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/**
 * One line per fault. `recovered`: seconds from the end of the fault to the last failed try, 0 if none came after it.
 */
export function faultTable(struck: readonly FaultResult[], withHead = true): string {
  const head = row(
    'fault',
    'lasted s',
    'done',
    'failed tries',
    'recovered s',
    'longest answer s',
    'what failed',
  )
  const lines = struck.map(({ name, from, over, failures, done }) => {
    const last = Math.max(over, ...failures.map(({ at }) => at))
    const longest = Math.max(0, ...done.map(({ startedAt, endedAt }) => endedAt - startedAt))
    return row(
      name,
      seconds(over - from),
      String(done.length),
      String(failures.length),
      seconds(last - over),
      seconds(longest),
      counts(failures),
    )
  })
  return [...(withHead ? [head] : []), ...lines].join('\n')
}

/** The final responses to clients. */
export function outcomes({ done }: ClientLog): string {
  const all = Map.groupBy(done, ({ kind, status }) => `${kind} ${status}`)
  return `answers: ${[...all].map(([what, { length }]) => `${what}: ${length}`).join(', ')}`
}

function counts(failures: readonly Failure[]): string {
  const all = Map.groupBy(failures, ({ what }) => what)
  return [...all].map(([what, { length }]) => `${length} × ${what}`).join(', ')
}

function row(name: string, ...cells: string[]): string {
  const last = cells.pop() ?? ''
  return `${name.padEnd(34)}${cells.map((cell) => cell.padStart(17)).join('')}  ${last}`.trimEnd()
}

/** One line per claim, with what contradicts it. */
export function findingTable(findings: readonly Finding[]): string {
  return findings
    .map(({ claim, checked, wrong }) => {
      const verdict = wrong.length === 0 ? 'ok    ' : 'FAILED'
      const examples = wrong.length === 0 ? '' : `: ${wrong.slice(0, 5).join(', ')}`
      return `${verdict}  ${claim} (${checked} checked${wrong.length ? `, ${wrong.length} wrong` : ''})${examples}`
    })
    .join('\n')
}
