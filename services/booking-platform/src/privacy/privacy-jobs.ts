import { createPrivacyStep } from '@usher/service-kit'
import { ofCustomer } from '../bookings/of-customer.ts'
import type { Contact } from '../codes/contact.ts'
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
      const contact = contactOf(subject)
      return isExport
        ? exportBookings(ctx, organizationId, ofCustomer(contact.field, contact.value), state)
        : eraseCustomer(ctx, organizationId, contact, state)
    },
  )

/** The contact that a request is about. */
const contactOf = (subject: { readonly phone: string } | { readonly email: string }): Contact =>
  'phone' in subject ? { field: 'phone', value: subject.phone } : { field: 'email', value: subject.email }
