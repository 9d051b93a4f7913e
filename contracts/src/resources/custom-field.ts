import { z } from 'zod'
import { line } from '../text.ts'

const MAX_FIELDS = 20
const MAX_OPTIONS = 30

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'boolean', 'choice', 'date'] as const

/** Key of a custom field; starts with a letter. */
export const fieldKey = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, {
  error: 'must be 1 to 40 lowercase letters, digits, - and _, a letter first',
})

const options = z
  .array(line(60))
  .min(1)
  .max(MAX_OPTIONS)
  .refine((all) => new Set(all).size === all.length, { error: 'must not repeat an option' })
  .meta({ uniqueItems: true })

/** An additional field for each guest of a queue. */
export const customFieldSchema = z
  .strictObject({
    key: fieldKey.describe('Name of the value in `fields` or `answers`'),
    label: line(100).describe('What people are asked'),
    type: z
      .enum(CUSTOM_FIELD_TYPES)
      .meta({ id: 'CustomFieldType', description: 'Kind of value; choice: one of the options' }),
    required: z.boolean().describe('Whether it must be answered'),
    options: options.exactOptional().meta({ description: 'What may be chosen; for choice alone' }),
    public: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether the join page asks for it; default: no' }),
  })
  .meta({
    id: 'CustomField',
    examples: [{ key: 'allergies', label: 'Allergies', type: 'text', required: false, public: true }],
  })

export type CustomField = z.infer<typeof customFieldSchema>

const { public: _, ...question } = customFieldSchema.shape

/** A field as whoever has to fill it in sees it. */
export const askedFieldSchema = z.object(question).meta({ id: 'AskedField' })

export type AskedField = z.infer<typeof askedFieldSchema>

/** Unique keys, and options for choices only. */
function requireConsistent(fields: readonly AskedField[], context: z.core.$RefinementCtx): void {
  const fault = (path: PropertyKey[], message: string, code: string) =>
    context.addIssue({ code: 'custom', path, message, params: { code } })
  for (const [index, { key, type, options: given }] of fields.entries()) {
    if (fields.findIndex((field) => field.key === key) !== index) {
      fault([index, 'key'], 'must not repeat a key', 'repeated_key')
    }
    if (type === 'choice' && !given)
      fault([index, 'options'], 'must be given for a choice', 'options_required')
    if (type !== 'choice' && given) fault([index, 'options'], 'is for a choice alone', 'not_a_choice')
  }
}

/** What customers are asked when they book by themselves. */
export const questionsSchema = z
  .array(z.strictObject(question).meta({ id: 'Question' }))
  .max(MAX_FIELDS)
  .superRefine(requireConsistent)
  .describe('What customers are asked when they book by themselves')

/** The custom fields of a queue. */
export const customFieldsSchema = z
  .array(customFieldSchema)
  .max(MAX_FIELDS)
  .superRefine(requireConsistent)
  .meta({ description: 'What more is asked of guests. Values that fit no field any more are kept unseen' })

export const fieldValueSchema = z
  .union([z.string(), z.number(), z.boolean()])
  .meta({ id: 'CustomFieldValue' })

export type FieldValue = z.infer<typeof fieldValueSchema>

/** Values by the keys of their fields; null: none. */
export const answersSchema = z
  .record(fieldKey, fieldValueSchema.nullable())
  .meta({ description: 'By the keys of the questions; null: none' })

const VALUES = { text: line(500), number: z.number(), boolean: z.boolean(), date: z.iso.date() }

/** Cached schemas of choices, against which every guest of a list is checked. */
const choices = new WeakMap<AskedField, z.ZodType<FieldValue>>()

/** Schema of a custom field's values. */
export function fieldValueOf(field: AskedField): z.ZodType<FieldValue> {
  const { type, options = [] } = field
  if (type !== 'choice') return VALUES[type]
  const choice = choices.get(field) ?? cleanedChoice(options)
  choices.set(field, choice)
  return choice
}

/** Options are cleaned as lines; those of earlier versions may not be. */
const cleanedChoice = (options: readonly string[]) =>
  z
    .string()
    .transform((text) => (options.includes(text) ? text : line(500).safeParse(text).data))
    .pipe(z.enum(options))
