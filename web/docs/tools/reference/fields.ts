import type { Schema } from './document.ts'
import { type LinkTo, literal, typeInWords } from './types.ts'

/** A Markdown list of the fields of an object; those of objects without a name are indented below theirs. */
export function fieldList(schema: Schema, linkTo: LinkTo, indent = ''): string {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => fieldItem({ name, field, isRequired: required.has(name) }, linkTo, indent))
    .join('\n')
}

interface Field {
  readonly name: string
  readonly field: Schema
  /** Undefined where it goes without saying. */
  readonly isRequired: boolean
}

function fieldItem({ name, field, isRequired }: Field, linkTo: LinkTo, indent: string): string {
  const facts = [typeInWords(field, linkTo), isRequired && 'required', field.deprecated && '**deprecated**']
  const preset = field.default === undefined ? '' : ` Default: ${literal(field.default)}.`
  const text = `${sentence(field.description)}${preset}`.trim()
  const line = `${indent}- \`${name}\` (${facts.filter(Boolean).join(', ')})${text && `: ${text}`}`
  const inner = nested(field)
  return inner === undefined ? line : `${line}\n${fieldList(inner, linkTo, `${indent}  `)}`
}

/** The fields that belong below a field: of the object that it is, may be, or is a list of. */
function nested(field: Schema): Schema | undefined {
  if (field.properties !== undefined) return field
  const parts = [...(field.anyOf ?? []), ...(field.items ? [field.items] : [])]
  return parts.map(nested).find((part) => part !== undefined)
}

/** A description as it can stand in Markdown, with a full stop. */
export function sentence(text = ''): string {
  const safe = text.trim().replaceAll('<', '\\<')
  return safe === '' || /[.!?:]$/.test(safe) ? safe : `${safe}.`
}
