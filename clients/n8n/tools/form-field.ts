import type { Field } from '../src/n8n.ts'
import { type Document, resolved, type Schema } from './document.ts'

/** A parameter or a field of a body. */
export interface Value {
  readonly name: string
  readonly place: 'path' | 'query' | 'body' | 'header'
  readonly description: string | undefined
  readonly schema: Schema
}

/** The field of a form for a value, and where n8n puts what is entered. */
export function fieldOf({ name, place, description = '', schema: given }: Value, document: Document): Field {
  const schema = withoutNull(resolved(document.components.schemas, given), document)
  const { type, preset, options, range } = inputFor(schema)
  return {
    displayName: titleOf(name),
    name: nameOf(name),
    type,
    default: preset,
    description: sentence(description || schema.description || ''),
    ...(options && { options }),
    ...(range && { typeOptions: range }),
    ...(place !== 'path' && { routing: routingOf(name, place, type) }),
  }
}

/** Names of fields are used in expressions, which a hyphen would end. */
export const nameOf = (name: string): string => name.replaceAll('-', '_')

function routingOf(name: string, place: Value['place'], type: string): NonNullable<Field['routing']> {
  if (place === 'header') return { request: { headers: { [name]: '={{$value}}' } } }
  if (place === 'query') return { send: { type: 'query', property: name } }
  const json = '={{ typeof $value === "string" ? JSON.parse($value) : $value }}'
  return { send: { type: 'body', property: name, ...(type === 'json' && { value: json }) } }
}

/** A field that may be null is left out for that. */
function withoutNull(schema: Schema, { components }: Document): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return resolved(components.schemas, only)
  if (!Array.isArray(schema.type)) return schema
  const [type] = schema.type.filter((one) => one !== 'null')
  return { ...schema, type }
}

function inputFor(schema: Schema) {
  const { type, enum: values, default: preset } = schema
  const words = values?.filter((value) => typeof value === 'string')
  if (words !== undefined && words.length > 0) {
    const options = words.map((value) => ({ name: titleOf(value), value }))
    return { type: 'options', preset: preset ?? words[0], options }
  }
  if (type === 'boolean') return { type: 'boolean', preset: preset ?? false }
  if (type === 'integer' || type === 'number')
    return { type: 'number', preset: preset ?? 0, range: rangeOf(schema) }
  if (schema.format === 'date-time') return { type: 'dateTime', preset: '' }
  if (type === 'string') return { type: 'string', preset: preset ?? '' }
  return { type: 'json', preset: JSON.stringify(preset ?? (type === 'array' ? [] : {})) }
}

function rangeOf({ minimum, maximum }: Schema) {
  const isBound = (value: number | undefined) => value !== undefined && Number.isSafeInteger(value)
  return {
    ...(isBound(minimum) && { minValue: minimum }),
    ...(isBound(maximum) && maximum !== Number.MAX_SAFE_INTEGER && { maxValue: maximum }),
  }
}

/** `party_size` → `Party Size`. */
export const titleOf = (name: string): string =>
  name
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .replaceAll(/\bId\b/g, 'ID')

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
