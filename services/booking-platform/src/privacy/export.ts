import { ID_PREFIXES } from '@usher/contracts'
import { presentBooking } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { presentStandby } from '../standby/standby.ts'
import { BOOKINGS, type Outcome, type PrivacyState } from './state.ts'

/** Before all ids of standbys, as of the place of an export. */
const STANDBYS = `${ID_PREFIXES.standby}_`

/** Exports the next batch of bookings, then of standbys, of an organisation or of one customer. */
export async function exportBookings(
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
