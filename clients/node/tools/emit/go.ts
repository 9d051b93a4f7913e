import { STREAM_SILENCE_MS } from '@usher/contracts'
import type { RequestBody, SdkOperation } from '../model/operations.ts'
import { pascalCase, type ResourceNode, resourceTree } from '../model/resource-tree.ts'
import { documentationOf } from './documentation.ts'

/** The source of `resources.go`. */
export function goResources(
  operations: readonly SdkOperation[],
  apiVersion: string,
  sdkVersion: string,
): string {
  const tree = resourceTree(operations)
  return [
    '// Code generated from the OpenAPI document. DO NOT EDIT.',
    '',
    'package usher',
    '',
    'import (',
    '\t"context"',
    '\t"iter"',
    '\t"net/url"',
    '\t"strconv"',
    '\t"time"',
    ')',
    '',
    '// APIVersion is the dated version of the API that the types describe.',
    `const APIVersion = "${apiVersion}"`,
    '',
    `const userAgent = "usher-go/${sdkVersion}"`,
    '',
    '// silentFor is after how much silence a stream is dead: three heartbeats of the server.',
    `const silentFor = ${STREAM_SILENCE_MS / 1000} * time.Second`,
    '',
    '// Resources are all of the API.',
    ...structOf('Resources', tree.children),
    '',
    'func newResources(client *Client) Resources {',
    '\treturn Resources{',
    ...tree.children.map((child) => `\t\t${pascalCase(child.field)}: ${creationOf(child)},`),
    '\t}',
    '}',
    '',
    ...tree.children.flatMap(sourceOf),
  ].join('\n')
}

const typeOf = ({ className }: ResourceNode): string => `${className}Resource`

const structOf = (
  name: string,
  children: readonly ResourceNode[],
  ...fields: readonly string[]
): string[] => [
  `type ${name} struct {`,
  ...children.map((child) => `\t${pascalCase(child.field)} *${typeOf(child)}`),
  ...fields.map((field) => `\t${field}`),
  '}',
]

function creationOf(node: ResourceNode): string {
  const fields = node.children.map((child) => `${pascalCase(child.field)}: ${creationOf(child)}`)
  return `&${typeOf(node)}{${[...fields, 'client: client'].join(', ')}}`
}

function sourceOf(node: ResourceNode): string[] {
  const name = typeOf(node)
  return [
    `// ${name} has the operations of ${node.className}.`,
    ...structOf(name, node.children, 'client *Client'),
    '',
    ...node.operations.flatMap((operation) => [...queryOf(operation), ...methodOf(name, operation)]),
    ...node.children.flatMap(sourceOf),
  ]
}

export const goQueryType = ({ id }: SdkOperation): string => `${pascalCase(id)}Query`

/** Whether a method takes the body itself: an optional one is a pointer, and a union can be empty. */
export const goTakesValue = (body: RequestBody): boolean => body.required || body.isUnion

/** `queueID` for `queueId`. */
const argument = (name: string): string => name.replace(/Id$/, 'ID')

export const goFieldName = (name: string): string =>
  name
    .split('_')
    .map((word) => (word === 'id' ? 'ID' : pascalCase(word)))
    .join('')

/** The struct of an operation's query, where the zero value of a field leaves it out. */
function queryOf(operation: SdkOperation): string[] {
  const { query, id } = operation
  if (query.length === 0) return []
  const name = goQueryType(operation)
  return [
    `// ${name} is the query of ${pascalCase(id)}; a field with its zero value is left out.`,
    `type ${name} struct {`,
    ...query.flatMap(({ name, type, description }) => [
      `\t// ${description}`,
      `\t${goFieldName(name)} ${type === 'integer' ? 'int' : 'string'} \`json:"${name}"\``,
    ]),
    '}',
    '',
    `func (query *${name}) values() url.Values {`,
    '\tvalues := url.Values{}',
    '\tif query == nil {',
    '\t\treturn values',
    '\t}',
    ...query.flatMap(({ name, type }) => {
      const field = `query.${goFieldName(name)}`
      const [zero, text] = type === 'integer' ? ['0', `strconv.Itoa(${field})`] : ['""', field]
      return [`\tif ${field} != ${zero} {`, `\t\tvalues.Set("${name}", ${text})`, '\t}']
    }),
    '\treturn values',
    '}',
    '',
  ]
}

function methodOf(type: string, operation: SdkOperation): string[] {
  const { name, ids, query, body } = operation
  const method = pascalCase(name)
  const parameters = [
    'ctx context.Context',
    ...ids.map((id) => `${argument(id)} string`),
    ...(body ? [`body ${goTakesValue(body) ? '' : '*'}${body.schema}`] : []),
    ...(query.length > 0 ? [`query *${goQueryType(operation)}`] : []),
    'options ...RequestOption',
  ]
  return [
    `// ${method}: ${documentationOf(operation).replaceAll('\n', ' ')}`,
    `func (resource *${type}) ${method}(${parameters.join(', ')}) ${resultOf(operation)} {`,
    ...callOf(operation).map((line) => `\t${line}`),
    '}',
    '',
  ]
}

function resultOf({ answer }: SdkOperation): string {
  if (answer.kind === 'page') return `*Pages[${answer.schema}, ${answer.item}]`
  if (answer.kind === 'events') return 'iter.Seq2[StreamEvent, error]'
  if (answer.kind === 'text') return '(string, error)'
  return answer.kind === 'object' ? `(*${answer.schema}, error)` : 'error'
}

function callOf(operation: SdkOperation): string[] {
  const { method, path, ids, query, body, answer } = operation
  const fields = [
    `method: "${method}"`,
    `path: "${path.replace(/\{\w+\}/g, '%s')}"`,
    ...(ids.length > 0 ? [`ids: []string{${ids.map(argument).join(', ')}}`] : []),
    ...(query.length > 0 ? ['query: query.values()'] : []),
    ...(answer.kind === 'events' && answer.endsWith !== undefined ? [`endsWith: "${answer.endsWith}"`] : []),
    ...(body && goTakesValue(body) ? ['body: body'] : []),
  ]
  const given = `op := operation{${fields.join(', ')}}`
  // A pointer that is nil must not become an interface that is not.
  const optional = body && !goTakesValue(body) ? ['if body != nil {', '\top.body = body', '}'] : []
  return [given, ...optional, `return ${answerOf(answer)}`]
}

function answerOf(answer: SdkOperation['answer']): string {
  if (answer.kind === 'events') return 'follow(ctx, resource.client, op, options)'
  if (answer.kind === 'text') return 'sendForText(ctx, resource.client, op, options)'
  if (answer.kind === 'nothing') return 'sendForNothing(ctx, resource.client, op, options)'
  if (answer.kind === 'object') return `send[${answer.schema}](ctx, resource.client, op, options)`
  const content = `func(page *${answer.schema}) ([]${answer.item}, *string) { return page.Data, page.NextCursor }`
  return `&Pages[${answer.schema}, ${answer.item}]{ctx, resource.client, op, options, ${content}}`
}
