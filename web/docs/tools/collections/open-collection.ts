import { type Document, operationsOf, type Parameter } from '../reference/document.ts'
import { bodyOf, type Located, parametersOf } from './request-parts.ts'

/** Where the address and the credential are entered; Bruno has them in an environment. */
const ENVIRONMENT = {
  name: 'Local',
  variables: [
    { name: 'baseUrl', value: 'http://localhost:8080' },
    { name: 'token', secret: true, description: 'An API key or an OAuth access token' },
  ],
}

/**
 * A collection in Bruno's open format (opencollection.com), in one file: a folder per tag, a request per operation. The same
 * document always makes the same collection.
 */
export function openCollection(document: Document): object {
  const operations = operationsOf(document)
  return {
    opencollection: '1.0.0',
    info: { name: 'Usher' },
    config: { environments: [ENVIRONMENT] },
    request: { auth: { type: 'bearer', token: '{{token}}' } },
    items: document.tags.map(({ name, description }, index) => ({
      info: { name, type: 'folder', seq: index + 1 },
      docs: description,
      items: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map((located, at) => requestOf(located, at + 1, document)),
    })),
    bundled: true,
  }
}

function requestOf({ method, path, operation }: Located, seq: number, document: Document): object {
  const data = bodyOf(operation, document)
  const params = parametersOf(operation, document).filter((one) => one.in !== 'header')
  return {
    info: { name: operation.summary, type: 'http', seq },
    http: {
      method,
      url: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      params: params.map(paramOf),
      ...(data !== undefined && { body: { type: 'json', data } }),
      ...(operation.security?.length !== 0 && { auth: 'inherit' }),
    },
    docs: operation.description ?? '',
  }
}

const paramOf = ({ name, in: place, required = false, description = '' }: Parameter): object => ({
  ...{ name, value: '', description, type: place },
  ...(!required && { disabled: true }),
})
