import { OAUTH_PATHS } from '../oauth.ts'
import { OPERATIONS } from '../operations/index.ts'
import { problemSchema } from '../problem.ts'
import { SCOPES } from '../scopes.ts'
import { NEWEST_API_VERSION } from '../versions/api-versions.ts'
import { cookieNameAt, SESSION_COOKIE } from '../web-address.ts'
import { problemExamples } from './openapi-answers.ts'
import { NOTHING_RECORDED, type RecordedExamples, withExamples } from './openapi-examples.ts'
import { ANSWER_HEADERS, REQUEST_HEADERS } from './openapi-headers.ts'
import { describeOperation } from './openapi-operation.ts'
import { sharedParameters } from './openapi-parameters.ts'
import { shareResponses } from './openapi-responses.ts'
import { TAGS } from './openapi-tags.ts'
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
