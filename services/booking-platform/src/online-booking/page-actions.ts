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

/** Rate-limited actions of customers on a booking page. */
export interface PageActions {
  /** @throws ProblemError `not_found` */
  pageOf(slug: string): Promise<BookingPageRecord>
  /**
   * Counts an attempt by its policy.
   *
   * @param attempt gets `rate_limited` if a limit is reached, to throw unless it is a repeat
   */
  act<T>(acting: PageAttempt, attempt: (verdict: Verdict) => Promise<T>): Promise<T>
}

export const createPageActions = (ctx: BookingPlatformContext): PageActions => ({
  async pageOf(slug) {
    const page = await ctx.bookingPages.bySlug(slug)
    if (!page) throw notFound('booking page')
    return page
  },

  act({ page, call: { clientAddress: address }, action, subject, cost }, attempt) {
    const options = { cost, shownTo: { organizationId: page.organization_id, resource: page._id } }
    return withAuditNote(noteOf(page), () =>
      ctx.guard.attempt(action, { ...subject, page: page._id, address }, attempt, options),
    )
  },
})
