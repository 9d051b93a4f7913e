import type { FieldError, JoinPage } from '@usher/contracts'
import type { Request } from 'express'
import {
  type Faults,
  faultOfField,
  faultsAt,
  isMissing,
  missingIn,
  nameOf,
  personIn,
  type Typed,
  typedIn,
  valuesIn,
} from '../fields/typed.ts'
import type { Speaker } from '../speaker.ts'

export const emptyForm = ({ min_party_size, max_party_size }: JoinPage): Typed => ({
  party_size: String(Math.min(Math.max(2, min_party_size), max_party_size)),
})

export const typedToJoin = (req: Request, { custom_fields }: JoinPage): Typed =>
  typedIn(req, ['name', 'phone', 'email', 'party_size', 'locale'], custom_fields)

/** The body of the join request. The API validates it; a party size that is not a number is sent as null. */
export function joinBody(typed: Typed, { custom_fields }: JoinPage): object {
  const fields = valuesIn(typed, custom_fields)
  return {
    ...personIn(typed),
    party_size: Number(typed.party_size || Number.NaN),
    ...(fields && { fields }),
  }
}

/** A form about a party, as it was filled in. */
interface Filled {
  readonly typed: Typed
  readonly page: Pick<JoinPage, 'min_party_size' | 'max_party_size' | 'custom_fields'>
  readonly speaker: Speaker
}

/** The form for joining, as it was sent. */
export interface Sent extends Filled {
  readonly page: JoinPage
}

/** Errors found before calling the API, so that the guest sees them all at once. */
export function faultsAtOnce(sent: Filled): Faults {
  const { typed, page } = sent
  const size = Number(typed.party_size || Number.NaN)
  const isFit = Number.isInteger(size) && size >= page.min_party_size && size <= page.max_party_size
  const wrong = [
    ...['name'].filter((name) => isMissing(typed, name)),
    ...(isFit ? [] : ['party_size']),
    ...missingIn(typed, page.custom_fields),
  ]
  return Object.fromEntries(wrong.map((name) => [name, faultOf(name, sent)]))
}

/** Maps the API's errors to the form's fields. */
export function faultsOf(errors: readonly FieldError[], sent: Filled): Faults {
  const { page, speaker } = sent
  const names = new Map<string, string>([
    ...['name', 'party_size', 'phone', 'email'].map((name) => [`/${name}`, name] as const),
    ...page.custom_fields.map((field) => [`/fields/${field.key}`, nameOf(field)] as const),
  ])
  return faultsAt(errors, { speaker, names, faultOf: (name) => faultOf(name, sent) })
}

function faultOf(name: string, { typed, page, speaker }: Filled): string {
  if (name !== 'party_size') return faultOfField(name, typed, speaker)
  return speaker.say('invalidSize', { min: page.min_party_size, max: page.max_party_size })
}
