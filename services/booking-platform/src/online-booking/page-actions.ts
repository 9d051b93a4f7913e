import {
  type AddressThrottle,
  type Idempotency,
  notFound,
  type Origin,
  withAuditNote,
} from '@usher/service-kit'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import type { BookingPlatformContext } from '../context.ts'
import { offeringAlternatives } from '../scheduling/slot-refused.ts'

/** Actor in events and in the audit trail. */
const ACTOR = 'customer'

/** Most uses of one network address on one page in ten minutes. */
const MAX_PER_ADDRESS = { holds: 20, bookings: 10, codes: 10, standbys: 10 } as const

type Use = keyof typeof MAX_PER_ADDRESS

/** What strangers may do on a page only so often. */
export interface PageActions {
  /** @throws ProblemError `not_found` */
  pageOf(slug: string): Promise<BookingPageRecord>
  /**
   * Counts an attempt against the limit of its address.
   *
   * @param attempt gets `rate_limited` if the limit is reached, to throw unless it is a repeat
   */
  act<T extends { readonly replayed?: boolean }>(
    page: BookingPageRecord,
    call: { readonly clientAddress: string },
    what: Use,
    attempt: (refusal: Error | undefined) => Promise<T>,
  ): Promise<T>
}

export const createPageActions = (ctx: BookingPlatformContext, throttle: AddressThrottle): PageActions => ({
  async pageOf(slug) {
    const page = await ctx.bookingPages.bySlug(slug)
    if (!page) throw notFound('booking page')
    return page
  },

  act(page, { clientAddress: address }, what, attempt) {
    const use = { of: `${page._id} ${what}`, address, max: MAX_PER_ADDRESS[what] }
    return withAuditNote(noteOf(page), () => offeringAlternatives(ctx, () => throttle.counted(use, attempt)))
  },
})

type Organization = Pick<BookingPageRecord, 'organization_id'>

/** Who did something on a page, for the audit trail. */
export const noteOf = ({ organization_id }: Organization) => ({ organization_id, actor: ACTOR })

export const originOf = (
  { organization_id }: Organization,
  { origin }: { readonly origin: Pick<Origin, 'requestId' | 'traceparent'> },
): Origin => ({ ...origin, organizationId: organization_id, actor: ACTOR })

/** Prefixed with the organisation, so that the record is deleted with it. */
export const keyOf = ({ organization_id }: Organization, key: Idempotency | undefined) =>
  key && { ...key, id: `${organization_id}:${key.id}` }
