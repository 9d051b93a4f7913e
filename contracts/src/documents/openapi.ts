import { z } from 'zod'
import { WEBHOOK_EVENTS } from '../events/index.ts'
import { OAUTH_PATHS } from '../oauth.ts'
import { isPlatform, type Operation } from '../operation.ts'
import { OPERATIONS } from '../operations/index.ts'
import { noBody } from '../operations/parts.ts'
import { problemSchema } from '../problem.ts'
import { SCOPES } from '../scopes.ts'
import { envelopeSchemaOf } from '../webhook-envelope.ts'
import { webhookHeadersSchema } from '../webhook-headers.ts'
import { answersOf, problemExamples } from './openapi-answers.ts'
import { ANSWER_HEADERS, REQUEST_HEADERS, requestHeaders } from './openapi-headers.ts'
import { DocumentSchemas, type Json } from './schemas.ts'

/**
 * The OpenAPI 3.1 document of the public API, generated from the contracts.
 *
 * @param serverUrl public address of the gateway
 */
export function openApiDocument(serverUrl: string): Json {
  const schemas = new DocumentSchemas()
  const paths: Record<string, Json> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation, schemas) }
  }
  schemas.of(problemSchema, 'output')
  return schemas.complete({
    openapi: '3.1.0',
    info: { title: 'Usher', version: '1.0.0', description: 'Queues, guests and webhooks for venues.' },
    servers: [{ url: serverUrl }],
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.type, webhook(event, schemas)])),
    components: {
      parameters: REQUEST_HEADERS,
      headers: ANSWER_HEADERS,
      examples: problemExamples(),
      securitySchemes: { ...SECURITY_SCHEMES, oauth: oauthScheme(serverUrl) },
    },
  })
}

const SECURITY_SCHEMES = {
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
}

function describe(operation: Operation, schemas: DocumentSchemas): Json {
  const body = schemas.of(operation.body, 'input')
  const required = !operation.body.safeParse(undefined).success
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...access(operation),
    parameters: [
      ...parameters(operation.params, 'path', schemas),
      ...parameters(operation.query, 'query', schemas),
      ...requestHeaders(operation),
    ],
    ...(operation.body !== noBody && {
      requestBody: { required, content: { [operation.callback ?? 'application/json']: { schema: body } } },
    }),
    responses: answersOf(operation, schemas),
  }
}

const oauthScheme = (serverUrl: string): Json => ({
  type: 'oauth2',
  description: `Access tokens of partners. Metadata: ${serverUrl}${OAUTH_PATHS.metadata}`,
  flows: {
    clientCredentials: { tokenUrl: serverUrl + OAUTH_PATHS.token, scopes: SCOPES },
    authorizationCode: {
      authorizationUrl: serverUrl + OAUTH_PATHS.authorize,
      tokenUrl: serverUrl + OAUTH_PATHS.token,
      refreshUrl: serverUrl + OAUTH_PATHS.token,
      scopes: SCOPES,
    },
  },
})

/** Who may call: with which scope and which credentials. */
function access({ scope, path, perQueue }: Operation): Json {
  if (scope === null) return { description: 'Needs no credential.', security: [] }
  const description = `Needs the scope \`${scope}\`.`
  if (!(scope in SCOPES)) return { description, security: [{ session: [] }] }
  if (isPlatform(path)) return { description, security: [{ oauth: [scope] }, { session: [] }] }
  const limited = perQueue
    ? 'Keys limited to some queues reach these alone.'
    : 'Closed to keys limited to some queues.'
  const security = [{ apiKey: [] }, { oauth: [scope] }, { session: [] }]
  return { description: `${description} ${limited}`, security }
}

function parameters(
  shape: z.ZodObject,
  place: 'path' | 'query' | 'header',
  schemas: DocumentSchemas,
): Json[] {
  const { required = [] } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return Object.entries(shape.shape).map(([name, type]) => {
    const { description, ...schema } = schemas.of(type as z.ZodType, 'input')
    return {
      name,
      in: place,
      ...(description !== undefined && { description }),
      required: place === 'path' || required.includes(name),
      schema,
    }
  })
}

// OpenAPI leaves the content type to the body.
const signatures = webhookHeadersSchema.omit({ 'content-type': true })

function webhook(event: (typeof WEBHOOK_EVENTS)[number], schemas: DocumentSchemas): Json {
  return {
    post: {
      summary: event.summary,
      parameters: parameters(signatures, 'header', schemas),
      requestBody: {
        content: { 'application/json': { schema: schemas.of(envelopeSchemaOf(event), 'output') } },
      },
      responses: { '2XX': { description: 'Received' } },
    },
  }
}
