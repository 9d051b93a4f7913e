import { type Json, refName } from './json.ts'
import { type MethodName, methodNames, singular } from './method-names.ts'

/** What an operation answers: one page of items, an object, text, events, or nothing. */
export type Answer =
  | { readonly kind: 'page'; readonly schema: string; readonly item: string }
  | { readonly kind: 'object'; readonly schema: string }
  | { readonly kind: 'text' }
  | {
      readonly kind: 'events'
      /** The field of the data that is null until the last event; undefined: there is no last one. */
      readonly endsWith: string | undefined
    }
  | { readonly kind: 'nothing' }

export interface QueryParameter {
  readonly name: string
  readonly type: 'string' | 'integer'
  readonly required: boolean
  readonly description: string
}

export interface RequestBody {
  readonly schema: string
  readonly required: boolean
  /** One of several kinds of object. */
  readonly isUnion: boolean
}

/** An operation as the SDKs offer it. */
export interface SdkOperation extends MethodName {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Names of the path's parameters in camelCase, in their order. */
  readonly ids: readonly string[]
  readonly query: readonly QueryParameter[]
  readonly body: RequestBody | undefined
  readonly answer: Answer
  readonly summary: string
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly security: readonly Json[]
  readonly parameters: readonly Json[]
  readonly 'x-usher-ends-with'?: string
  readonly requestBody?: { readonly content: Json; readonly required?: boolean }
  readonly responses: Record<string, { readonly content?: Json }>
}

/** The operations of the document that an API key or an access token may call, in its order. */
export function sdkOperations(document: Json): SdkOperation[] {
  const all = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const open = all.filter(({ operation }) =>
    operation.security.some((way) => 'apiKey' in way || 'oauth' in way),
  )
  const names = methodNames(open.map(({ path, operation }) => ({ path, operationId: operation.operationId })))
  return open.map(({ path, method, operation }) => ({
    ...(names.get(operation.operationId) as MethodName),
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    ids: idsOf(path),
    query: queryOf(operation, document),
    body: bodyOf(operation, document),
    answer: answerOf(operation, document),
    summary: operation.summary,
  }))
}

/** `queueId` for `/v1/queues/{id}`. */
function idsOf(path: string): string[] {
  return [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, collection = '', name = '']) => {
    if (name === 'orgId') return 'organizationId'
    return name === 'id' ? camelCase(`${singular(collection)}_id`) : camelCase(name)
  })
}

export const camelCase = (name: string): string =>
  name.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase())

function queryOf({ parameters }: Operation, document: Json): QueryParameter[] {
  return parameters
    .map((parameter) => resolved(parameter, document))
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, description, schema }) => ({
      name: String(name),
      type: resolved(schema as Json, document).type === 'integer' ? 'integer' : 'string',
      required: required === true,
      description: String(description),
    }))
}

function resolved(part: Json, document: Json): Json {
  if (typeof part.$ref !== 'string') return part
  const found = part.$ref
    .slice('#/'.length)
    .split('/')
    .reduce((place, name) => place[name] as Json, document)
  return resolved(found, document)
}

function bodyOf({ operationId, requestBody }: Operation, document: Json): RequestBody | undefined {
  if (requestBody === undefined) return undefined
  const reference = schemaOf(requestBody.content['application/json'])
  const schema = refName(reference)
  if (schema === undefined) throw new Error(`The body of ${operationId} needs a schema with an id`)
  const isUnion = resolved(reference, document).type !== 'object'
  return { schema, required: requestBody.required === true, isUnion }
}

const schemaOf = (media: unknown): Json => (media as { readonly schema: Json }).schema

function answerOf(operation: Operation, document: Json): Answer {
  const { operationId, responses } = operation
  const [, { content = {} } = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if ('text/event-stream' in content) return { kind: 'events', endsWith: operation['x-usher-ends-with'] }
  if ('text/csv' in content) return { kind: 'text' }
  if (!('application/json' in content)) return { kind: 'nothing' }
  const reference = schemaOf(content['application/json'])
  const schema = refName(reference)
  if (schema === undefined) throw new Error(`The answer of ${operationId} needs a schema with an id`)
  const { data, next_cursor: cursor } = resolved(reference, document).properties as Record<string, Json>
  const item = cursor && refName(data?.items)
  return item === undefined ? { kind: 'object', schema } : { kind: 'page', schema, item }
}
