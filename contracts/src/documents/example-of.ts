import { EXAMPLE_VALUES } from './example-values.ts'
import type { Json } from './schemas.ts'

const SUFFIX = '01h455vb4pex5vsknk084sn02q'
const ADDRESS = 'https://usher.example/g/k7x2m9'

type Schemas = Readonly<Record<string, Json>>

/**
 * A value that matches a schema: the schema's own example, else the usual value of a field with that name.
 *
 * @param schemas the schemas it refers to
 * @param name name of the field
 */
export function exampleOf(schema: Json, schemas: Schemas, name = ''): unknown {
  const { $ref, examples, const: fixed, enum: some } = schema
  if (typeof $ref === 'string') {
    return exampleOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Json, schemas, name)
  }
  if (Array.isArray(examples)) return examples[0]
  if (fixed !== undefined) return fixed
  if (Array.isArray(some)) return some[0]
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  const types = [schema.type ?? branches.map(({ type }) => type)].flat()
  if (types.includes('null') && !(name in EXAMPLE_VALUES)) return null
  const [branch] = branches
  return branch ? exampleOf(branch, schemas, name) : exampleOfType(types[0], schema, schemas, name)
}

function exampleOfType(type: unknown, schema: Json, schemas: Schemas, name: string): unknown {
  switch (type) {
    case 'object':
      return exampleObject(schema, schemas)
    case 'array':
      return [exampleOf(schema.items as Json, schemas, name)]
    case 'string':
      return exampleText(schema, name)
    case 'integer':
    case 'number':
      return EXAMPLE_VALUES[name] ?? Math.max(Number(schema.minimum ?? 1), 1)
    case 'boolean':
      return true
    default:
      return {}
  }
}

const exampleObject = ({ properties = {} }: Json, schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, field]) => [
      name,
      exampleOf(field, schemas, name),
    ]),
  )

function exampleText({ format, pattern = '' }: Json, name: string): unknown {
  const prefix = /^\^([a-z]+_)(?:\(\?:test_\)\?)?\[0-7\]/.exec(String(pattern))?.[1]
  if (prefix) return prefix + SUFFIX
  if (format === 'date-time') return '2026-12-24T18:30:00Z'
  if (format === 'date') return '2026-12-24'
  return EXAMPLE_VALUES[name] ?? (format === 'uri' ? ADDRESS : 'string')
}
