import { newId, type Origin } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import { newNotification } from '../notifications/notification.ts'
import { channelOf, unreachableBySms } from '../recipients/reach.ts'
import { contentFrom } from '../templates/content.ts'
import { templateFor } from '../templates/find-template.ts'
import { startsAt } from '../templates/starts-at.ts'
import type { BookingKind } from './booking-copy.ts'
import type { BookingRecord } from './booking-store.ts'

interface Facts {
  readonly kind: BookingKind
  readonly cause: string
  readonly origin: Origin
}

/**
 * The message to a customer about a booking; undefined if nothing reaches the customer. Expires when the booking
 * starts.
 */
export async function bookingNotification(
  ctx: NotificationContext,
  booking: BookingRecord,
  { kind, cause, origin }: Facts,
): Promise<Step | undefined> {
  const { organization_id, locale, phone, email } = booking
  const to = phone !== null && !unreachableBySms(phone) ? phone : email
  const alternatives = to === phone && email !== null ? [{ channel: 'email' as const, to: email }] : []
  if (to === null) return undefined
  const template = await templateFor(ctx, organization_id, { kind, locale })
  const filled = contentFrom(template, {
    guest_name: booking.name,
    venue_name: (await ctx.organizations.brandOf(organization_id))?.name ?? null,
    service_name: booking.service_name,
    provider_name: booking.provider_name,
    starts_at: startsAt(booking.start, booking.time_zone, template.locale),
    status_url: booking.manage_url,
  })
  const content = 'content' in filled ? filled.content : { template_id: template.id, subject: '', text: '' }
  const now = ctx.clock.now()
  const record = newNotification(
    newId('notification'),
    {
      ...{ organization_id, guest_id: null, queue_id: null, kind, channel: channelOf(to), to },
      ...{ alternatives, ...content },
      ...{ origin: { ...origin, actor: 'system' }, send_at: null, expires_at: booking.start, cause },
    },
    now,
  )
  if ('reason' in filled) return fail(record, ownError('template_failed', filled.reason), now)
  return { record, told: [] }
}
