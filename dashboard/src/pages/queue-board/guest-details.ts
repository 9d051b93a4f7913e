import type { Schemas } from '../../api/client.ts'

type CustomField = Schemas['Queue']['custom_fields'][number]

type Value = Schemas['CustomFieldValue'] | null

/** What a host enters of a guest. Empty texts stand for nothing. */
export interface GuestDetails extends Record<string, unknown> {
  readonly name: string
  readonly phone: string
  readonly party_size: number | string
  readonly email: string
  readonly notes: string
  readonly tags: string[]
  readonly priority: string | null
  readonly fields: Readonly<Record<string, Value>>
}

/** What a form shows of a guest, or of one who is to be added. */
export const detailsOf = (given: Partial<Schemas['GuestCreate']>, queue: Schemas['Queue']): GuestDetails => ({
  name: given.name ?? '',
  phone: given.phone ?? '',
  party_size: given.party_size ?? usualParty(queue),
  email: given.email ?? '',
  notes: given.notes ?? '',
  tags: [...(given.tags ?? [])],
  priority: given.priority ?? null,
  fields: Object.fromEntries(
    queue.custom_fields.map((field) => [field.key, shownValue(field, given.fields)]),
  ),
})

/** What is sent of it. */
export const bodyOf = (details: GuestDetails): Schemas['GuestCreate'] => ({
  name: details.name.trim(),
  phone: details.phone.trim() || null,
  party_size: details.party_size as number,
  email: details.email.trim() || null,
  notes: details.notes.trim() || null,
  tags: details.tags,
  priority: details.priority,
  fields: Object.fromEntries(Object.entries(details.fields).map(([key, value]) => [key, filled(value)])),
})

const usualParty = ({ min_party_size, max_party_size }: Schemas['Queue']): number =>
  Math.min(Math.max(2, min_party_size), max_party_size)

const shownValue = ({ key, type }: CustomField, values: Schemas['GuestCreate']['fields'] = {}): Value =>
  values[key] ?? (type === 'boolean' ? false : type === 'choice' ? null : '')

const filled = (value: Value): Value => (typeof value === 'string' ? value.trim() || null : value)
