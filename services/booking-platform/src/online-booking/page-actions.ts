import { type AddressThrottle, notFound, withAuditNote } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import { noteOf } from '../bookings/by-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { offeringAlternatives } from '../scheduling/slot-refused.ts'

/**
 * Most uses of one network address on one page in ten minutes: without a proof of work, which needs a script, and with
 * one.
 */
const MAX_PER_ADDRESS = {
  holds: { without: 5, with: 20 },
  bookings: { without: 3, with: 10 },
  codes: { without: 3, with: 10 },
  standbys: { without: 10, with: 30 },
} as const

const PROOF_HELPS =
  'Too much has been asked for from your network. With a proof of work (challenge) it may ask for more; else try again later, or ask the staff.'

type Use = keyof typeof MAX_PER_ADDRESS

/** What strangers may do on a page only so often. */
export interface PageActions {
  /** @throws ProblemError `not_found` */
  pageOf(slug: string): Promise<BookingPageRecord>
  /**
   * Counts an attempt against the limit of its address, which is higher with a proof. Use the proof up in the attempt.
   *
   * @param attempt gets `rate_limited` if the limit is reached, to throw unless it is a repeat
   */
  act<T extends { readonly replayed?: boolean }>(
    page: BookingPageRecord,
    call: { readonly clientAddress: string; readonly body: { readonly proof?: string } },
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

  act(page, { clientAddress: address, body: { proof } }, what, attempt) {
    const limits = MAX_PER_ADDRESS[what]
    const allowance =
      proof === undefined ? { max: limits.without, refusal: PROOF_HELPS } : { max: limits.with }
    // A series that clashes was looked through visit by visit.
    const use = { of: `${page._id} ${what}`, address, ...allowance, counting: 'series_clash' } as const
    return withAuditNote(noteOf(page), () => offeringAlternatives(ctx, () => throttle.counted(use, attempt)))
  },
})

/** Uses the proof of a request up, if it has one. @throws ProblemError `invalid_proof` */
export async function useProof(
  session: ClientSession,
  { proofs, clock }: BookingPlatformContext,
  { organization_id: organizationId }: BookingPageRecord,
  { proof }: { readonly proof?: string },
): Promise<void> {
  if (proof !== undefined) await proofs.use(session, proof, { organizationId, now: clock.now() })
}
