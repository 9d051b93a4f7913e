import { type CloudEvent, guestNotified } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { contentFrom, type Filled, ownContent } from '../templates/content.ts'
import { findTemplate, templateFor } from '../templates/find-template.ts'
import { type Values, valuesOf } from '../templates/variables.ts'
import type { OccasionKind } from './occasions.ts'

/** The text that staff chose for calling a guest. */
export function chosenWords({ type, data }: CloudEvent) {
  const chosen = type === guestNotified.type ? guestNotified.data.parse(data).message : undefined
  return chosen ?? undefined
}

type Chosen = NonNullable<ReturnType<typeof chosenWords>>

/** The chosen template filled in; undefined if it does not exist. */
export async function wordsAsChosen(
  ctx: NotificationContext,
  { text, template_id }: Chosen,
  guest: GuestRecord,
): Promise<Filled | undefined> {
  if (text !== null) return { content: ownContent(text) }
  const template = await findTemplate(ctx, guest.organization_id, template_id ?? '')
  return template && contentFrom(template, await valuesFor(ctx, guest))
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

async function valuesFor(ctx: NotificationContext, guest: GuestRecord) {
  return valuesOf(guest, await ctx.queues.recall(guest.organization_id, guest.queue_id))
}
