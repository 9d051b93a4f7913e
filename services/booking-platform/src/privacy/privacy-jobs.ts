import { ID_PREFIXES } from '@usher/contracts'
import { createPrivacyStep } from '@usher/service-kit'
import { presentBooking } from '../bookings/booking.ts'
import { ofCustomer } from '../bookings/of-customer.ts'
import type { Contact } from '../codes/contact.ts'
import type { BookingPlatformContext } from '../context.ts'
import { presentStandby } from '../standby/standby.ts'
import { eraseCustomer, eraseOrganization } from './erase.ts'
import { BOOKINGS, type Outcome, type PrivacyState, START } from './state.ts'

/** Runs one step of a requested export or erasure. */
export const privacyStep = (ctx: BookingPlatformContext) =>
  createPrivacyStep<PrivacyState>(
    'booking-platform',
    ctx.clock,
    async ({ organizationId, subject, isExport }, state = START) => {
      // Guests in queues have no bookings here.
      if ('guest_id' in subject) return { answer: { part: 1, records: 0, data: isExport ? [] : null } }
      if ('organization' in subject) {
        return isExport
          ? exportBookings(ctx, organizationId, {}, state)
          : eraseOrganization(ctx, organizationId)
      }
      const contact = contactOf(subject)
      return isExport
        ? exportBookings(ctx, organizationId, ofCustomer(contact.field, contact.value), state)
        : eraseCustomer(ctx, organizationId, contact, state)
    },
  )

/** The contact that a request is about. */
const contactOf = (subject: { readonly phone: string } | { readonly email: string }): Contact =>
  'phone' in subject ? { field: 'phone', value: subject.phone } : { field: 'email', value: subject.email }

/** Before all ids of standbys, as of the place of an export. */
const STANDBYS = `${ID_PREFIXES.standby}_`

/** Exports the next batch of bookings, then of standbys, of an organisation or of one customer. */
async function exportBookings(
  ctx: BookingPlatformContext,
  organizationId: string,
  ofWhom: object,
  state: PrivacyState,
): Promise<Outcome> {
  const page = { afterId: state.after || undefined, limit: BOOKINGS }
  const isOfStandbys = state.after.startsWith(STANDBYS)
  const data = isOfStandbys
    ? (await ctx.standbys.list(organizationId, page, ofWhom)).map((record) => ({
        type: 'standby',
        ...presentStandby(record),
      }))
    : (await ctx.bookings.list(organizationId, page, ofWhom)).map((record) => {
        // Leave out the link: it is a credential, not data.
        const { manage_url: _, ...shown } = presentBooking(record, ctx.manageUrl)
        return { type: 'booking', ...shown }
      })
  const part = state.parts + 1
  const answer = { part, records: data.length, data }
  const last = data.length < BOOKINGS ? undefined : data.at(-1)?.id
  const after = last ?? (isOfStandbys ? undefined : STANDBYS)
  return after === undefined ? { answer } : { answer, state: { ...state, parts: part, after } }
}
