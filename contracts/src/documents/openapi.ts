import { OAUTH_PATHS } from '../oauth.ts'
import { isPlatform, mayLackBody, noBody, type Operation } from '../operation.ts'
import { OPERATIONS } from '../operations/index.ts'
import { type ErrorCode, problemSchema } from '../problem.ts'
import { SCOPES } from '../scopes.ts'
import { NEWEST_API_VERSION } from '../versions/api-versions.ts'
import { cookieNameAt, SESSION_COOKIE } from '../web-address.ts'
import { inPascalCase } from './names.ts'
import { answersOf, FAILURE_PAGE, problemExamples } from './openapi-answers.ts'
import { NOTHING_RECORDED, type RecordedExamples, withExamples } from './openapi-examples.ts'
import { ANSWER_HEADERS, REQUEST_HEADERS, requestHeaders } from './openapi-headers.ts'
import { parameters, sharedParameters } from './openapi-parameters.ts'
import { describeWebhooks, webhookReferences, withWebhooksInline } from './openapi-webhooks.ts'
import { DocumentSchemas, type Json } from './schemas.ts'

const DESCRIPTION = `Queues, guests and webhooks for venues.

An operation with one media type answers in it whatever \`Accept\` says (RFC 9110 §12.4.1): none answers 406. Of several the client's
favourite is taken, and the first where it takes none. Problems are \`application/problem+json\` everywhere.`

/**
 * The OpenAPI 3.1 document of the public API, generated from the contracts.
 *
 * @param serverUrl public URL of the gateway
 * @param recorded examples to show; without them they follow from the schemas
 */
export function openApiDocument(serverUrl: string, recorded: RecordedExamples = NOTHING_RECORDED): Json {
  const schemas = new DocumentSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of OPERATIONS) {
    const described = describeOperation(operation, schemas)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described }
  }
  schemas.of(problemSchema, 'output')
  const responses = shareResponses(paths)
  const document = schemas.complete({
    openapi: '3.1.0',
    info: {
      title: 'Usher',
      version: NEWEST_API_VERSION,
      description: DESCRIPTION,
      contact: { name: 'Whoever runs this installation', url: serverUrl },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS,
    paths,
    webhooks: webhookReferences(),
    components: {
      pathItems: describeWebhooks(schemas),
      responses,
      parameters: { ...REQUEST_HEADERS, ...sharedParameters(schemas) },
      headers: ANSWER_HEADERS,
      examples: problemExamples(recorded),
      securitySchemes: {
        apiKey: API_KEY_SCHEME,
        session: sessionScheme(serverUrl),
        oauth: oauthScheme(serverUrl),
      },
    },
  })
  return withExamples(withWebhooksInline(document), recorded)
}

const API_KEY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'usk_…',
  description: `API key. Scopes: ${Object.keys(SCOPES).join(', ')}`,
}

const sessionScheme = (serverUrl: string): Json => ({
  type: 'apiKey',
  in: 'cookie',
  name: cookieNameAt(serverUrl, SESSION_COOKIE),
  description: 'Set by sign-in. Writes need the header `x-csrf-token` besides.',
})

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

/** An operation in the OpenAPI document, without examples. */
function describeOperation(operation: Operation, schemas: DocumentSchemas): Json {
  const required = !mayLackBody(operation)
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...access(operation),
    ...(operation.endsWith !== undefined && { 'x-usher-ends-with': operation.endsWith }),
    parameters: [
      ...parameters(operation.params, 'path', schemas),
      ...parameters(operation.query, 'query', schemas),
      ...requestHeaders(operation),
    ],
    ...(operation.body !== noBody && {
      requestBody: {
        required,
        content: {
          [operation.callback ?? 'application/json']: { schema: schemas.of(operation.body, 'input') },
        },
      },
    }),
    responses: answersOf(operation, schemas),
  }
}

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

/** Common responses of a status, with their names. */
const COMMON: readonly { readonly name: string; readonly codes: readonly ErrorCode[] }[] = [
  { name: 'BadRequest', codes: ['malformed_request', 'validation_failed', 'unknown_version'] },
  { name: 'NotAllowed', codes: ['insufficient_scope', 'forbidden'] },
  { name: 'Unavailable', codes: ['service_unavailable', 'overloaded'] },
]

/**
 * `NotAllowedCsrfFailed` for `insufficient_scope`, `forbidden` and `csrf_failed`; `…Page` if a page is an
 * alternative.
 */
function nameOf({ description, content }: Json): string {
  const page = 'text/html' in (content as Json) ? 'Page' : ''
  if (description === FAILURE_PAGE) return `Failure${page}`
  return nameOfCodes(String(description).split(', ')) + page
}

function nameOfCodes(codes: readonly string[]): string {
  const common = COMMON.find((one) => one.codes.every((code) => codes.includes(code)))
  const rest = codes.filter((code) => !common?.codes.some((usual) => usual === code))
  return (common?.name ?? '') + rest.map(inPascalCase).join('')
}

/**
 * Replaces the failures of operations, many of which are alike, with references.
 *
 * @returns the failures by name, as components
 */
function shareResponses(paths: Record<string, Record<string, Json>>): Json {
  const shared: Json = {}
  for (const { responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const [status, response] of Object.entries(responses as Record<string, Json>)) {
      if (Number(status) < 400) continue
      const name = nameOf(response)
      if (shared[name] && JSON.stringify(shared[name]) !== JSON.stringify(response))
        throw new Error(`Two answers have the name ${name}`)
      shared[name] = response
      const references = responses as Json
      references[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return shared
}

/** Descriptions of the tags, in the order of the reference. */
const TAGS = [
  ['Queues', 'Waiting queues, their settings, and what happens in them as it happens'],
  ['Guests', 'The guests of a queue: adding, calling, seating, moving and removing them'],
  ['Own place', 'What a guest sees and does by the link to their own place'],
  ['Public join', 'Joining a queue from a phone, without a credential'],
  ['Public display', 'What a screen in the room shows'],
  ['Notifications', 'Messages to guests, templates, replies, opt-outs and consents'],
  ['Testing', 'What became of test data, which reaches nobody'],
  ['Message providers', 'Through whom messages are sent'],
  ['Message callbacks', "What message providers' servers post here"],
  ['Webhooks', 'Webhook endpoints, their deliveries, and what is posted to them'],
  ['Subscriptions', 'Webhook endpoints of applications of partners'],
  ['Brand', 'How an organisation appears to its guests'],
  ['Account', 'Signing up, signing in, and what members do with their own account'],
  ['Members', 'The members of an organisation, and invitations'],
  ['API keys', 'Keys of programs'],
  ['OAuth clients', 'Applications of partners'],
  ['OAuth grants', 'What applications were allowed'],
  ['Privacy', 'Export and erasure of the data of people'],
  ['Audit', 'Who did what'],
  ['Usage', 'How much the API is used, request by request'],
  ['Service types', 'What can be booked'],
  ['Providers', 'With whom it can be booked, and when'],
  ['Availability', 'Free times'],
  ['Bookings', 'Bookings and held times'],
  ['Booking page', 'The page on which customers of the organisation book by themselves'],
  ['Online booking', 'Customers book by themselves, on the page with the slug'],
  ['My bookings', 'Customers see all of their bookings, with a code that is sent to them'],
  ['Own booking', 'What customers see and do by the link to their own booking'],
  ['Standby', 'Customers who wait for a time on days that are full'],
  ['Catalogue', 'Categories and products, and what anybody sees of them'],
  ['Google Calendar', 'Calendars of providers, read and written'],
].map(([name, description]) => ({ name, description }))
