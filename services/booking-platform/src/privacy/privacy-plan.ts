import { eventQueue } from '@usher/contracts'
import type { PrivacyPlan } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { eraseBooking, eraseStandby } from './erase.ts'

/** What is exported, erased and kept for a time of bookings and standbys. */
export function privacyPlan(ctx: BookingPlatformContext): PrivacyPlan {
  const bookings = ctx.bookings.personalData(async (found) => {
    for (const booking of found) await eraseBooking(ctx, booking)
  })
  const standbys = ctx.standbys.personalData(async (found) => {
    for (const standby of found) await eraseStandby(ctx, standby)
  })
  const credentials = [ctx.codes.personalData(ctx.codeHashes), ctx.customerSessions.personalData()]
  const { series, serviceTypes, providers, categories, products, retentions, idempotency } = ctx
  return {
    service: 'booking-platform',
    people: {
      exported: [bookings, standbys],
      // Credentials first, so that nobody books with them meanwhile.
      erased: [...credentials, bookings, standbys],
      isRepeated: false,
    },
    organization: {
      exported: [bookings, standbys],
      deleted: [bookings, series, serviceTypes, providers, categories, products, standbys],
      alsoDeleted: [idempotency],
      isRepeated: false,
    },
    retention: {
      ...eventQueue('booking-platform.retention'),
      retentions,
      stores: [bookings, standbys],
    },
  }
}
