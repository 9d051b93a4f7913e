import { createPrivacyStep } from '@usher/service-kit'
import { ofCustomer } from '../bookings/of-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { eraseCustomer, eraseOrganization } from './erase.ts'
import { exportBookings } from './export.ts'
import { type PrivacyState, START } from './state.ts'

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
      const customer = customerOf(subject)
      return isExport
        ? exportBookings(ctx, organizationId, customer, state)
        : eraseCustomer(ctx, organizationId, customer, state)
    },
  )

/** Matches the bookings of a customer; e-mail addresses are stored in lower case. */
const customerOf = (subject: { readonly phone: string } | { readonly email: string }) =>
  'phone' in subject ? ofCustomer('phone', subject.phone) : ofCustomer('email', subject.email.toLowerCase())
