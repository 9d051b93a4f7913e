import { inTransaction, newId } from '@usher/service-kit'
import { type BookingRecord, isOpen } from '../bookings/booking.ts'
import { ofCustomer } from '../bookings/of-customer.ts'
import { saveBooking } from '../bookings/save-booking.ts'
import type { Contact } from '../codes/contact.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreed } from '../freed/freed.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import { eraseStandby } from './erase-standby.ts'
import { NOBODY } from './nobody.ts'
import { BOOKINGS, type Outcome, type PrivacyState } from './state.ts'

/** Anonymises a booking. An upcoming one is cancelled, since nobody will come; the event names nobody. */
export async function eraseBooking(ctx: BookingPlatformContext, id: string, organizationId: string) {
  await inTransaction(ctx.connection, async (session) => {
    const [before] = await ctx.bookings.findMany(organizationId, [id], session)
    if (!before || before.anonymized_at) return
    const now = ctx.clock.now()
    const version = before.version + 1
    const nobody: BookingRecord = {
      ...before,
      ...NOBODY,
      metadata: {},
      cancel_reason: null,
      version,
      updated_at: now,
      anonymized_at: now,
    }
    if (!isOpen(before) || before.end <= now) {
      await ctx.bookings.replace(before, nobody, session)
      return
    }
    await ctx.ledgers.release(reservationOf(before), now, session)
    await noteFreed(session, ctx, before)
    const after: BookingRecord = { ...nobody, status: 'cancelled', cancelled_at: now }
    const origin = { organizationId, actor: 'system', requestId: newId('request') }
    await saveBooking(session, ctx, { before, after, origin })
  })
}

/** Anonymises the next batch of a customer's bookings and standbys; ends their sessions and their code. */
export async function eraseCustomer(
  ctx: BookingPlatformContext,
  organizationId: string,
  contact: Contact,
  state: PrivacyState,
): Promise<Outcome> {
  await ctx.codes.deleteOf(ctx.codeHashes.contact(organizationId, contact))
  await ctx.customerSessions.deleteOf(organizationId, contact)
  const page = { afterId: undefined, limit: BOOKINGS }
  const theirs = ofCustomer(contact.field, contact.value)
  const found = await ctx.bookings.list(organizationId, page, theirs)
  for (const { _id } of found) await eraseBooking(ctx, _id, organizationId)
  const waiting = await ctx.standbys.list(organizationId, page, theirs)
  for (const standby of waiting) await eraseStandby(ctx, standby)
  const records = state.records + found.length + waiting.length
  if (Math.max(found.length, waiting.length) === BOOKINGS) return { state: { ...state, records } }
  return { answer: { part: 1, records, data: null } }
}

/** Deletes all data of a closed organisation. */
export async function eraseOrganization(
  ctx: BookingPlatformContext,
  organizationId: string,
): Promise<Outcome> {
  const deleted = [
    await ctx.bookings.deleteAllOf(organizationId),
    await ctx.series.deleteAllOf(organizationId),
    await ctx.serviceTypes.deleteAllOf(organizationId),
    await ctx.providers.deleteAllOf(organizationId),
    await ctx.categories.deleteAllOf(organizationId),
    await ctx.products.deleteAllOf(organizationId),
    await ctx.standbys.deleteAllOf(organizationId),
  ]
  await ctx.ledgers.deleteAllOf(organizationId)
  await ctx.bookingPages.deleteAllOf(organizationId)
  await ctx.holds.deleteAllOf(organizationId)
  await ctx.freed.deleteAllOf(organizationId)
  await ctx.codes.deleteAllOf(organizationId)
  await ctx.customerSessions.deleteAllOf(organizationId)
  await ctx.calendars.deleteAllOf(organizationId)
  await ctx.queueCopies.deleteAllOf(organizationId)
  await ctx.dayLocks.deleteAllOf(organizationId)
  await ctx.retentions.delete(organizationId)
  await ctx.idempotency.deleteAllOf(organizationId)
  return { answer: { part: 1, records: deleted.reduce((sum, count) => sum + count, 0), data: null } }
}
