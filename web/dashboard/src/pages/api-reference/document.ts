/** The part of JSON Schema (2020-12) that our OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

export type Schemas = Readonly<Record<string, Schema>>

interface Media {
  readonly schema?: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, Media>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
}

type Response = Content & { readonly description: string }

interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly [string]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>
}

/** The OpenAPI document of Usher, as far as the reference needs it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: {
    readonly schemas: Schemas
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses?: Readonly<Record<string, Response>>
  }
}

export type Credential = 'apiKey' | 'oauth' | 'session'

interface Body {
  readonly media: string
  readonly schema: Schema
}

export interface ApiOperation {
  readonly id: string
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly scope: string | undefined
  /** The accepted credentials; empty if it needs none. */
  readonly credentials: readonly Credential[]
  /** Without the parameters that a browser adds itself. */
  readonly parameters: readonly Parameter[]
  readonly body: (Body & { readonly required: boolean }) | undefined
  readonly answers: readonly { readonly status: string; readonly description: string; readonly body?: Body }[]
}

/** The operations of a document, in its order. */
export const operationsOf = ({ paths, components }: ApiDocument): ApiOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0],
      summary: operation.summary,
      // Markdown, used only for code spans.
      description: operation.description.replaceAll('`', ''),
      scope: /scope `([^`]+)`/.exec(operation.description)?.[1],
      credentials: operation.security.flatMap((one) => Object.keys(one) as Credential[]),
      parameters: operation.parameters
        .map((one) => ('$ref' in one ? componentOf(components.parameters, one.$ref) : one))
        .filter(({ name }) => name !== 'x-csrf-token'),
      body: requestBodyOf(operation.requestBody),
      answers: Object.entries(operation.responses).map(([status, one]) => {
        const { description, content } =
          '$ref' in one ? componentOf(components.responses ?? {}, one.$ref) : one
        return { status, description, ...withBody(content) }
      }),
    })),
  )

function requestBodyOf(given: DocumentedOperation['requestBody']): ApiOperation['body'] {
  const { body } = withBody(given?.content)
  return given && body && { ...body, required: given.required }
}

function withBody(content: Content['content'] = {}): { body?: Body } {
  const [first] = Object.entries(content)
  return first ? { body: { media: first[0], schema: first[1].schema ?? {} } } : {}
}

/** Resolves a reference within the document. @throws Error if there is no such component */
export function componentOf<Component>(components: Readonly<Record<string, Component>>, ref: string) {
  const found = components[nameOf(ref)]
  if (!found) throw new Error(`The document lacks ${ref}`)
  return found
}

/** `Guest` of `#/components/schemas/Guest`. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The operations whose name, path, summary or scope contains every search word. */
export function searchOperations(operations: readonly ApiOperation[], search: string): ApiOperation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ id, method, path, summary, tag, scope = '' }) => {
    const text = [id, method, path, summary, tag, scope].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
