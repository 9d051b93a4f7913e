import { type FieldValues, fieldValuesAfter, type OnlineBookingCreate, withMissing } from '@usher/contracts'
import { invalidField, invalidFields } from '@usher/service-kit'
import type { OnlineServiceType } from './online-page.ts'

/** @throws ProblemError `validation_failed` unless the customer can be reached */
export function requireReachable({ phone, email }: OnlineBookingCreate['customer']): void {
  if (phone || email) return
  throw invalidField('/customer', 'must have a phone or an e-mail address', 'unknown_customer')
}

/** @throws ProblemError `validation_failed` for answers that are missing, invalid or to no question */
export function answersTo(
  types: readonly OnlineServiceType[],
  answers: OnlineBookingCreate['answers'],
): FieldValues {
  const questions = types.flatMap(({ online_booking }) => online_booking.questions)
  const given = withMissing(questions, answers)
  const { values, errors } = fieldValuesAfter({ asked: questions, kept: {}, given, at: '/answers' })
  if (errors.length > 0) throw invalidFields(errors)
  return values
}
