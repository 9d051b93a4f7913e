/** The parts of an OpenAPI document that nodes are made from. */
export interface Document {
  readonly info: { readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly pathItems: Readonly<Record<string, { readonly post: { readonly summary: string } }>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
}

interface Reference {
  readonly $ref: string
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** What a reference stands for, or the value itself; a description beside the reference stays. */
export function resolved<T extends object>(components: Readonly<Record<string, T>>, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const { $ref, ...beside } = value
  return { ...resolved(components, components[$ref.slice($ref.lastIndexOf('/') + 1)] as T), ...beside }
}
