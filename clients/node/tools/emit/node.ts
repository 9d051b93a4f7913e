import type { SdkOperation } from '../model/operations.ts'
import { type ResourceNode, resourceTree } from '../model/resource-tree.ts'
import { documentationOf } from './documentation.ts'

/** The source of the resources of the Node SDK. */
export function nodeResources(operations: readonly SdkOperation[]): string {
  const tree = resourceTree(operations)
  return [
    '// Generated from the OpenAPI document.',
    "import type { UsherClient } from '../client/create-usher-client.ts'",
    "import type { StreamEvent, StreamOptions } from '../resources/event-stream.ts'",
    "import type { PagePromise } from '../resources/page-promise.ts'",
    "import type { RequestOptions } from '../resources/request-options.ts'",
    "import { pathOf, Resource } from '../resources/resource.ts'",
    "import type { components, operations } from '../generated/openapi.ts'",
    '',
    "type Schemas = components['schemas']",
    "type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>",
    '',
    ...tree.children.flatMap(classesOf),
    '/** Every resource of the API. */',
    'export class Resources {',
    ...tree.children.map(({ field, className }) => `  readonly ${field}: ${className}`),
    '',
    '  constructor(client: UsherClient) {',
    ...tree.children.map(({ field, className }) => `    this.${field} = new ${className}(client)`),
    '  }',
    '}',
    '',
  ].join('\n')
}

function classesOf({ className, children, operations }: ResourceNode): string[] {
  const fields = children.map((child) => `  readonly ${child.field}: ${child.className}`)
  const create = children.map((child) => `    this.${child.field} = new ${child.className}(client)`)
  const construction = ['  constructor(client: UsherClient) {', '    super(client)', ...create, '  }']
  return [
    ...children.flatMap(classesOf),
    `export class ${className} extends Resource {`,
    ...blocksApart([
      ...(children.length > 0 ? [[...fields, '', ...construction]] : []),
      ...operations.map(methodOf),
    ]),
    '}',
    '',
  ]
}

const blocksApart = (blocks: readonly string[][]): string[] =>
  blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]))

function methodOf(operation: SdkOperation): string[] {
  const { name } = operation
  const parameters = parametersOf(operation)
  const signature = `${name}(${parameters.join(', ')}): ${resultOf(operation)}`
  return [
    `  /** ${documentationOf(operation).replaceAll('*/', '* /')} */`,
    `  ${signature} {`,
    `    ${callOf(operation)}`,
    '  }',
  ]
}

function parametersOf({ id, ids, query, body, answer }: SdkOperation): string[] {
  const needsQuery = query.some(({ required }) => required)
  return [
    ...ids.map((name) => `${name}: string`),
    ...(body ? [`body${body.required ? '' : '?'}: Schemas['${body.schema}']`] : []),
    ...(query.length > 0 ? [`query${needsQuery ? '' : '?'}: Query<'${id}'>`] : []),
    `options?: ${answer.kind === 'events' ? 'StreamOptions' : 'RequestOptions'}`,
  ]
}

function resultOf({ answer }: SdkOperation): string {
  if (answer.kind === 'page') return `PagePromise<Schemas['${answer.schema}']>`
  if (answer.kind === 'events') return 'AsyncGenerator<StreamEvent, void, undefined>'
  return `Promise<${dataOf(answer)}>`
}

function dataOf(answer: SdkOperation['answer']): string {
  if (answer.kind === 'text') return 'string'
  return answer.kind === 'object' ? `Schemas['${answer.schema}']` : 'void'
}

const lastOf = ({ endsWith }: { readonly endsWith: string | undefined }): string[] =>
  endsWith === undefined ? [] : [`'${endsWith}'`]

function callOf({ method, path, ids, query, body, answer }: SdkOperation): string {
  const parts = path.split(/\{\w+\}/).map((part) => `'${part}'`)
  const place = ids.length === 0 ? `'${path}'` : `pathOf([${parts.join(', ')}], ${ids.join(', ')})`
  if (answer.kind === 'page') return `return this.pagesOf(${place}, query, options)`
  if (answer.kind === 'events')
    return `return this.eventsAt(${[place, query.length > 0 ? 'query' : 'undefined', 'options', ...lastOf(answer)].join(', ')})`
  const sent = [...(body ? ['body'] : []), ...(query.length > 0 ? ['query'] : [])]
  const content = sent.length === 0 ? '{}' : `{ ${sent.join(', ')} }`
  const how = answer.kind === 'text' ? "{ ...options, parseAs: 'text' }" : 'options'
  return `return this.dataOf('${method}', ${place}, ${content}, ${how})`
}
