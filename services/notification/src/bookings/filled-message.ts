import type { TemplateKind } from '@usher/contracts'
import { newId, type Origin } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import { newNotification } from '../notifications/notification.ts'
import { channelOf } from '../recipients/reach.ts'
import { contentFrom } from '../templates/content.ts'
import { templateFor } from '../templates/find-template.ts'
import type { Values } from '../templates/variables.ts'

/** Actor of what customers do by themselves. */
const CUSTOMER = 'customer'

type Template = Awaited<ReturnType<typeof templateFor>>
type Given = Parameters<typeof newNotification>[1]

interface Message extends Partial<Pick<Given, 'alternatives' | 'code' | 'booking_id'>> {
  readonly organization_id: string
  readonly kind: TemplateKind
  readonly locale: Template['locale'] | null
  readonly to: string
  /** What it tells besides the name of the venue, in the language of its template. */
  readonly valuesIn: (locale: Template['locale']) => Values
  readonly origin: Origin
  readonly expiresAt: Date
  readonly cause: string
}

/** A message to somebody who is no guest; one whose template cannot be filled in has failed. */
export async function filledMessage(
  ctx: NotificationContext,
  { organization_id, kind, locale, to, valuesIn, origin, expiresAt, cause, ...more }: Message,
): Promise<Step> {
  const template = await templateFor(ctx, organization_id, { kind, locale })
  const venue_name = (await ctx.organizations.brandOf(organization_id))?.name ?? null
  const filled = contentFrom(template, { venue_name, ...valuesIn(template.locale) })
  const content = 'content' in filled ? filled.content : { template_id: template.id, subject: '', text: '' }
  const now = ctx.clock.now()
  const record = newNotification(
    newId('notification'),
    {
      ...{ organization_id, guest_id: null, queue_id: null, kind, channel: channelOf(to), to },
      ...{ ...content, ...more, origin: { ...origin, actor: 'system' } },
      ...{ send_at: null, expires_at: expiresAt, cause },
      ...(origin.actor === CUSTOMER && { public_booking: true as const }),
    },
    now,
  )
  if ('reason' in filled) return fail(record, ownError('template_failed', filled.reason), now)
  return { record, told: [] }
}
