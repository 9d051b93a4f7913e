import { notFound, type Verdict, withAuditNote } from '@usher/service-kit'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import { noteOf } from '../bookings/by-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { BookingAction } from '../guard-policies.ts'

interface PageAttempt {
  readonly page: BookingPageRecord
  readonly call: { readonly clientAddress: string }
  readonly action: BookingAction
  /** Counted in addition to page and address. */
  readonly subject?: Readonly<Record<string, string | undefined>>
  /** Points that it costs; 1 unless given. */
  readonly cost?: number
}

/** The booking page with a slug. @throws ProblemError `not_found` */
export async function pageOf(
  { bookingPages }: Pick<BookingPlatformContext, 'bookingPages'>,
  slug: string,
): Promise<BookingPageRecord> {
  const page = await bookingPages.bySlug(slug)
  if (!page) throw notFound('booking page')
  return page
}

/**
 * Counts what a customer attempts on a booking page by its policy.
 *
 * @param attempt gets `rate_limited` if a limit is reached, to throw unless it is a repeat
 */
export function attemptOnPage<T>(
  { guard }: Pick<BookingPlatformContext, 'guard'>,
  { page, call: { clientAddress: address }, action, subject, cost }: PageAttempt,
  attempt: (verdict: Verdict) => Promise<T>,
): Promise<T> {
  const options = { cost, shownTo: { organizationId: page.organization_id, resource: page._id } }
  return withAuditNote(noteOf(page), () =>
    guard.attempt(action, { ...subject, page: page._id, address }, attempt, options),
  )
}
