import { operations, type Usage, type UsageDimension, type UsageQuery } from '@usher/contracts'
import { csvRows, csvStart, type OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { periodOf } from './period.ts'
import { MAX_COUNTS, sumUsage } from './usage-report.ts'
import type { CountFilter } from './usage-store.ts'

/** Routes for usage. */
export function usageRoutes({ usage, usageLosses, clock }: ServiceContext, { on }: OperationRouter): void {
  on(operations.getUsage, async ({ query, caller, accepts }) => {
    const now = clock.now()
    const period = periodOf(query, now)
    const groupBy = query.group_by ?? []
    const counts = usage.read(filterOf(query, caller.organization_id), period, MAX_COUNTS + 1)
    const isTotal = query.interval === 'total'
    const sums = await sumUsage(counts, { groupBy, startOf: ({ start }) => (isTotal ? period.from : start) })
    if (wantsCsv(query, accepts)) {
      return {
        text: csvStart(query.bom) + usageCsv(sums, groupBy),
        headers: { 'content-disposition': 'attachment; filename="usage.csv"' },
      }
    }
    const { from, to } = period
    const lost = await usageLosses.sumOf(caller.organization_id, period)
    return {
      body: { ...sums, lost, from: from.toISOString(), to: to.toISOString(), as_of: now.toISOString() },
    }
  })
}

/** The query parameter takes precedence over the header, so that a link can request CSV. */
const wantsCsv = ({ format }: UsageQuery, accepts: (...types: string[]) => string | false): boolean =>
  format === undefined ? accepts('application/json', 'text/csv') === 'text/csv' : format === 'csv'

const filterOf = ({ actor, operation, status }: UsageQuery, organizationId: string): CountFilter => ({
  organization_id: organizationId,
  ...(actor !== undefined && { actor }),
  ...(operation !== undefined && { operation }),
  ...(status !== undefined && { status }),
})

/** Formats usage rows as CSV. */
function usageCsv({ data }: Pick<Usage, 'data'>, groupBy: readonly UsageDimension[]): string {
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
