import type { Schemas } from '../../api/client.ts'
import { keyOf } from '../key-of.ts'

type CustomField = Schemas['Queue']['custom_fields'][number]

export type FieldType = CustomField['type']

/** A custom field as the editor has it. */
export interface FieldEntry {
  /** undefined for a new field: its key is derived from its label and never changes. */
  readonly key: string | undefined
  readonly label: string
  readonly type: FieldType
  readonly required: boolean
  /** Whether the join page asks for it; undefined where every field is asked for. */
  readonly public: boolean | undefined
  /** Of a choice, with commas between them. */
  readonly options: string
}

/** A field of a queue. */
export const entryOf = ({ public: asked = false, ...field }: CustomField): FieldEntry => ({
  ...entryOfQuestion(field),
  public: asked,
})

/** A question to customers, who are asked all of them. */
export const entryOfQuestion = ({ options = [], ...question }: Schemas['Question']): FieldEntry => ({
  ...question,
  options: options.join(', '),
  public: undefined,
})

/** The field for the API. */
export const fieldOf = ({ options, key, public: asked, ...entry }: FieldEntry): CustomField => ({
  ...entry,
  key: key ?? keyOf(entry.label),
  ...(asked !== undefined && { public: asked }),
  ...(entry.type === 'choice' && {
    options: options
      .split(',')
      .map((option) => option.trim())
      .filter(Boolean),
  }),
})
