import type { RequestCount, RequestRecord } from '@usher/contracts'
import { addHistogram, bucketOf, type LatencyHistogram } from '@usher/service-kit'
import { type Granularity, startOf } from './period.ts'

/** Identifies a count. */
interface CountKey {
  readonly organization_id: string
  readonly start: Date
  readonly actor: string
  readonly operation: string
  readonly status: number
  /** Dated version of the API, if known. */
  readonly version?: string | undefined
}

/** Number of requests per organisation, credential, operation, status and interval. */
export interface UsageCount extends CountKey {
  /** The key as text, for upserts by id. */
  readonly _id: string
  requests: number
  bytes_in: number
  bytes_out: number
  readonly latency: LatencyHistogram
}

const keyText = ({ organization_id, start, actor, operation, status, version }: CountKey): string =>
  [organization_id, start.getTime(), actor, operation, status, ...(version ? [version] : [])].join(' ')

/** Requests of one organisation, as recorded by a gateway. */
export interface Recorded {
  readonly organizationId: string
  readonly records: readonly RequestRecord[]
  readonly counts: readonly RequestCount[]
}

/** Counts requests per minute, by the minute in which they ended, however late they are reported. */
export const countRequests = (recorded: readonly Recorded[]): UsageCount[] =>
  sumUp(
    recorded.flatMap(({ organizationId, records, counts }) => [
      ...records.map((record) => countOf(record)),
      ...counts.map((count) => usageOf(organizationId, count)),
    ]),
  )

function usageOf(organization_id: string, { minute, ...count }: RequestCount): UsageCount {
  const counted = { ...count, organization_id, start: startOf('minute', new Date(minute)) }
  return { _id: keyText(counted), ...counted }
}

/** Aggregates counts to a longer interval. */
export const rollUp = (counts: readonly UsageCount[], granularity: Granularity): UsageCount[] =>
  sumUp(
    counts.map((count) => {
      const moved = { ...count, start: startOf(granularity, count.start) }
      return { ...moved, _id: keyText(moved) }
    }),
  )

function countOf({ organization_id, at, actor, operation, status, ...facts }: RequestRecord): UsageCount {
  const { bytes_in, bytes_out, duration_ms, version } = facts
  const start = startOf('minute', new Date(at))
  const key = { organization_id, start, actor, operation, status, ...(version && { version }) }
  const latency = { [bucketOf(duration_ms)]: 1 }
  return { _id: keyText(key), ...key, requests: 1, bytes_in, bytes_out, latency }
}

function sumUp(counts: readonly UsageCount[]): UsageCount[] {
  const sums = new Map<string, UsageCount>()
  for (const count of counts) {
    const sum = sums.get(count._id)
    if (sum) addCount(sum, count)
    else sums.set(count._id, { ...count, latency: { ...count.latency } })
  }
  return [...sums.values()]
}

/** Adds the figures of a count to a sum. */
export function addCount(
  sum: Pick<UsageCount, 'requests' | 'bytes_in' | 'bytes_out' | 'latency'>,
  { requests, bytes_in, bytes_out, latency }: UsageCount,
): void {
  sum.requests += requests
  sum.bytes_in += bytes_in
  sum.bytes_out += bytes_out
  addHistogram(sum.latency, latency)
}
