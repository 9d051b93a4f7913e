import { z } from 'zod'
import { WEBHOOK_EVENTS } from '../events/index.ts'
import type { Operation } from '../operation.ts'
import { OPERATIONS } from '../operations/index.ts'
import { ERROR_CODES, type ErrorCode, problemSchema } from '../problem.ts'
import { SCOPES } from '../scopes.ts'
import { webhookEnvelopeSchema } from '../webhook-envelope.ts'

type Json = Record<string, unknown>

/** Errors that every operation may answer. */
const COMMON_ERRORS: ErrorCode[] = [
  'validation_failed',
  'unauthorized',
  'insufficient_scope',
  'forbidden',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]

/**
 * The OpenAPI 3.1 document of the public API, generated from the contracts.
 *
 * @param serverUrl public address of the gateway
 */
export function openApiDocument(serverUrl: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation, schemas) }
  }
  schemas.Problem = schemaOf(problemSchema, 'output', schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Usher', version: '1.0.0', description: 'Queues, guests and webhooks for venues.' },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.type, webhook(event, schemas)])),
    components: {
      schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'usk_…',
          description: `API key. Scopes: ${Object.keys(SCOPES).join(', ')}`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-usher_session',
          description:
            'Set by sign-in; `usher_session` on localhost. Writes need the header `x-csrf-token` besides.',
        },
      },
    },
  }
}

function describe(operation: Operation, schemas: Json): Json {
  const body = schemaOf(operation.body, 'input', schemas)
  const takesBody = operation.method !== 'get' && !operation.body.safeParse(undefined).success
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...access(operation),
    parameters: [
      ...parameters(operation.params, 'path', schemas),
      ...parameters(operation.query, 'query', schemas),
    ],
    ...(takesBody && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { [operation.status]: success(operation, schemas), ...failures(operation) },
  }
}

/** Who may call: with which scope and which credential. */
function access({ scope, perQueue }: Operation): Json {
  if (scope === null) return { description: 'Needs no credential.', security: [] }
  const description = `Needs the scope \`${scope}\`.`
  if (!(scope in SCOPES)) return { description, security: [{ session: [] }] }
  const limited = perQueue
    ? 'Keys limited to some queues reach these alone.'
    : 'Closed to keys limited to some queues.'
  return { description: `${description} ${limited}` }
}

function parameters(shape: z.ZodObject, place: 'path' | 'query', schemas: Json): Json[] {
  return Object.entries(shape.shape).map(([name, schema]) => {
    const type = schema as z.ZodType
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      schema: schemaOf(type, 'input', schemas),
    }
  })
}

function success(operation: Operation, schemas: Json): Json {
  if (!operation.answer) return { description: 'Done' }
  const schema = schemaOf(operation.answer, 'output', schemas)
  return { description: operation.summary, content: { 'application/json': { schema } } }
}

function failures(operation: Operation): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set([...COMMON_ERRORS, ...operation.errors])) {
    const status = ERROR_CODES[code][0]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const schema = { $ref: '#/components/schemas/Problem' }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/problem+json': { schema } } },
    ]),
  )
}

function webhook(event: (typeof WEBHOOK_EVENTS)[number], schemas: Json): Json {
  const envelope = webhookEnvelopeSchema.extend({ event: z.literal(event.type), data: event.data })
  return {
    post: {
      summary: event.summary,
      requestBody: { content: { 'application/json': { schema: schemaOf(envelope, 'output', schemas) } } },
      responses: { '2XX': { description: 'Received' } },
    },
  }
}

/** JSON Schema of a zod schema; schemas with an id become shared components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const raw = JSON.stringify(z.toJSONSchema(schema, { io, override: tolerateNewFields(io) }))
  const { $schema, $defs, ...json } = JSON.parse(raw.replaceAll('#/$defs/', '#/components/schemas/')) as Json
  for (const [id, definition] of Object.entries(($defs as Json | undefined) ?? {})) {
    schemas[id] = withoutId(definition as Json)
  }
  if (typeof json.id !== 'string') return json
  schemas[json.id] = withoutId(json)
  return { $ref: `#/components/schemas/${json.id}` }
}

const withoutId = ({ id, ...rest }: Json): Json => rest

/** Answers and events may gain fields, so their schemas must not forbid what they do not name. */
const tolerateNewFields = (io: 'input' | 'output') => (context: { jsonSchema: Json }) => {
  if (io === 'output') delete context.jsonSchema.additionalProperties
}
