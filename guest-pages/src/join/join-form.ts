import { type FieldError, type JoinPage, localeSchema } from '@usher/contracts'
import type { Request } from 'express'
import { fieldOf } from '../form.ts'
import type { Speaker } from '../speaker.ts'

type CustomField = JoinPage['custom_fields'][number]

/** The raw input of a join form, by field name. */
export type Typed = Readonly<Record<string, string>>

/** Errors by field name, in the guest's language; `form` is for errors of no field. */
export type Faults = Readonly<Record<string, string>>

/** The name of a custom field in the form. */
export const nameOf = ({ key }: Pick<CustomField, 'key'>): string => `field-${key}`

export const emptyForm = ({ min_party_size, max_party_size }: JoinPage): Typed => ({
  party_size: String(Math.min(Math.max(2, min_party_size), max_party_size)),
})

export const typedIn = (req: Request, page: JoinPage): Typed =>
  Object.fromEntries(
    ['name', 'phone', 'email', 'party_size', 'locale', ...page.custom_fields.map(nameOf)].map((name) => [
      name,
      fieldOf(req, name),
    ]),
  )

/** The body of the join request. The API validates it; a party size that is not a number is sent as null. */
export function joinBody(typed: Typed, { custom_fields }: JoinPage): object {
  const locale = localeSchema.safeParse(typed.locale).data
  const fields = custom_fields
    .map((field) => [field.key, fieldValue(field, typed[nameOf(field)]?.trim() ?? '')] as const)
    .filter(([, value]) => value !== undefined)
  return {
    name: typed.name ?? '',
    ...(typed.phone?.trim() && { phone: typed.phone }),
    ...(typed.email?.trim() && { email: typed.email.trim() }),
    party_size: Number(typed.party_size || Number.NaN),
    ...(locale && { locale }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  }
}

function fieldValue({ type }: CustomField, text: string): string | number | boolean | undefined {
  if (type === 'boolean') return text === 'yes'
  if (text === '') return undefined
  return type === 'number' ? Number(text.replace(',', '.')) : text
}

/** A form as it was sent. */
export interface Sent {
  readonly typed: Typed
  readonly page: JoinPage
  readonly speaker: Speaker
}

/** Errors found before calling the API, so that the guest sees them all at once. */
export function faultsAtOnce(sent: Sent): Faults {
  const { typed, page } = sent
  const isMissing = (name: string) => !typed[name]?.trim()
  const required = page.custom_fields.filter((field) => field.required && field.type !== 'boolean')
  const size = Number(typed.party_size || Number.NaN)
  const isFit = Number.isInteger(size) && size >= page.min_party_size && size <= page.max_party_size
  const wrong = [
    ...['name'].filter(isMissing),
    ...(isFit ? [] : ['party_size']),
    ...required.map(nameOf).filter(isMissing),
  ]
  return Object.fromEntries(wrong.map((name) => [name, faultOf(name, sent)]))
}

/** Maps the API's errors to the form's fields, in form order: the focus goes to the first. */
export function faultsOf(errors: readonly FieldError[], sent: Sent): Faults {
  const { page, speaker } = sent
  const names = new Map<string, string>([
    ...['name', 'party_size', 'phone', 'email'].map((name) => [`/${name}`, name] as const),
    ...page.custom_fields.map((field) => [`/fields/${field.key}`, nameOf(field)] as const),
  ])
  const wrong = new Set(errors.map(({ pointer }) => names.get(pointer) ?? 'form'))
  const faults = [...names.values()]
    .filter((name) => wrong.has(name))
    .map((name) => [name, faultOf(name, sent)] as const)
  return Object.fromEntries([...faults, ...(wrong.has('form') ? [['form', speaker.say('invalid')]] : [])])
}

function faultOf(name: string, { typed, page, speaker }: Sent): string {
  if (name === 'party_size') {
    return speaker.say('invalidSize', { min: page.min_party_size, max: page.max_party_size })
  }
  if (!typed[name]?.trim()) return speaker.say('required')
  if (name === 'phone') return speaker.say('invalidPhone')
  if (name === 'name') return speaker.say('invalidName')
  return speaker.say(name === 'email' ? 'invalidEmail' : 'invalid')
}
