import type { Schemas } from '../../api/client.ts'
import { forGuestTexts } from '../../forms/guest-labels.ts'

type Queue = Schemas['Queue']

type CustomField = Queue['custom_fields'][number]

type Value = Schemas['CustomFieldValue'] | null

/** What a host enters of a guest. Empty texts stand for nothing. */
export interface GuestDetails extends Record<string, unknown>, ReturnType<typeof forGuestTexts<string>> {
  readonly name: string
  readonly phone: string
  readonly party_size: number | string
  readonly tags: string[]
  readonly priority: string | null
  /** By key. Booleans are `yes` or `no`, so that none is answered unseen. */
  readonly fields: Readonly<Record<string, string | number | null>>
}

/** What a form shows of a guest, or of one who is to be added. */
export const detailsOf = (given: Partial<Schemas['GuestCreate']>, queue: Queue): GuestDetails => ({
  name: given.name ?? '',
  phone: given.phone ?? '',
  party_size: given.party_size ?? usualParty(queue),
  ...forGuestTexts((name) => given[name] ?? ''),
  tags: [...(given.tags ?? [])],
  priority: given.priority ?? null,
  fields: Object.fromEntries(
    queue.custom_fields.map((field) => [field.key, shownValue(field, given.fields)]),
  ),
})

/** What is sent of it. */
export const bodyOf = (details: GuestDetails, queue: Queue): Schemas['GuestCreate'] => ({
  name: details.name.trim(),
  phone: details.phone.trim() || null,
  party_size: details.party_size as number,
  ...forGuestTexts((name) => details[name].trim() || null),
  tags: details.tags,
  priority: details.priority,
  fields: Object.fromEntries(
    queue.custom_fields.map((field) => [field.key, sentValue(field, details.fields)]),
  ),
})

/** Before the key of a custom field in the names of a form. */
const FIELD = 'fields.'

/** The same with each custom field apart, as `fields.KEY`: two people may change different ones. */
export function flatBodyOf(details: GuestDetails, queue: Queue): Record<string, unknown> {
  const { fields = {}, ...rest } = bodyOf(details, queue)
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [FIELD + key, value])),
  }
}

/** The changes of a flat body as the API takes them. */
export function updateOf(changes: Record<string, unknown>): Schemas['GuestUpdate'] {
  const entries = Object.entries(changes)
  const fields = entries.flatMap(([name, value]) =>
    name.startsWith(FIELD) ? [[name.slice(FIELD.length), value] as const] : [],
  )
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(FIELD))),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) as Record<string, Value> }),
  }
}

const usualParty = ({ min_party_size, max_party_size }: Queue): number =>
  Math.min(Math.max(2, min_party_size), max_party_size)

function shownValue({ key, type }: CustomField, values: Schemas['GuestCreate']['fields'] = {}) {
  const value = Object.hasOwn(values, key) ? (values[key] ?? null) : null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? (type === 'choice' || type === 'boolean' ? null : '')
}

function sentValue({ key, type }: CustomField, values: GuestDetails['fields']): Value {
  const value = Object.hasOwn(values, key) ? values[key] : null
  if (type === 'boolean') return value === 'yes' ? true : value === 'no' ? false : null
  return (typeof value === 'string' ? value.trim() || null : value) ?? null
}
