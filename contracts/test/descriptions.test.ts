import { openApiDocument } from '@usher/contracts'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Json = any

const document: Json = openApiDocument('https://usher.example')
const { schemas, parameters: shared } = document.components

/** What a schema consists of besides its own fields. */
const PARTS = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'prefixItems'] as const

/** A description of its own, or that of the schema it refers to. */
const descriptionOf = ({ description, $ref }: Json): string | undefined =>
  description ?? schemas[$ref?.replace('#/components/schemas/', '')]?.description

/** Every field of a schema, with where it is. */
function fieldsOf(schema: Json, at: string): [where: string, field: Json][] {
  const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
    [`${at}.${name}`, field] as [string, Json],
    ...fieldsOf(field, `${at}.${name}`),
  ])
  const parts = PARTS.flatMap((part) => [schema[part] ?? []].flat())
  return [...own, ...parts.flatMap((part) => (typeof part === 'object' ? fieldsOf(part, at) : []))]
}

const webhooks = Object.entries<Json>(document.components.pathItems).map(
  ([type, { post }]) => [type, post.requestBody.content['application/json'].schema] as const,
)
const fields = [...Object.entries<Json>(schemas), ...webhooks].flatMap(([name, schema]) =>
  fieldsOf(schema, name),
)

describe('the descriptions in the OpenAPI document', () => {
  test('exist for every field of every schema', () => {
    expect(fields.length).toBeGreaterThan(2_000)
    expect(fields.filter(([, field]) => !descriptionOf(field)).map(([where]) => where)).toEqual([])
  })

  test('say more than the name of their field', () => {
    const repeats = fields.filter(([where, field]) => {
      const name = where.slice(where.lastIndexOf('.') + 1).replaceAll('_', ' ')
      return descriptionOf(field)?.toLowerCase().replace(/^the /, '') === name
    })
    expect(repeats.map(([where]) => where)).toEqual([])
  })

  test('exist for every parameter', () => {
    const operations = [document.paths, document.components.pathItems]
      .flatMap((all) => Object.values<Json>(all))
      .flatMap((item) => Object.values<Json>(item))
    const own = operations.flatMap(({ operationId, parameters }) =>
      parameters.flatMap((one: Json) => (one.$ref ? [] : [[`${operationId} ${one.name}`, one]])),
    )
    const all: [string, Json][] = [...own, ...Object.entries(shared)]
    expect(all.length).toBeGreaterThan(200)
    const plain = all.filter(([, { description, schema }]) => !description && !descriptionOf(schema))
    expect(plain.map(([where]) => where)).toEqual([])
  })
})
