import type { RecordedExamples } from '@usher/contracts/examples'
import { slug } from 'github-slugger'
import { type SampleRequest, samplesOf } from '../../../../clients/node/tools/emit/samples.ts'
import { type SdkOperation, sdkOperations } from '../../../../clients/node/tools/model/operations.ts'
import {
  type Content,
  type Document,
  type MediaType,
  nameOf,
  type Operation,
  operationsOf,
  type Parameter,
  resolveIn,
  type Schema,
} from './document.ts'
import { exampleValue } from './example.ts'
import { fieldList, sentence } from './fields.ts'
import { type LinkTo, typeInWords } from './types.ts'

/** An operation with its address. */
export interface Located {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  /** How the SDKs call it, with an example; undefined: they do not. */
  readonly call: { readonly operation: SdkOperation; readonly request: SampleRequest } | undefined
}

/** Every operation with how the SDKs call it. */
export function locatedOperations(document: Document, examples: RecordedExamples['operations']): Located[] {
  const methods = new Map(sdkOperations({ ...document }).map((operation) => [operation.id, operation]))
  return operationsOf(document).map((located) => {
    const operation = methods.get(located.operation.operationId)
    const request = examples.get(located.operation.operationId)?.request
    return { ...located, call: operation && request && { operation, request } }
  })
}

/** Where an operation is described. */
export const addressOf = ({ operation: { tags, summary } }: Located): string =>
  `/docs/reference/${slugOf(tags[0] ?? '')}#${slug(summary)}`

/** The last part of the address of a tag's page. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  oauth: 'OAuth token',
  session: 'session',
}

/** An operation of the reference as Markdown, below its own heading. */
export function operationInMarkdown(located: Located, document: Document, linkTo: LinkTo): string {
  const { method, path, operation } = located
  return [
    `## ${operation.summary}`,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    operation.deprecated && '**Deprecated.**',
    sentence(operation.description),
    credentialLine(operation),
    parameterList(operation, document, linkTo),
    bodyOf(operation, document, linkTo),
    callOf(located),
    answersOf(operation, document, linkTo),
    errorsOf(operation, document),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function credentialLine({ operationId, security = [] }: Operation): string {
  const names = security.flatMap((one) => Object.keys(one)).map((name) => CREDENTIALS[name] ?? name)
  const who = names.length === 0 ? 'none' : names.join(', ')
  return `Operation \`${operationId}\`. [Credential](/docs/guides/authentication): ${who}.`
}

/** Those in the path and the query; headers are the same everywhere, and explained in the guides. */
export const parametersOf = ({ parameters = [] }: Operation, { components }: Document): Parameter[] =>
  parameters
    .map((parameter) => resolveIn<Parameter>(components.parameters, parameter))
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')

function parameterList(operation: Operation, document: Document, linkTo: LinkTo): string | false {
  const shown = parametersOf(operation, document)
  if (shown.length === 0) return false
  const required = shown.filter((parameter) => parameter.required).map(({ name }) => name)
  const properties = Object.fromEntries(
    shown.map(({ name, schema, description }) => [name, { ...(description && { description }), ...schema }]),
  )
  return `**Parameters**\n\n${fieldList({ properties, required }, linkTo)}`
}

function bodyOf({ requestBody }: Operation, document: Document, linkTo: LinkTo): string | false {
  const media = mediaOf(requestBody?.content)
  if (requestBody === undefined || media?.schema === undefined) return false
  const schema = resolveIn<Schema>(document.components.schemas, media.schema as Schema & { $ref: string })
  const title = requestBody.required ? '**Body**' : '**Body** (optional)'
  const fields = schema.properties ? fieldList(schema, linkTo) : typeInWords(media.schema, linkTo)
  return [title, fields, exampleOf(media, schema, document)].filter(Boolean).join('\n\n')
}

/** Samples, and a link to the operation in the console. */
function callOf({ operation, call }: Located): string | false {
  if (call === undefined) return false
  const hasKey = operation.security?.some((one) => 'apiKey' in one)
  const samples = samplesOf(call.operation, call.request, hasKey ? 'USHER_API_KEY' : 'USHER_ACCESS_TOKEN')
  const blocks = samples.map(
    ({ title, language, source }) => `\`\`\`${language} title="${title}"\n${source}\n\`\`\``,
  )
  return [
    `<details><summary>In curl, Node, Python and Go</summary>`,
    ...blocks,
    '</details>',
    `[Try it](/docs/reference/try?operation=${operation.operationId})`,
  ].join('\n\n')
}

const mediaOf = (content: Content | undefined): (MediaType & { readonly type: string }) | undefined => {
  const [first] = Object.entries(content ?? {})
  return first && { type: first[0], ...first[1] }
}

function answersOf({ responses }: Operation, { components, ...rest }: Document, linkTo: LinkTo): string {
  const lines = Object.entries(responses)
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, given]) => {
      const media = mediaOf(resolveIn(components.responses, given).content)
      if (media?.schema === undefined)
        return `**Answer ${status}**${media ? ` (${media.type})` : ', without a body.'}`
      const schema = resolveIn<Schema>(components.schemas, media.schema as Schema & { $ref: string })
      const example = exampleOf(media, schema, { components, ...rest })
      const type = media.type === 'application/json' ? '' : ` (${media.type})`
      return [`**Answer ${status}**${type}: ${typeInWords(media.schema, linkTo)}`, example]
        .filter(Boolean)
        .join('\n\n')
    })
  return lines.join('\n\n')
}

function exampleOf(media: MediaType, schema: Schema, document: Document): string | false {
  const value = exampleValue(media, schema, document)
  return value !== undefined && `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

/** The codes of its own refusals by status; those that most operations give are in the guide. */
function errorsOf(operation: Operation, document: Document): string | false {
  const common = commonCodes(document)
  const own = refusalsOf(operation, document).filter(({ code }) => !common.has(code))
  if (own.length === 0) return false
  const lines = own.map(({ status, code }) => `${status} \`${code}\``)
  return `**Errors**, beside [those of most operations](/docs/guides/errors): ${lines.join(', ')}`
}

/** A code with which an operation refuses. */
interface Refusal {
  readonly status: string
  readonly code: string
}

function refusalsOf({ responses }: Operation, { components }: Document): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, given]) => {
      const { content } = resolveIn(components.responses, given)
      const examples = Object.entries(content?.['application/problem+json']?.examples ?? {})
      return examples.map(([key, example]) => ({ status, code: '$ref' in example ? nameOf(example) : key }))
    })
}

const known = new WeakMap<Document, ReadonlySet<string>>()

/** Codes that at least a third of all operations may answer. */
function commonCodes(document: Document): ReadonlySet<string> {
  const common = known.get(document) ?? countCommon(document)
  known.set(document, common)
  return common
}

function countCommon(document: Document): ReadonlySet<string> {
  const operations = operationsOf(document)
  const codes = operations.flatMap(({ operation }) => refusalsOf(operation, document).map(({ code }) => code))
  const isCommon = (code: string) => codes.filter((one) => one === code).length * 3 >= operations.length
  return new Set(codes.filter(isCommon))
}
