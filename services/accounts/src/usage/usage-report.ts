import type { Usage, UsageDimension } from '@usher/contracts'
import { ProblemError, percentiles } from '@usher/service-kit'
import { addCount, type UsageCount } from './count.ts'

/** Maximum rows in a response. */
export const MAX_ROWS = 10_000

/** Maximum counts aggregated for a response; each takes some microseconds. */
export const MAX_COUNTS = 200_000

interface Grouping {
  readonly groupBy: readonly UsageDimension[]
  /** Start of the row of a count: its interval, or the whole period. */
  readonly startOf: (count: UsageCount) => Date
}

type Sum = Pick<UsageCount, 'requests' | 'bytes_in' | 'bytes_out' | 'latency'> & { errors: number }

interface Row extends Sum {
  readonly start: Date
  readonly actor?: string
  readonly operation?: string
  readonly status?: number
  readonly version?: string
}

/**
 * Aggregates counts to the rows of a response.
 *
 * @throws ProblemError `validation_failed` if there are too many
 */
export async function sumUsage(
  counts: AsyncIterable<UsageCount>,
  { groupBy, startOf }: Grouping,
): Promise<Pick<Usage, 'data' | 'totals'>> {
  const rows = new Map<string, Row>()
  const totals = newSum()
  let read = 0
  for await (const count of counts) {
    read += 1
    const start = startOf(count)
    const key = [start.getTime(), ...groupBy.map((name) => count[name])].join(' ')
    const row = rows.get(key) ?? newRow(start, count, groupBy)
    rows.set(key, row)
    if (rows.size > MAX_ROWS || read > MAX_COUNTS) throw tooMuch(groupBy)
    add(row, count)
    add(totals, count)
  }
  return { data: [...rows.values()].sort(byTime(groupBy)).map(presentRow), totals: figuresOf(totals) }
}

const newSum = (): Sum => ({ requests: 0, errors: 0, bytes_in: 0, bytes_out: 0, latency: {} })

const newRow = (start: Date, count: UsageCount, groupBy: readonly UsageDimension[]): Row => ({
  start,
  ...Object.fromEntries(groupBy.map((name) => [name, count[name]])),
  ...newSum(),
})

function add(sum: Sum, count: UsageCount): void {
  addCount(sum, count)
  if (count.status >= 400) sum.errors += count.requests
}

const byTime = (groupBy: readonly UsageDimension[]) => (a: Row, b: Row) => {
  if (a.start.getTime() !== b.start.getTime()) return a.start.getTime() - b.start.getTime()
  const different = groupBy.find((name) => a[name] !== b[name])
  return different && String(a[different]) < String(b[different]) ? -1 : 1
}

const presentRow = ({ start, requests, errors, bytes_in, bytes_out, latency, ...group }: Row) => ({
  start: start.toISOString(),
  ...group,
  ...figuresOf({ requests, errors, bytes_in, bytes_out, latency }),
})

function figuresOf({ latency, ...sums }: Sum): Usage['totals'] {
  const [p50 = null, p95 = null, p99 = null] = percentiles(latency, [0.5, 0.95, 0.99])
  return { ...sums, latency_ms: { p50, p95, p99 } }
}

function tooMuch(groupBy: readonly UsageDimension[]): ProblemError {
  const ways = ['ask for a shorter time', 'take a longer interval', 'filter by actor, operation or status']
  if (groupBy.length > 0) ways.splice(2, 0, 'group by fewer')
  return new ProblemError(
    'validation_failed',
    `The response would be too long (more than ${MAX_ROWS} rows or ${MAX_COUNTS} counts): ${ways.join(', or ')}.`,
  )
}
