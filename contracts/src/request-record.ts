import { z } from 'zod'
import { defineEvent } from './events/define-event.ts'
import { idOf } from './ids.ts'
import { jsonValue } from './json-value.ts'
import { errorCodeSchema } from './problem.ts'
import type { ServiceName } from './services.ts'
import { timestamp } from './text.ts'

/** Replaces personal values (names, phone numbers, notes), which the audit trail must not keep. */
export const PERSONAL = '[personal]'

/** Changed fields with their values before and after; personal ones as {@link PERSONAL}. */
export const fieldChangesSchema = z.record(
  z.string(),
  z.object({
    before: jsonValue.describe('Its value before; null: it had none'),
    after: jsonValue.describe('Its value after; null: it has none'),
  }),
)

export type FieldChanges = z.infer<typeof fieldChangesSchema>

/**
 * What a service adds to the audit trail beyond what the gateway sees: JSON in base64url in the header
 * `x-usher-audit`, which the gateway removes.
 */
export const auditNoteSchema = z.object({
  organization_id: idOf('organization')
    .optional()
    .meta({ description: 'Whom it concerns, where the request needed no credential' }),
  actor: z.string().optional().meta({ description: 'Who acted, where the request needed no credential' }),
  resource: z.string().optional().meta({ description: 'Identifier of what was acted on' }),
  changes: fieldChangesSchema.optional(),
})

export type AuditNote = z.infer<typeof auditNoteSchema>

/** The actor of a request without a credential, unless the service names one. */
export const ANONYMOUS = 'anonymous'

/** What stands between an actor and the API: `mcp`, where it is an agent that uses the MCP server. */
export const auditVia = z.enum(['mcp'])

/** One request of an organisation, as the gateway saw it: for usage and the audit trail. */
export const requestRecordSchema = z.object({
  request_id: z.string(),
  at: timestamp.meta({ description: 'When the answer was complete' }),
  organization_id: idOf('organization'),
  actor: z.string().meta({ description: 'API key, member or OAuth client' }),
  operation: z.string().meta({ description: 'Identifier of the operation' }),
  method: z.string(),
  status: z.int(),
  code: errorCodeSchema.nullable(),
  duration_ms: z.number().nonnegative(),
  bytes_in: z.int().nonnegative().meta({ description: 'Bytes of the body' }),
  bytes_out: z.int().nonnegative().meta({ description: 'Bytes of the body of the answer' }),
  path_id: z.string().nullable().default(null).meta({
    description: 'Identifier that the path names as {id}; null where it has none that is one of ours',
  }),
  replayed: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the answer was one under an idempotency key' }),
  version: z
    .string()
    .optional()
    .meta({ description: 'Dated version of the API; absent where none was known' }),
  audit: z
    .object({
      resource: z.string().nullable(),
      changes: fieldChangesSchema,
      address: z.string().nullable(),
      user_agent: z.string().nullable(),
      on_behalf_of: idOf('member')
        .exactOptional()
        .meta({ description: 'Who let the application act; absent: nobody, or no application' }),
      via: auditVia.exactOptional().meta({ description: 'Absent: by the API itself' }),
    })
    .nullable()
    .meta({ description: 'For the audit trail; null where the request could change nothing' }),
})

export type RequestRecord = z.infer<typeof requestRecordSchema>

/** Requests of one organisation, credential and operation with one status that ended in one minute. */
const requestCountSchema = z.object({
  minute: timestamp.meta({ description: 'When the minute began' }),
  actor: z.string(),
  operation: z.string(),
  status: z.int(),
  version: z.string().optional().meta({ description: 'Dated version of the API' }),
  requests: z.int().positive(),
  bytes_in: z.int().nonnegative(),
  bytes_out: z.int().nonnegative(),
  latency: z
    .record(z.string(), z.int().positive())
    .meta({ description: 'Requests by bucket of latency (DDSketch, 2 % relative error)' }),
})

export type RequestCount = z.infer<typeof requestCountSchema>

/** Single requests listed in one event at most, besides those for the audit trail. */
const MAX_SAMPLES = 200

/** Requests of one organisation that a gateway served, but could not record while the broker was away. */
export const lostRequestsSchema = z.object({
  requests: z.int().positive().meta({ description: 'All of them, reads included' }),
  audited: z.int().nonnegative().meta({ description: 'Those of them that are for the audit trail' }),
  from: timestamp.meta({ description: 'When the first of them ended' }),
  until: timestamp.meta({ description: 'When the last of them ended' }),
})

export type LostRequests = z.infer<typeof lostRequestsSchema>

/** Requests of one organisation served by a gateway: each is a record, part of the counts, or lost. */
export const requestsRecorded = defineEvent({
  type: 'requests.recorded',
  version: 1,
  producer: 'gateway',
  summary: 'A gateway has served requests of an organisation',
  data: z.object({
    records: z
      .array(requestRecordSchema)
      .max(1000)
      .meta({ description: 'Those that are for the audit trail, in the order in which they ended' }),
    counts: z.array(requestCountSchema).max(1000).default([]).meta({ description: 'All others' }),
    samples: z
      .array(requestRecordSchema)
      .max(MAX_SAMPLES)
      .default([])
      .meta({ description: 'Of those that are counted some, or all, for the log of requests' }),
    lost: lostRequestsSchema.optional().meta({ description: 'Those of which nothing else is known' }),
  }),
})

const acceptedChange = z.object({
  operation: z.string().meta({ description: 'Identifier of the operation' }),
  resource: z.string().nullable().meta({ description: 'Identifier of what was changed' }),
  changes: fieldChangesSchema,
})

/** A service has accepted a change that no other event announces, so that it is audited even if its gateway was killed. */
export const changeAcceptedBy = (producer: ServiceName) =>
  defineEvent({
    type: 'change.accepted',
    version: 1,
    producer,
    summary: 'A service has accepted a change that no other event announces',
    data: acceptedChange,
  })

/** As consumed, whatever the producer. */
export const changeAccepted = changeAcceptedBy('accounts')
