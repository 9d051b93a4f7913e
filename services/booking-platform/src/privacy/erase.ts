import { ANONYMOUS_NAME } from '@usher/contracts'
import { inTransaction, newId } from '@usher/service-kit'
import { type BookingRecord, isOpen as isOpenBooking } from '../bookings/booking.ts'
import { saveBooking } from '../bookings/save-booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreed } from '../freed/freed.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import { releaseOffer } from '../standby/endings.ts'
import { ended, isOpen, type StandbyRecord } from '../standby/standby.ts'
import { saveStandby, systemOrigin } from '../standby/standby-events.ts'

/** Replaces the personal data that bookings and standbys share. */
const NOBODY = {
  customer: { name: ANONYMOUS_NAME, phone: null, email: null, locale: null },
  notes: null,
  answers: {},
} as const

/** Anonymises a booking. An upcoming one is cancelled, since nobody will come; the event names nobody. */
export async function eraseBooking(
  ctx: BookingPlatformContext,
  { organization_id: organizationId, _id }: BookingRecord,
): Promise<void> {
  await inTransaction(ctx.connection, async (session) => {
    const before = await ctx.bookings.find(organizationId, _id, session)
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
    if (!isOpenBooking(before) || before.end <= now) {
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

/** Anonymises a standby. An open one ends, and its offer goes to the next; the event names nobody. */
export async function eraseStandby(
  ctx: BookingPlatformContext,
  { organization_id, _id }: StandbyRecord,
): Promise<void> {
  await inTransaction(ctx.connection, async (session) => {
    const before = await ctx.standbys.find(organization_id, _id, session)
    if (!before || before.anonymized_at) return
    const now = ctx.clock.now()
    if (!isOpen(before)) {
      await ctx.standbys.replace(before, { ...before, ...NOBODY, anonymized_at: now }, session)
      return
    }
    const after = { ...ended(before, 'erased', now), ...NOBODY, anonymized_at: now }
    await saveStandby(session, ctx, { before, after, origin: systemOrigin(organization_id) })
    await releaseOffer(session, ctx, before)
  })
}
