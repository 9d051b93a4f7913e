import type { NotificationError, Template, TemplateKind } from '@usher/contracts'
import { GUEST } from '../consent/consent.ts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import { type Address, type NewNotification, newNotification } from '../notifications/notification.ts'
import { addressesOf, alternativesTo, channelOf, reachOf, unreachableBySms } from '../recipients/reach.ts'
import { type Content, contentFrom, ownContent, valuesFor } from '../templates/content.ts'
import { findTemplate, templateFor } from '../templates/find-template.ts'
import { startsAt } from '../templates/starts-at.ts'
import type { Values } from '../templates/variables.ts'

/** Actor of what customers do by themselves. */
export const CUSTOMER = 'customer'

const UNKNOWN_TEMPLATE = ownError('unknown_template', 'The template that was chosen does not exist.')

/** A reason to send a message by itself. */
export interface Occasion
  extends Pick<NewNotification, 'origin' | 'send_at' | 'booking_id' | 'invite' | 'quiet' | 'code'> {
  readonly kind: TemplateKind
  /** Each cause is notified once. */
  readonly cause: string
  /** Not sent after this time. */
  readonly expires_at: Date
  /** What staff chose instead of the usual template. */
  readonly chosen?: { readonly text: string | null; readonly template_id: string | null } | null
  /** The time it is about. */
  readonly start?: { readonly at: Date; readonly timeZone: string }
}

/** Who a message goes to: a guest, or a customer. */
interface Recipient {
  readonly organization_id: string
  readonly guest: GuestRecord | null
  readonly locale: Template['locale'] | null
  readonly channel: Address['channel']
  readonly to: string | null
  /** To try in order if the first address fails. */
  readonly alternatives?: readonly Address[]
  /** Why nothing can be sent to the address. */
  readonly unreachable?: NotificationError
}

/** A guest as recipient; undefined for one without any address. */
export function guestRecipient(guest: GuestRecord): Recipient | undefined {
  const { organization_id, locale, phone, email, push } = guest
  if (phone === null && email === null && !push) return undefined
  const reached = reachOf(guest)
  return 'to' in reached
    ? { organization_id, guest, locale, ...reached, alternatives: alternativesTo(reached.channel, guest) }
    : { organization_id, guest, locale, channel: 'sms', to: phone, unreachable: reached }
}

type Customer = Pick<GuestRecord, 'organization_id' | 'phone' | 'email'> & Pick<Recipient, 'locale'>

/** A customer, who is no guest, as recipient; undefined if nothing reaches them. */
export function customerRecipient({ organization_id, locale, ...customer }: Customer): Recipient | undefined {
  const [first, ...alternatives] = addressesOf(customer)
  return first && { organization_id, guest: null, locale, ...first, alternatives }
}

/** A customer who gave one address, such as for a code. */
export function addressRecipient(
  to: string,
  customer: Pick<Recipient, 'organization_id' | 'locale'>,
): Recipient {
  const channel = channelOf(to)
  const { code, reason } = (channel === 'sms' && unreachableBySms(to)) || {}
  const unreachable = code && ownError(code, `The phone number ${reason}.`)
  return { ...customer, guest: null, channel, to, ...(unreachable && { unreachable }) }
}

/**
 * The message to a recipient on an occasion; one that cannot be sent has failed.
 *
 * @param values what its template says, besides of the guest and the venue
 */
export async function composeMessage(
  ctx: NotificationContext,
  occasion: Occasion,
  recipient: Recipient,
  values: Values,
): Promise<Step> {
  const { chosen: _, start: __, origin, ...facts } = occasion
  const { guest, locale: ___, unreachable, ...address } = recipient
  const { content, error = unreachable } = await contentOf(ctx, occasion, recipient, values)
  const now = ctx.clock.now()
  const record = newNotification(
    {
      ...address,
      ...facts,
      ...content,
      guest_id: guest?._id ?? null,
      queue_id: guest?.queue_id ?? null,
      origin: { ...origin, actor: 'system' },
      ...(facts.kind === 'added' && origin.actor === GUEST && { public_join: true }),
      ...(!guest && origin.actor === CUSTOMER && { public_booking: true }),
    },
    now,
  )
  return error ? fail(record, error, now) : { record, told: [] }
}

async function contentOf(
  ctx: NotificationContext,
  { kind, chosen, start }: Occasion,
  { organization_id, guest, locale, channel }: Recipient,
  values: Values,
): Promise<{ content: Content; error?: NotificationError }> {
  if (chosen && chosen.text !== null) return { content: ownContent(chosen.text) }
  const template = chosen
    ? await findTemplate(ctx, organization_id, chosen.template_id ?? '')
    : await templateFor(ctx, organization_id, { kind, locale })
  const nothing = { template_id: guest || !template ? null : template.id, subject: '', text: '' }
  if (!template) return { content: nothing, error: UNKNOWN_TEMPLATE }
  const filled = contentFrom(template, {
    ...(await valuesFor(ctx, organization_id, guest)),
    ...(start && { starts_at: startsAt(start.at, start.timeZone, template.locale) }),
    channel,
    ...values,
  })
  if ('content' in filled) return filled
  return { content: nothing, error: ownError('template_failed', filled.reason) }
}
