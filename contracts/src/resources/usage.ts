import { z } from 'zod'
import { nameList } from '../name-list.ts'
import { wholeNumber } from '../page.ts'
import { csvBom, instant, timestamp } from '../text.ts'
import { NEWEST_API_VERSION } from '../versions/api-versions.ts'

export const USAGE_INTERVALS = ['minute', 'hour', 'day', 'total'] as const

export type UsageInterval = (typeof USAGE_INTERVALS)[number]

const USAGE_DIMENSIONS = ['actor', 'operation', 'status', 'version'] as const

export type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

export const usageQuery = z.strictObject({
  from: instant
    .optional()
    .meta({ description: 'Start, taken back to that of its interval; left out: 24 hours before the end' }),
  to: instant
    .optional()
    .meta({ description: 'End, not included, taken on to that of its interval; left out: now' }),
  interval: z.enum(USAGE_INTERVALS).default('hour').meta({
    description: 'minute: up to a day, kept 14 days; hour: up to 31 days, kept 400 days; day: kept 3 years',
  }),
  group_by: nameList(USAGE_DIMENSIONS)
    .optional()
    .meta({ description: 'Any of actor, operation, status and version, joined by commas: a row for each' }),
  actor: z.string().min(1).max(100).optional().meta({ description: 'Only of this API key or member' }),
  operation: z.string().min(1).max(100).optional().meta({ description: 'Only of this operation' }),
  status: wholeNumber(100, 599).optional().meta({ description: 'Only with this status' }),
  format: z.enum(['json', 'csv']).optional().meta({
    description: 'csv: the rows as RFC 4180, as with the header Accept: text/csv; `lost` is in JSON alone',
  }),
  bom: csvBom,
})

const percentile = (share: number) =>
  z.number().nullable().describe(`Milliseconds in which ${share} % of the requests were answered`)

const figures = {
  requests: z.int().describe('Answered requests'),
  errors: z.int().meta({ description: 'Requests with a status of 400 or above' }),
  bytes_in: z.int().meta({ description: 'Bytes of the bodies of requests' }),
  bytes_out: z.int().meta({ description: 'Bytes of the bodies of answers' }),
  latency_ms: z
    .object({ p50: percentile(50), p95: percentile(95), p99: percentile(99) })
    .meta({ description: 'Percentiles to within 2 %; null where there was no request' }),
}

/** Requests that were answered, but lost before they were counted. */
const lostUsageSchema = z.object({
  requests: z.int().positive().describe('How many'),
  from: timestamp.meta({ description: 'When the first of them ended' }),
  until: timestamp.meta({ description: 'When the last of them ended' }),
})

export const usageSchema = z
  .object({
    data: z
      .array(
        z.object({
          start: timestamp,
          actor: z.string().optional().meta({ description: 'API key, member or OAuth client' }),
          operation: z.string().optional().describe('Operation id, such as addGuest'),
          status: z.int().optional().describe('HTTP status'),
          version: z
            .string()
            .optional()
            .meta({
              description: 'Dated version of the API; absent: not known',
              examples: [NEWEST_API_VERSION],
            }),
          ...figures,
        }),
      )
      .meta({ description: 'By time; intervals without a request are left out' }),
    totals: z.object(figures).describe('Of the whole time asked for'),
    lost: lostUsageSchema.nullable().meta({
      description:
        'Requests of about this time that are in none of the figures, whichever filters are set; null: none are known of',
    }),
    from: timestamp.meta({ description: 'Start of the first interval' }),
    to: timestamp.meta({ description: 'End of the last interval' }),
    as_of: timestamp.meta({ description: 'Requests of the last seconds before may be missing' }),
  })
  .meta({ id: 'Usage' })

export type UsageQuery = z.infer<typeof usageQuery>

export type Usage = z.infer<typeof usageSchema>
