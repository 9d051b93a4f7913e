import type { Origin } from '@usher/service-kit'
import { newId } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import { newNotification } from '../notifications/notification.ts'
import { channelOf, unreachableBySms } from '../recipients/reach.ts'
import { contentFrom } from '../templates/content.ts'
import { templateFor } from '../templates/find-template.ts'
import { startsAt } from '../templates/starts-at.ts'
import type { Values } from '../templates/variables.ts'
import type { BookingKind } from './booking-copy.ts'
import type { BookingRecord } from './booking-store.ts'

export type Customer = Pick<BookingRecord, 'organization_id' | 'name' | 'phone' | 'email' | 'locale'>

export interface Message {
  readonly kind: BookingKind
  readonly cause: string
  readonly origin: Origin
  /** What it tells, besides names of the customer and the venue. */
  readonly values: Values
  /** The time it is about. */
  readonly start: { readonly at: Date; readonly timeZone: string } | null
  readonly expiresAt: Date
}

/** A message to a customer, who is no guest; undefined if nothing reaches them. */
export async function customerNotification(
  ctx: NotificationContext,
  { organization_id, name, phone, email, locale }: Customer,
  { kind, cause, origin, values, start, expiresAt }: Message,
): Promise<Step | undefined> {
  const to = phone !== null && !unreachableBySms(phone) ? phone : email
  const alternatives = to === phone && email !== null ? [{ channel: 'email' as const, to: email }] : []
  if (to === null) return undefined
  const template = await templateFor(ctx, organization_id, { kind, locale })
  const filled = contentFrom(template, {
    guest_name: name,
    venue_name: (await ctx.organizations.brandOf(organization_id))?.name ?? null,
    starts_at: start && startsAt(start.at, start.timeZone, template.locale),
    ...values,
  })
  const content = 'content' in filled ? filled.content : { template_id: template.id, subject: '', text: '' }
  const now = ctx.clock.now()
  const record = newNotification(
    newId('notification'),
    {
      ...{ organization_id, guest_id: null, queue_id: null, kind, channel: channelOf(to), to },
      ...{ alternatives, ...content },
      ...{ origin: { ...origin, actor: 'system' }, send_at: null, expires_at: expiresAt, cause },
    },
    now,
  )
  if ('reason' in filled) return fail(record, ownError('template_failed', filled.reason), now)
  return { record, told: [] }
}
