import { z } from 'zod'
import { idOf } from '../ids.ts'
import { errorCodeSchema } from '../problem.ts'
import { auditVia, fieldChangesSchema } from '../request-record.ts'
import { timestamp } from '../text.ts'

/** Action of the record that stands for requests the gateway could not record. */
export const REQUESTS_LOST = 'requests.lost'

export const AUDIT_OUTCOMES = ['accepted', 'refused', 'failed'] as const

export const auditOutcomeSchema = z.enum(AUDIT_OUTCOMES).meta({
  id: 'AuditOutcome',
  description:
    'accepted: done; refused: not allowed or not possible; failed: without an answer, so that it may have been done',
})

export const auditRecordSchema = z
  .object({
    id: idOf('auditRecord'),
    number: z.int().min(1).meta({ description: 'Place in the chain of the organisation: 1, 2, 3 …' }),
    at: timestamp.meta({ description: 'When it was done' }),
    actor: z.string().meta({ description: 'API key, member, OAuth client, operator or system' }),
    action: z.string().meta({
      description: `Operation; the event where only that is known; ${REQUESTS_LOST}: the trail lacks requests, as \`changes\` tells (how many, from, until)`,
    }),
    outcome: auditOutcomeSchema,
    status: z.int().nullable().meta({ description: 'HTTP status of the answer' }),
    code: errorCodeSchema.nullable().describe('Code of the refusal; null: it was done'),
    resource: z.string().nullable().meta({ description: 'Identifier of what was acted on' }),
    changes: fieldChangesSchema.meta({ description: 'Changed fields, with [personal] for data of people' }),
    address: z.string().nullable().meta({ description: 'Network address it came from' }),
    user_agent: z.string().nullable().describe('Browser or program; null: it said nothing'),
    on_behalf_of: idOf('member')
      .nullable()
      .meta({ description: 'The member who let the application act; null: nobody, or no application' }),
    via: auditVia.nullable().meta({ description: 'mcp: an agent did it, with a tool; null: by the API' }),
    request_id: z.string().describe('As in the header X-Request-Id'),
    duration_ms: z.number().nullable().describe('How long it took; null: not known'),
    key_id: z.string().meta({ description: 'Key that the hash is made with' }),
    previous_hash: z.string().describe('Hash of the record before; zeros for the first'),
    hash: z.string().meta({ description: 'HMAC-SHA256 over the record and the hash before it' }),
  })
  .meta({ id: 'AuditRecord' })

/** As shown to staff; exports contain the records as stored. */
export const listedAuditRecordSchema = auditRecordSchema
  .extend({
    actor_name: z
      .string()
      .nullable()
      .meta({ description: 'What the actor is called now; null: gone, or without a name' }),
    on_behalf_of_name: z
      .string()
      .nullable()
      .meta({ description: 'What the member is called now; null: gone, or nobody' }),
  })
  .meta({ id: 'ListedAuditRecord' })

export type AuditRecordView = z.infer<typeof auditRecordSchema>
