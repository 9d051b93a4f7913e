import type { Usage, UsageDimension } from '@usher/contracts'
import { stringify } from 'csv-stringify/sync'

/**
 * The rows of usage as CSV (RFC 4180). A field that a spreadsheet would take for a formula is led by an
 * apostrophe (OWASP, "CSV Injection").
 */
export function usageCsv({ data }: Pick<Usage, 'data'>, groupBy: readonly UsageDimension[]): string {
  const rows = data.map(({ latency_ms: { p50, p95, p99 }, ...row }) => ({
    ...row,
    p50_ms: p50,
    p95_ms: p95,
    p99_ms: p99,
  }))
  const figures = ['requests', 'errors', 'bytes_in', 'bytes_out', 'p50_ms', 'p95_ms', 'p99_ms']
  return stringify(rows, {
    header: true,
    columns: ['start', ...groupBy, ...figures],
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}
