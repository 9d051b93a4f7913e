import { nameOf, type Schema } from './document.ts'

/** Where a named schema is described; undefined: nowhere. */
export type LinkTo = (schemaName: string) => string | undefined

/** Bounds of numbers that only say what JSON can hold. */
const isSafe = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

/** What a value may be, in a few words: `string, 1–100 characters, or null`. */
export function typeInWords(schema: Schema, linkTo: LinkTo): string {
  if (schema.$ref !== undefined) return linked(nameOf({ $ref: schema.$ref }), linkTo)
  const parts = schema.anyOf ?? schema.oneOf
  if (parts !== undefined) return joined(parts.map((part) => typeInWords(part, linkTo)))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return `one of ${schema.enum.map(literal).join(', ')}`
  if (Array.isArray(schema.type)) {
    return joined(schema.type.map((type: string) => typeInWords({ ...schema, type }, linkTo)))
  }
  if (schema.type === 'array') return `list of ${typeInWords(schema.items ?? {}, linkTo)}${limitsOf(schema)}`
  if (schema.type === 'object') return objectInWords(schema, linkTo)
  return `${plainType(schema)}${limitsOf(schema)}`
}

const joined = (types: readonly string[]): string => [...new Set(types)].join(' or ')

export const literal = (value: unknown): string => `\`${JSON.stringify(value)}\``

function linked(name: string, linkTo: LinkTo): string {
  const target = linkTo(name)
  return target === undefined ? name : `[${name}](${target})`
}

function objectInWords({ properties, additionalProperties }: Schema, linkTo: LinkTo): string {
  if (properties !== undefined || typeof additionalProperties !== 'object') return 'object'
  return `object of ${typeInWords(additionalProperties, linkTo)}`
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time (ISO 8601)',
  date: 'date (YYYY-MM-DD)',
  uri: 'URL',
  email: 'e-mail address',
}

const plainType = ({ type, format }: Schema): string =>
  (format && FORMATS[format]) ?? (type === undefined ? 'any value' : String(type))

function limitsOf(schema: Schema): string {
  const { type } = schema
  if (type === 'array') return range(schema.minItems, schema.maxItems, '')
  if (type === 'string') return range(schema.minLength, schema.maxLength, ' characters')
  return range(schema.minimum, schema.maximum, '')
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (isSafe(from) && isSafe(to)) return from === to ? `, ${from}${unit}` : `, ${from}–${to}${unit}`
  if (isSafe(to)) return `, at most ${to}${unit}`
  return isSafe(from) && from > 0 ? `, at least ${from}${unit}` : ''
}
