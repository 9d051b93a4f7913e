import type { Field } from '../src/n8n.ts'
import { type Document, type Operation, resolved, type Schema } from './document.ts'
import { fieldOf, nameOf, type Value } from './form-field.ts'

/** An operation that a workflow can do, and where it is. */
export interface Located {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Operations with an API key or an OAuth token; not those that only people may do, nor streams, files and pages. */
export const actionsOf = ({ paths }: Document): Located[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([, { security = [], responses }]) =>
          isForPrograms(security) && Object.values(responses).every(isJson),
      )
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const isForPrograms = (security: NonNullable<Operation['security']>): boolean =>
  security.some((one) => 'apiKey' in one || 'oauth' in one)

const isJson = ({ content = {} }: { readonly content?: object }): boolean =>
  Object.keys(content).every((media) => /json$/.test(media))

/** The entry in the list of operations, and what n8n sends for it. */
export function optionOf({ method, path, operation }: Located, document: Document): Record<string, unknown> {
  const { operationId, summary } = operation
  const expression = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(`$parameter["${name}"]`))
  return {
    name: summary.length > 60 ? `${summary.slice(0, 57)}…` : summary,
    value: operationId,
    action: summary,
    description: summary,
    routing: { request: { method, url: `=${expression}` }, ...(isList(operation, document) && LIST) },
  }
}

/**
 * What n8n puts into a path for an id. Nothing and dots would lead to another path, as no encoding keeps them: no
 * resource has the id `~`, so Usher answers 404.
 */
const segmentOf = (value: string): string =>
  `{{["", ".", ".."].includes(String(${value} ?? "").trim()) ? "~" : encodeURIComponent(${value})}}`

/** n8n has an item for each element. */
const LIST = { output: { postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }] } }

function isList({ responses }: Operation, { components }: Document): boolean {
  const schema = responses['200']?.content?.['application/json']?.schema
  const { properties } = schema ? resolved(components.schemas, schema) : {}
  return properties !== undefined && 'next_cursor' in properties
}

/** The fields of an operation's form: what it needs, all pages of a list, and the rest as options. */
export function formOf(located: Located, document: Document): Field[] {
  const { operation } = located
  const displayOptions = { show: { resource: [operation.tags[0]], operation: [operation.operationId] } }
  const values = valuesOf(operation, document)
  const isPage = isList(operation, document)
  const needed = values.filter(({ isNeeded }) => isNeeded)
  const rest = values.filter(({ isNeeded, name }) => !isNeeded && !(isPage && name === 'cursor'))
  const options: Field = {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add Option',
    options: rest.map((value) => ({ ...fieldOf(value, document) })),
  }
  return [
    ...needed.map((value) => ({ ...fieldOf(value, document), required: true })),
    ...(isPage ? [ALL_PAGES] : []),
    ...(rest.length > 0 ? [options] : []),
  ].map((field) => ({ ...field, displayOptions }))
}

const ALL_PAGES: Field = {
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all results or only up to a given limit',
  routing: {
    send: { paginate: '={{$value}}' },
    operations: {
      pagination: {
        type: 'generic',
        properties: {
          continue: '={{ !!$response.body?.next_cursor }}',
          request: { qs: { cursor: '={{ $response.body?.next_cursor }}' } },
        },
      },
    },
  },
}

interface FormValue extends Value {
  readonly isNeeded: boolean
}

/** Headers that n8n or the credential sets. */
const OWN_HEADERS = new Set(['usher-version', 'usher-mode', 'x-request-id', 'x-csrf-token', 'if-none-match'])

function valuesOf({ parameters = [], requestBody }: Operation, { components }: Document): FormValue[] {
  const given = parameters
    .map((one) => resolved(components.parameters, one))
    .filter(({ name, in: place }) => place !== 'header' || !OWN_HEADERS.has(name.toLowerCase()))
    .map(({ name, in: place, required = false, description, schema }) => ({
      name,
      place: place as Value['place'],
      description,
      schema,
      isNeeded: required,
    }))
  const schema = requestBody?.content['application/json']?.schema
  const { properties = {}, required = [] }: Schema = schema ? resolved(components.schemas, schema) : {}
  const taken = new Set(given.map(({ name }) => nameOf(name)))
  const fields = Object.entries(properties)
    .filter(([name]) => !taken.has(name))
    .map(([name, field]) => ({
      name,
      place: 'body' as const,
      description: field.description,
      schema: field,
      isNeeded: required.includes(name),
    }))
  return [...given, ...fields]
}
