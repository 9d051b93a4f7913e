import type { BookableService, FieldError, OnlineBookingCreate } from '@usher/contracts'
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
import { isCountWrong, REPEAT_NAMES } from './repeat.ts'

/** Fields of a customer's details. */
export const NAMES = ['name', 'phone', 'email', 'notes', 'locale']

export const typedToBook = (req: Request, { questions }: BookableService): Typed =>
  typedIn(req, [...NAMES, ...REPEAT_NAMES], questions)

/** The details of a booking request. The API validates them. */
export function detailsBody(
  typed: Typed,
  { questions }: BookableService,
): Omit<OnlineBookingCreate, 'hold_id'> {
  const answers = valuesIn(typed, questions)
  return {
    customer: personIn(typed),
    ...(answers && { answers }),
    ...(typed.notes?.trim() && { notes: typed.notes }),
  }
}

/** The field with the address that a code is sent to; undefined: none is. */
export const provedField = ({ verification }: BookableService): 'email' | 'phone' | undefined =>
  verification === 'none' ? undefined : verification === 'sms' ? 'phone' : 'email'

/** A form as it was sent. */
export interface SentDetails {
  readonly typed: Typed
  readonly service: BookableService
  readonly speaker: Speaker
}

/** Errors found before calling the API, so that the customer sees them all at once. */
export function detailsFaults(sent: SentDetails): Faults {
  const { typed, service } = sent
  const proved = provedField(service)
  const wrong = [
    ...['name'].filter((name) => isMissing(typed, name)),
    ...['phone'].filter((name) => isMissing(typed, name) && isMissing(typed, 'email')),
    ...(proved && isMissing(typed, proved) ? [proved] : []),
    ...missingIn(typed, service.questions),
    ...(isCountWrong(typed, service) ? ['visits'] : []),
  ]
  return Object.fromEntries(wrong.map((name) => [name, faultOf(name, sent)]))
}

/** Maps the API's errors to the form's fields. */
export function detailsFaultsOf(errors: readonly FieldError[], sent: SentDetails): Faults {
  const { service, speaker } = sent
  const names = new Map<string, string>([
    ...['name', 'phone', 'email'].map((name) => [`/customer/${name}`, name] as const),
    // Of the request for a code.
    ...['phone', 'email'].map((name) => [`/${name}`, name] as const),
    ['/customer', 'phone'],
    ...service.questions.map((field) => [`/answers/${field.key}`, nameOf(field)] as const),
    ['/notes', 'notes'],
  ])
  return faultsAt(errors, { speaker, names, faultOf: (name) => faultOf(name, sent) })
}

function faultOf(name: string, { typed, speaker }: SentDetails): string {
  if (name === 'phone' && isMissing(typed, name)) return speaker.say('giveContact')
  return faultOfField(name, typed, speaker)
}
