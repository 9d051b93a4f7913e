import { z } from 'zod'
import { defineOperation, textStream } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { auditOutcomeSchema, listedAuditRecordSchema } from '../resources/audit.ts'
import { csvBom, instant } from '../text.ts'

const common = {
  tag: 'Audit',
  service: 'accounts',
  scope: 'audit:read',
  followsMode: true,
} as const

const word = z.string().min(1).max(100).optional()

const filters = {
  actor: word.meta({ description: 'Who: an identifier, operator, system or google_calendar' }),
  action: word.meta({ description: 'What: the id of an operation' }),
  resource: word.meta({ description: 'Identifier of what was acted on' }),
  outcome: auditOutcomeSchema.optional().describe('Only with this outcome'),
  request_id: word.describe('Only of the request with this X-Request-Id'),
  from: instant.optional().meta({ description: 'Not before this time' }),
  to: instant.optional().meta({ description: 'Before this time' }),
}

const auditFilterSchema = z.object(filters)

export type AuditFilter = z.infer<typeof auditFilterSchema>

export const listAuditRecords = defineOperation({
  ...common,
  id: 'listAuditRecords',
  method: 'get',
  path: '/account/audit',
  summary: 'List who did what, refused attempts included, newest first',
  query: z.strictObject({ ...pageQuery, ...filters }),
  status: 200,
  answer: pageOf(listedAuditRecordSchema),
  errors: ['invalid_cursor'],
})

export const exportAuditRecords = defineOperation({
  ...common,
  id: 'exportAuditRecords',
  method: 'get',
  path: '/account/audit/export',
  summary: 'All of the audit trail that the filters let through, newest first, as a file',
  query: z.strictObject({
    ...filters,
    format: z.enum(['csv', 'jsonl']).default('csv').describe('jsonl: one JSON object in each line'),
    bom: csvBom,
  }),
  status: 200,
  answer: textStream,
  media: ['text/csv', 'application/jsonl'],
  errors: [],
})
