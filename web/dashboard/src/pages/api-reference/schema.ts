import { componentOf, nameOf, type Schema, type Schemas } from './document.ts'

/** Resolves a schema that is a reference. */
export const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : { ...componentOf(schemas, schema.$ref), ...withoutRef(schema) }

const withoutRef = ({ $ref: _, ...own }: Schema): Schema => own

/** The schema without its null alternative. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (others?.length !== 1 || others.length === schema.anyOf?.length) {
    return { schema, isNullable: false }
  }
  const { anyOf: _, ...own } = schema
  return { schema: { ...others[0], ...own }, isNullable: true }
}

/** The type of a value in words: `array of Guest`, `string (date-time) or null`. */
export function typeText(given: Schema): string {
  const { schema, isNullable } = withoutNull(given)
  return plainType(schema) + (isNullable ? ' or null' : '')
}

function plainType({ $ref, type, items, enum: values, const: value, format, anyOf, oneOf, ...rest }: Schema) {
  if ($ref !== undefined) return nameOf($ref)
  if (values) return values.map((one) => JSON.stringify(one)).join(', ')
  if (value !== undefined) return JSON.stringify(value)
  const either = anyOf ?? oneOf
  if (either) return [...new Set(either.map(typeText))].join(' or ')
  if (type === 'array') return `array of ${items ? typeText(items) : 'anything'}`
  if (type === 'object' && typeof rest.additionalProperties === 'object' && !rest.properties) {
    return `object of ${typeText(rest.additionalProperties)}`
  }
  if (type === undefined) return 'anything'
  if (typeof type !== 'string') return type.join(' or ')
  return format && type === 'string' ? `string (${format})` : type
}

/** The limits of a value in words; empty if it has none. */
export function limitsText({ minimum, maximum, minLength, maxLength, default: preset }: Schema): string {
  const bounds = [
    ...rangeOf('', minimum, maximum),
    ...rangeOf(' characters', minLength, maxLength),
    ...(preset === undefined ? [] : [`${JSON.stringify(preset)} unless given`]),
  ]
  return bounds.join('; ')
}

function rangeOf(unit: string, least: number | undefined, max: number | undefined): string[] {
  const hasMost = max !== undefined && max < Number.MAX_SAFE_INTEGER
  const hasLeast = least !== undefined && least > Number.MIN_SAFE_INTEGER
  if (hasLeast && hasMost) return [`${least} to ${max}${unit}`]
  if (hasMost) return [`up to ${max}${unit}`]
  return hasLeast ? [`at least ${least}${unit}`] : []
}

/** Example values for names that say more than their schema. */
const HINTS: Readonly<Record<string, unknown>> = {
  name: 'Ada',
  phone: '+14155552671',
  email: 'ada@example.com',
  url: 'https://example.com/usher',
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-12-01T12:00:00Z',
  date: '2026-12-01',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '0190a5c2-7d1e-7b3a-8f00-6b1f3c2d4e5f',
}

/** An example identifier for a TypeID pattern. */
const identifierOf = (pattern = ''): string | undefined => {
  const prefix = /^\^([a-z]{1,3})_\[0-7\]/.exec(pattern)?.[1]
  return prefix && `${prefix}_01h455vb4pex5vsknk084sn02q`
}

/** Deeper levels of an example are left empty: some schemas are recursive. */
const MAX_DEPTH = 6

/** An example value: only required fields for requests, every field for responses. */
export function exampleOf(
  schema: Schema,
  schemas: Schemas,
  options: { readonly isWhole: boolean },
  { name = '', depth = 0 } = {},
): unknown {
  const flat = withoutNull(resolved(withoutNull(schema).schema, schemas)).schema
  const given = flat.examples?.[0] ?? flat.const ?? flat.default ?? flat.enum?.[0]
  if (given !== undefined) return given
  const inner = (part: Schema, of = name) => exampleOf(part, schemas, options, { name: of, depth: depth + 1 })
  const [either] = flat.anyOf ?? flat.oneOf ?? []
  if (either) return inner(either)
  if (flat.type === 'object') {
    const { required = [] } = flat
    const shown = Object.entries(flat.properties ?? {}).filter(
      ([property]) => depth < MAX_DEPTH && (options.isWhole || required.includes(property)),
    )
    return Object.fromEntries(shown.map(([property, part]) => [property, inner(part, property)]))
  }
  if (flat.type === 'array') return flat.items && depth < MAX_DEPTH ? [inner(flat.items)] : []
  return scalarOf(flat, name)
}

function scalarOf({ type: given, format = '', pattern, minimum = 1 }: Schema, name: string): unknown {
  const type = typeof given === 'string' ? given : given?.[0]
  if (type === 'integer' || type === 'number') return Math.max(minimum, 1)
  if (type === 'boolean') return true
  if (type !== 'string') return null
  return identifierOf(pattern) ?? HINTS[name] ?? FORMATS[format] ?? (name || 'text')
}
