import { type AskedField, type FieldError, type FieldValue, localeSchema } from '@usher/contracts'
import type { Request } from 'express'
import { fieldOf } from '../form.ts'
import type { Speaker } from '../speaker.ts'

/** The raw input of a form, by field name. */
export type Typed = Readonly<Record<string, string>>

/** Errors by field name, in the guest's language; `form` is for errors of no field. */
export type Faults = Readonly<Record<string, string>>

/** The name of a custom field in the form. */
export const nameOf = ({ key }: Pick<AskedField, 'key'>): string => `field-${key}`

export const typedIn = (req: Request, names: readonly string[], asked: readonly AskedField[]): Typed =>
  Object.fromEntries([...names, ...asked.map(nameOf)].map((name) => [name, fieldOf(req, name)]))

/** Who somebody is and how they are reached, without what was left empty. The API validates it. */
export function personIn({ name = '', phone, email, locale }: Typed) {
  const { data: language } = localeSchema.safeParse(locale)
  return {
    name,
    ...(phone?.trim() && { phone }),
    ...(email?.trim() && { email: email.trim() }),
    ...(language && { locale: language }),
  }
}

/** Values of custom fields; undefined if there are none. */
export function valuesIn(typed: Typed, asked: readonly AskedField[]): Record<string, FieldValue> | undefined {
  const values = asked
    .map((field) => [field.key, fieldValue(field, typed[nameOf(field)]?.trim() ?? '')] as const)
    .filter((entry): entry is readonly [string, FieldValue] => entry[1] !== undefined)
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

function fieldValue({ type }: AskedField, text: string): string | number | boolean | undefined {
  if (type === 'boolean') return text === 'yes'
  if (text === '') return undefined
  return type === 'number' ? Number(text.replace(',', '.')) : text
}

/** Whether nothing was typed into a field. */
export const isMissing = (typed: Typed, name: string): boolean => !typed[name]?.trim()

/** Names of required custom fields that were left empty. */
export const missingIn = (typed: Typed, asked: readonly AskedField[]): string[] =>
  asked
    .filter((field) => field.required && field.type !== 'boolean')
    .map(nameOf)
    .filter((name) => isMissing(typed, name))

interface Form {
  readonly speaker: Speaker
  /** Field names by JSON pointer, in form order: the focus goes to the first invalid one. */
  readonly names: ReadonlyMap<string, string>
  readonly faultOf: (name: string) => string
}

/** Maps the API's errors to the form's fields. */
export function faultsAt(errors: readonly FieldError[], { speaker, names, faultOf }: Form): Faults {
  const wrong = new Set(errors.map(({ pointer }) => names.get(pointer) ?? 'form'))
  const faults = [...new Set(names.values())]
    .filter((name) => wrong.has(name))
    .map((name) => [name, faultOf(name)] as const)
  return Object.fromEntries([...faults, ...(wrong.has('form') ? [['form', speaker.say('invalid')]] : [])])
}

/** What is wrong with a field of people's details. */
export function faultOfField(name: string, typed: Typed, speaker: Speaker): string {
  if (isMissing(typed, name)) return speaker.say('required')
  if (name === 'phone') return speaker.say('invalidPhone')
  if (name === 'name') return speaker.say('invalidName')
  return speaker.say(name === 'email' ? 'invalidEmail' : 'invalid')
}
