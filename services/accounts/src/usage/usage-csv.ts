import type { Usage, UsageDimension } from '@usher/contracts'
import { csvRows } from '@usher/service-kit'

/** Formats usage rows as CSV. */
export function usageCsv({ data }: Pick<Usage, 'data'>, groupBy: readonly UsageDimension[]): string {
  const rows = data.map(
    ({ latency_ms: { p50, p95, p99 }, ...row }): Record<string, unknown> => ({
      ...row,
      p50_ms: p50,
      p95_ms: p95,
      p99_ms: p99,
    }),
  )
  const figures = ['requests', 'errors', 'bytes_in', 'bytes_out', 'p50_ms', 'p95_ms', 'p99_ms']
  const columns = ['start', ...groupBy, ...figures]
  return csvRows([columns, ...rows.map((row) => columns.map((column) => row[column]))])
}
