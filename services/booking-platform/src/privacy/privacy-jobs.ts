import { type CloudEvent, privacyRequested } from '@usher/contracts'
import { privacyAnswer, type Step } from '@usher/service-kit'
import { ofCustomer } from '../bookings/of-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { eraseCustomer, eraseOrganization } from './erase.ts'
import { exportBookings } from './export.ts'
import { type Outcome, type PrivacyState, START } from './state.ts'

/** Runs one step of a requested export or erasure and reports the result. */
export const createPrivacyStep =
  (ctx: BookingPlatformContext) =>
  async (event: CloudEvent, state: PrivacyState = START): Promise<Step<PrivacyState>> => {
    const { kind, subject } = privacyRequested.data.parse(event.data)
    const organizationId = event.organizationid
    const { answer, ...next } = await outcomeOf()
    const told = answer && { ...answer, isLast: !next.state }
    const events = told ? [privacyAnswer('booking-platform', event, told, ctx.clock.now())] : []
    return { events, ...next }

    async function outcomeOf(): Promise<Outcome> {
      const isExport = kind === 'export'
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
    }
  }

/** Matches the bookings of a customer; e-mail addresses are stored in lower case. */
const customerOf = (subject: { readonly phone: string } | { readonly email: string }) =>
  'phone' in subject ? ofCustomer('phone', subject.phone) : ofCustomer('email', subject.email.toLowerCase())
