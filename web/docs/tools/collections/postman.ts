import { createHash } from 'node:crypto'
import { type Document, type Operation, operationsOf, type Parameter } from '../reference/document.ts'
import { bodyOf, type Located, parametersOf } from './request-parts.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const VARIABLES = [
  { key: 'baseUrl', value: 'http://localhost:8080' },
  { key: 'token', value: '', description: 'An API key or an OAuth access token' },
]

/**
 * A collection in Postman's format (2.1): a folder per tag, a request per operation.
 * The same document always makes the same collection.
 */
export function postmanCollection(document: Document): object {
  const operations = operationsOf(document)
  return {
    info: { _postman_id: idOf('usher'), name: 'Usher', schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: VARIABLES,
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ method, path, operation }) => ({
          id: idOf(operation.operationId),
          name: operation.summary,
          request: requestOf({ method, path, operation }, document),
        })),
    })),
  }
}

function requestOf({ method, path, operation }: Located, document: Document): object {
  const body = bodyOf(operation, document)
  const isOpen = operation.security?.length === 0
  return {
    method,
    description: operation.description ?? '',
    url: urlOf(path, operation, document),
    header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    ...(body === undefined
      ? {}
      : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    ...(isOpen && { auth: { type: 'noauth' } }),
  }
}

function urlOf(path: string, operation: Operation, document: Document): object {
  const all = parametersOf(operation, document)
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const shown = ({ name, description = '' }: Parameter) => ({ key: name, value: '', description })
  const query = all
    .filter((one) => one.in === 'query')
    .map((one) => ({ ...shown(one), disabled: !one.required }))
  return {
    raw: `{{baseUrl}}/${segments.join('/')}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query,
    variable: all.filter((one) => one.in === 'path').map(shown),
  }
}

/** A UUID that the same name always has. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
