import { type CloudEvent, guestNotified } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { contentFrom, type Filled, ownContent } from '../templates/content.ts'
import { findTemplate, templateFor } from '../templates/find-template.ts'
import { type Values, valuesOf } from '../templates/variables.ts'
import type { OccasionKind } from './occasions.ts'

/** What staff chose for calling a guest. */
interface Call {
  /** Words for it; null: the usual ones. */
  readonly message: { readonly text: string | null; readonly template_id: string | null } | null
  /** Desk the guest was called to. */
  readonly desk: string | null
}

/** What staff chose, for an event of a call. */
export function callOf({ type, data }: CloudEvent): Call {
  const { message = null, desk = null } = type === guestNotified.type ? guestNotified.data.parse(data) : {}
  return { message, desk }
}

/** The chosen template filled in; undefined if it does not exist. */
export async function wordsAsChosen(
  ctx: NotificationContext,
  { text, template_id }: NonNullable<Call['message']>,
  guest: GuestRecord,
  more: Values,
): Promise<Filled | undefined> {
  if (text !== null) return { content: ownContent(text) }
  const template = await findTemplate(ctx, guest.organization_id, template_id ?? '')
  return template && contentFrom(template, { ...(await valuesFor(ctx, guest)), ...more })
}

/** The usual text for an occasion, in the guest's language. */
export async function usualWords(
  ctx: NotificationContext,
  kind: OccasionKind,
  guest: GuestRecord,
  more: Values = {},
): Promise<Filled> {
  const { organization_id, locale } = guest
  const template = await templateFor(ctx, organization_id, { kind, locale })
  return contentFrom(template, { ...(await valuesFor(ctx, guest)), ...more })
}

async function valuesFor(ctx: NotificationContext, guest: GuestRecord): Promise<Values> {
  const { organization_id, queue_id } = guest
  const [queue, brand] = await Promise.all([
    ctx.queues.recall(organization_id, queue_id),
    ctx.organizations.brandOf(organization_id),
  ])
  return valuesOf(guest, queue, brand)
}
