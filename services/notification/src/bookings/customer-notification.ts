import type { Origin } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { Step } from '../notifications/lifecycle.ts'
import { unreachableBySms } from '../recipients/reach.ts'
import { startsAt } from '../templates/starts-at.ts'
import type { Values } from '../templates/variables.ts'
import type { BookingKind } from './booking-copy.ts'
import type { BookingRecord } from './booking-store.ts'
import { filledMessage } from './filled-message.ts'

export type Customer = Pick<BookingRecord, 'organization_id' | 'name' | 'phone' | 'email' | 'locale'>

export interface Message {
  readonly kind: BookingKind
  readonly cause: string
  readonly origin: Origin
  /** What it tells, besides names of the customer and the venue. */
  readonly values: Values
  /** The time it is about. */
  readonly start: { readonly at: Date; readonly timeZone: string } | null
  readonly expiresAt: Date
  readonly booking_id?: string
}

/** A message to a customer, who is no guest; undefined if nothing reaches them. */
export async function customerNotification(
  ctx: NotificationContext,
  { organization_id, name, phone, email, locale }: Customer,
  { kind, cause, origin, values, start, expiresAt, booking_id }: Message,
): Promise<Step | undefined> {
  const to = phone !== null && !unreachableBySms(phone) ? phone : email
  const alternatives = to === phone && email !== null ? [{ channel: 'email' as const, to: email }] : []
  if (to === null) return undefined
  return await filledMessage(ctx, {
    ...{ organization_id, kind, locale, to, alternatives, origin, expiresAt, cause },
    ...(booking_id !== undefined && { booking_id }),
    valuesIn: (language) => ({
      guest_name: name,
      starts_at: start && startsAt(start.at, start.timeZone, language),
      ...values,
    }),
  })
}
