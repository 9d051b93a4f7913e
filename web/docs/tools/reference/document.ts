/** The parts of an OpenAPI document that the reference shows. */
export interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly pathItems: Readonly<Record<string, { readonly post: Operation }>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly examples: Readonly<Record<string, { readonly value?: unknown }>>
  }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Response {
  readonly description: string
  readonly content?: Content
}

export type Content = Readonly<Record<string, MediaType>>

export interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown } | Reference>>
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The name at the end of a reference within the document. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1)

const isReference = (value: object): value is Reference => '$ref' in value

/** What a reference stands for, or the value itself. */
export function resolveIn<T extends object>(
  components: Readonly<Record<string, T>>,
  value: T | Reference,
): T {
  if (!isReference(value)) return value
  const found = components[nameOf(value)]
  if (found === undefined) throw new Error(`${value.$ref} is not in the document`)
  return found
}

/** Every operation of the API with where it is. */
export function operationsOf({ paths }: Document): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
