import type { NotificationContext } from '../context.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { BookingRecord } from './booking-store.ts'
import { customerNotification, type Message } from './customer-notification.ts'

/**
 * The message to a customer about a booking; undefined if nothing reaches the customer. Expires when the booking
 * starts.
 */
export const bookingNotification = (
  ctx: NotificationContext,
  booking: BookingRecord,
  facts: Pick<Message, 'kind' | 'cause' | 'origin'>,
): Promise<Step | undefined> =>
  customerNotification(ctx, booking, {
    ...facts,
    values: {
      service_name: booking.service_name,
      provider_name: booking.provider_name,
      status_url: booking.manage_url,
    },
    booking_id: booking._id,
    start: { at: booking.start, timeZone: booking.time_zone },
    expiresAt: booking.start,
  })
