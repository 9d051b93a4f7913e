import { fieldValuesAfter, type OnlineBookingCreate, withMissing } from '@usher/contracts'
import { invalidField, invalidFields, notFound, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { book } from '../scheduling/book.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { isOnline, type OnlineServiceType } from './online-page.ts'

/** Where bookings that customers make by themselves come from. */
const SOURCE = 'booking-page'

/** @throws ProblemError `not_found` unless customers can book the service type by themselves */
export function requireOnline(type: ServiceTypeRecord | null): OnlineServiceType {
  if (!type || !isOnline(type)) throw notFound('service type on this page')
  return type
}

interface Given {
  readonly page: BookingPageRecord
  readonly body: OnlineBookingCreate
  readonly origin: Origin
}

/**
 * Books a held time for a customer, with their answers.
 *
 * @throws ProblemError `not_found`, `hold_expired`, `slot_unavailable`, `limit_reached`, `validation_failed`
 */
export async function bookOnline(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { page, body, origin }: Given,
): Promise<{ booking: BookingRecord; type: ServiceTypeRecord }> {
  const { organization_id } = page
  const { answers, ...asked } = body
  if (!asked.customer.phone && !asked.customer.email) {
    throw invalidField('/customer', 'must have a phone or an e-mail address', 'unknown_customer')
  }
  const hold = await ctx.holds.find(organization_id, body.hold_id, session)
  if (!hold) throw notFound('hold')
  const type = requireOnline(await ctx.serviceTypes.find(organization_id, hold.service_type_id, session))
  const { questions } = type.online_booking
  const given = withMissing(questions, answers)
  const { values, errors } = fieldValuesAfter({ asked: questions, kept: {}, given, at: '/answers' })
  if (errors.length > 0) throw invalidFields(errors)
  const booking = await book(session, ctx, {
    body: { ...asked, source: SOURCE },
    answers: values,
    caller: page,
    origin,
  })
  return { booking, type }
}
