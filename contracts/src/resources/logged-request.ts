import { z } from 'zod'
import { idOf } from '../ids.ts'
import { nameList } from '../name-list.ts'
import { errorCodeSchema } from '../problem.ts'
import { timestamp } from '../text.ts'

export const SENDER_KINDS = ['api_key', 'application', 'member', 'other'] as const

const senderKindSchema = z.enum(SENDER_KINDS)

export type SenderKind = z.infer<typeof senderKindSchema>

/** Classes of HTTP status, and all errors. */
const STATUS_FILTERS = ['2xx', '3xx', '4xx', '5xx', 'failed'] as const

export type StatusFilter = (typeof STATUS_FILTERS)[number]

export const loggedRequestSchema = z
  .object({
    id: idOf('request').meta({ description: 'Of the entry; unique, other than request_id' }),
    at: timestamp.meta({ description: 'When the answer was complete' }),
    request_id: z.string().meta({ description: 'As in the header X-Request-Id of request and answer' }),
    method: z.string().describe('HTTP method'),
    route: z.string().nullable().meta({ description: 'Path of the operation, such as /v1/queues/{id}' }),
    path: z.string().nullable().meta({
      description: 'The same with the identifier that was asked for; never with other parameters or a query',
    }),
    operation: z.string().describe('Operation id, such as addGuest'),
    status: z.int().meta({ description: 'HTTP status; 499 where the client left before the whole answer' }),
    code: errorCodeSchema.nullable().meta({ description: 'Code of the problem' }),
    duration_ms: z.number().describe('From the head of the request to the end of the answer'),
    bytes_in: z.int().meta({ description: 'Bytes of the body of the request' }),
    bytes_out: z.int().meta({ description: 'Bytes of the body of the answer' }),
    replayed: z
      .boolean()
      .meta({ description: 'Whether a request with the same Idempotency-Key had this answer' }),
    version: z
      .string()
      .nullable()
      .meta({ description: 'Dated version of the API that was answered; null: not known' }),
    sender: z
      .object({
        kind: senderKindSchema.meta({ description: 'other: guests, and others without a credential' }),
        id: z.string().describe('Id of the API key, application or member'),
        name: z.string().nullable().meta({ description: 'Name that the credential or member has now' }),
      })
      .describe('Who sent it'),
  })
  .meta({ id: 'LoggedRequest' })

export type LoggedRequestView = z.infer<typeof loggedRequestSchema>

const word = z.string().min(1).max(100).optional()

export const requestFilters = {
  status: z
    .enum(STATUS_FILTERS)
    .optional()
    .meta({ description: 'Class of the status; failed: 400 and above' }),
  operation: word.meta({ description: 'Only of this operation' }),
  actor: word.meta({ description: 'Only of this API key, application or member' }),
  sender: nameList(SENDER_KINDS)
    .optional()
    .meta({ description: 'Only of these kinds of senders, joined by commas' }),
  request_id: word.describe('Only the request with this X-Request-Id'),
}

const requestFilterSchema = z.object(requestFilters)

export type RequestFilter = z.infer<typeof requestFilterSchema>
