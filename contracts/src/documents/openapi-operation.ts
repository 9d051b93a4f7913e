import { isPlatform, mayLackBody, type Operation } from '../operation.ts'
import { noBody } from '../operations/parts.ts'
import { SCOPES } from '../scopes.ts'
import { answersOf } from './openapi-answers.ts'
import { requestHeaders } from './openapi-headers.ts'
import { parameters } from './openapi-parameters.ts'
import type { DocumentSchemas, Json } from './schemas.ts'

/** An operation in the OpenAPI document, without examples. */
export function describeOperation(operation: Operation, schemas: DocumentSchemas): Json {
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
