import type { SdkOperation } from '../model/operations.ts'
import { pascalCase } from '../model/resource-tree.ts'
import { goFieldName, goQueryType, goTakesValue } from './go.ts'
import { pythonArgument, snakeCase } from './python.ts'

/** What a sample sends: the path's parameters by name, the query and the body. */
export interface SampleRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A call of an operation in one language. */
export interface Sample {
  readonly title: 'curl' | 'Node' | 'Python' | 'Go'
  /** The language's name for highlighting. */
  readonly language: 'sh' | 'js' | 'python' | 'go'
  readonly source: string
}

/**
 * How to call an operation with curl and each SDK.
 *
 * @param credential the environment variable with the API key or the access token
 */
export function samplesOf(operation: SdkOperation, request: SampleRequest, credential: string): Sample[] {
  return [
    { title: 'curl', language: 'sh', source: curlSample(operation, request, credential) },
    { title: 'Node', language: 'js', source: nodeSample(operation, request) },
    { title: 'Python', language: 'python', source: pythonSample(operation, request) },
    { title: 'Go', language: 'go', source: goSample(operation, request) },
  ]
}

function curlSample(operation: SdkOperation, request: SampleRequest, credential: string): string {
  const { method, path } = operation
  const place = path.replace(/\{(\w+)\}/g, (_, name) => request.params[name] ?? '')
  const query = String(new URLSearchParams(request.query))
  const json = isSent(operation, request) && JSON.stringify(request.body ?? {}).replaceAll("'", "'\\''")
  // With a body, curl sends POST.
  const isDefault = method === (json ? 'POST' : 'GET')
  return [
    `curl ${isDefault ? '' : `-X ${method} `}"$USHER_URL${place}${query && `?${query}`}"`,
    `-H "Authorization: Bearer $${credential}"`,
    ...(json ? ['-H "Content-Type: application/json"', `-d '${json}'`] : []),
  ].join(' \\\n  ')
}

function nodeSample(operation: SdkOperation, request: SampleRequest): string {
  const { resource, name, answer } = operation
  const query = queryOf(operation, request)
  const given = [
    ...idsOf(operation, request).map((id) => inJs(id)),
    ...(isSent(operation, request) ? [inJs(request.body ?? {})] : []),
    ...(Object.keys(query).length > 0 ? [inJs(query)] : []),
  ]
  const call = `usher.${[...resource, name].join('.')}(${given.join(', ')})`
  if (answer.kind === 'page') return `for await (const item of ${call}) {\n  console.log(item)\n}`
  if (answer.kind === 'events') return `for await (const event of ${call}) {\n  console.log(event)\n}`
  return answer.kind === 'nothing' ? `await ${call}` : `const answer = await ${call}`
}

function pythonSample(operation: SdkOperation, request: SampleRequest): string {
  const { resource, name, answer, body } = operation
  const fields = body?.isUnion ? { body: request.body } : request.body
  const queries = Object.entries(queryOf(operation, request)).map(
    ([key, value]) => [pythonArgument(key), value] as const,
  )
  const given = [
    ...idsOf(operation, request).map((id) => inPython(id)),
    ...[...queries, ...Object.entries(fields ?? {})].map(([key, value]) => {
      const written = inPython(value, '    ')
      // A word of Python cannot be written as a keyword.
      return pythonArgument(key) === key ? `${key}=${written}` : `**{${inPython(key)}: ${written}}`
    }),
  ]
  const line = given.join(', ')
  const list = line.length > LINE ? `\n    ${given.join(',\n    ')},\n` : line
  const call = `usher.${[...resource, name].map(snakeCase).join('.')}(${list})`
  if (answer.kind === 'page') return `for item in ${call}:\n    print(item)`
  if (answer.kind === 'events') return `for event in ${call}:\n    print(event)`
  return answer.kind === 'nothing' ? call : `answer = ${call}`
}

/** The body is left to the reader: its fields are of types that the document does not name. */
function goSample(operation: SdkOperation, request: SampleRequest): string {
  const { resource, name, answer, body, query } = operation
  const fields = Object.entries(queryOf(operation, request)).map(
    ([key, value]) => `${goFieldName(key)}: ${JSON.stringify(value)}`,
  )
  const noQuery = query.length > 0 ? ['nil'] : []
  const given = [
    'ctx',
    ...idsOf(operation, request).map((id) => JSON.stringify(id)),
    ...(body ? [isSent(operation, request) ? `${goTakesValue(body) ? '' : '&'}body` : 'nil'] : []),
    ...(fields.length > 0 ? [`&usher.${goQueryType(operation)}{${fields.join(', ')}}`] : noQuery),
  ]
  const call = `client.${[...resource, name].map(pascalCase).join('.')}(${given.join(', ')})`
  const declared = isSent(operation, request)
    ? [`var body usher.${body?.schema} // with the fields of the body`]
    : []
  return [...declared, ...goCall(call, answer.kind)].join('\n')
}

function goCall(call: string, kind: SdkOperation['answer']['kind']): string[] {
  const loop = (name: string, items: string) => [
    `for ${name}, err := range ${items} {`,
    '\tif err != nil {',
    '\t\treturn err',
    '\t}',
    `\tfmt.Println(${name})`,
    '}',
  ]
  if (kind === 'page') return loop('item', `${call}.All()`)
  if (kind === 'events') return loop('event', call)
  return [`${kind === 'nothing' ? 'err' : 'answer, err'} := ${call}`]
}

/** Whether a body is sent: an optional one only if there is an example. */
const isSent = ({ body }: SdkOperation, request: SampleRequest): boolean =>
  body !== undefined && (body.required || request.body !== undefined)

const idsOf = ({ path }: SdkOperation, { params }: SampleRequest): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => params[name] ?? '')

/** The query with its numbers. */
function queryOf({ query }: SdkOperation, request: SampleRequest): Record<string, string | number> {
  const sent = query.filter(({ name }) => name in request.query)
  return Object.fromEntries(
    sent.map(({ name, type }) => {
      const value = request.query[name] ?? ''
      return [name, type === 'integer' ? Number(value) : value]
    }),
  )
}

interface Style {
  readonly text: (value: string) => string
  readonly word: (value: boolean | null) => string
  readonly key: (name: string) => string
  /** Stands at both ends of an object in one line. */
  readonly pad: string
  readonly indent: string
}

/** Longest list of values that is written in one line, in characters. */
const LINE = 50

function written(value: unknown, style: Style, indent = ''): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value === 'boolean' || value === null) return style.word(value)
  if (typeof value !== 'object') return String(value)
  const inner = indent + style.indent
  const items = Array.isArray(value)
    ? value.map((item) => written(item, style, inner))
    : Object.entries(value).map(([name, one]) => `${style.key(name)}: ${written(one, style, inner)}`)
  const [open, close, pad] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', style.pad]
  const line = items.join(', ')
  if (items.length === 0) return open + close
  if (line.length <= LINE && !line.includes('\n')) return `${open}${pad}${line}${pad}${close}`
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}

const inJs = (value: unknown): string =>
  written(value, {
    text: (text) => (/['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`),
    word: String,
    key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`),
    pad: ' ',
    indent: '  ',
  })

const inPython = (value: unknown, indent = ''): string => written(value, PYTHON, indent)

const PYTHON: Style = {
  text: (text) => JSON.stringify(text),
  word: (word) => ({ true: 'True', false: 'False', null: 'None' })[`${word}`],
  key: (name) => JSON.stringify(name),
  pad: '',
  indent: '    ',
}
